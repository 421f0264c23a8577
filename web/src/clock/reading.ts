/**
 * What a clock shows at a moment. All times are milliseconds.
 *
 * The server says what is left when it sends a message; from then on the browser counts with
 * `performance.now()`, which no change of the system's time disturbs. Each message begins anew, so that
 * nothing drifts.
 */
import type { ClockView } from "../net/protocol.ts";

export type ClockSettings = { kind: "real" | "turn" | "days" } & Record<string, unknown>;

export interface Reading {
  /** What is left for the game, or of the reserve. */
  left: number;
  /** What is left for this move alone, before the reserve; 0 unless the clock runs. */
  own: number;
  running: boolean;
  /** Whether it stands still yet, although it is its turn. */
  still: boolean;
  /** Until when the first move must come, or null. */
  first: number | null;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths of seconds are shown. */
const TENTHS = 10 * SECOND;

/** Returns what the clock of a seat shows `passed` after the clocks arrived. */
export function readClock(clocks: ClockView, seat: number, passed: number): Reading {
  const left = clocks.left[seat] ?? 0;
  if (clocks.running !== seat) return { left, own: 0, running: false, still: false, first: null };
  const firstIn = clocks.first_move_in ?? null;
  const starts = clocks.starts_in ?? 0;
  const first = firstIn === null ? null : Math.max(0, firstIn - Math.max(passed, starts));
  // A first move costs nothing.
  const counted = firstIn === null ? Math.max(0, passed - starts) : 0;
  const own = clocks.own ?? 0;
  return {
    left: Math.max(0, left - Math.max(0, counted - own)),
    own: Math.max(0, own - counted),
    running: true,
    still: passed < starts,
    first,
  };
}

/** Returns the time after which the player to act loses. */
export function remaining({ left, own, first }: Reading): number {
  return first ?? left + own;
}

/** Returns below which time a clock is marked as low. */
export function lowTime({ kind, base }: ClockSettings): number {
  if (kind === "days") return 12 * HOUR;
  if (kind === "turn") return 10 * SECOND;
  return Math.min(30 * SECOND, Math.max(10 * SECOND, (Number(base) * SECOND) / 10));
}

/** Returns a time as digits: "1:02:03", "4:05", or "0:09.3" near the end. */
export function digits(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = ms < TENTHS ? tenths / 10 : Math.floor(ms / SECOND);
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  const rest = ms < TENTHS ? (seconds % 60).toFixed(1).padStart(4, "0") : two(whole % 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/** Returns how long the shown text stays right, at most a minute. */
export function nextChange(ms: number): number {
  if (ms >= DAY) return MINUTE;
  const step = ms < TENTHS ? 100 : SECOND;
  return Math.max(20, ms % step) + 1;
}

/** Returns days, hours, minutes and seconds. */
export function split(ms: number): { days: number; hours: number; minutes: number; seconds: number } {
  return {
    days: Math.floor(ms / DAY),
    hours: Math.floor((ms % DAY) / HOUR),
    minutes: Math.floor((ms % HOUR) / MINUTE),
    seconds: Math.floor((ms % MINUTE) / SECOND),
  };
}
