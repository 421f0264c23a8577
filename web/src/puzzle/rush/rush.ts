/** The rules of the rush: as many puzzles as possible in three minutes, and three mistakes end it. */
import type { PuzzleInfo } from "../../net/protocol.ts";

export const RUSH_MS = 180_000;
export const MISTAKES = 3;
/** Remaining seconds that are announced to screen readers. */
export const ANNOUNCED: readonly number[] = [60, 30, 10];
/** Puzzles of a rush; nobody solves more in three minutes. */
const MOST = 80;

export interface Rush {
  timed: boolean;
  /** Of rising difficulty. */
  puzzles: readonly PuzzleInfo[];
  /** How each puzzle went, in turn. */
  results: readonly boolean[];
  /** Milliseconds in which boards were shown before `since`. */
  used: number;
  /** When the current board was first shown; null while it is loading, when no time passes. */
  since: number | null;
  /** Why it has ended, or null. */
  end: "time" | "mistakes" | "all" | null;
}

/** Returns a rush that has not begun: the time runs from the first board. */
export function newRush(puzzles: readonly PuzzleInfo[], timed: boolean, random: () => number = Math.random): Rush {
  return { timed, puzzles: chosenOf(puzzles, random), results: [], used: 0, since: null, end: null };
}

/** Returns some of the puzzles at random, the easiest first. */
function chosenOf(puzzles: readonly PuzzleInfo[], random: () => number): PuzzleInfo[] {
  const left = [...puzzles];
  const chosen: PuzzleInfo[] = [];
  while (left.length > 0 && chosen.length < MOST) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return chosen.sort((one, other) => one.rating - other.rating);
}

/** Notes that the board of the current puzzle is shown. */
export function withShown(rush: Rush, now: number): Rush {
  return rush.since === null && rush.end === null ? { ...rush, since: now } : rush;
}

/** Notes how the current puzzle went. */
export function withAnswer(rush: Rush, right: boolean, now: number): Rush {
  if (rush.end !== null) return rush;
  const late = withTime(rush, now);
  if (late.end !== null) return late;
  const results = [...rush.results, right];
  const end = mistakesOf(results) >= MISTAKES ? "mistakes" : results.length === rush.puzzles.length ? "all" : null;
  return { ...rush, results, used: usedOf(rush, now), since: null, end };
}

/** Ends the rush if its time is up. */
export function withTime(rush: Rush, now: number): Rush {
  return rush.end === null && rush.timed && leftOf(rush, now) <= 0
    ? { ...rush, used: RUSH_MS, since: null, end: "time" } : rush;
}

/** Returns the milliseconds that are left. */
export function leftOf(rush: Rush, now: number): number {
  return Math.max(0, RUSH_MS - usedOf(rush, now));
}

export function scoreOf({ results }: Rush): number {
  return results.filter(Boolean).length;
}

export function mistakesOf(results: readonly boolean[]): number {
  return results.filter((right) => !right).length;
}

/** Returns the number of seconds to announce as time goes from `before` to `after` milliseconds left, or null. */
export function announced(before: number, after: number): number | null {
  return ANNOUNCED.find((seconds) => before > seconds * 1000 && after <= seconds * 1000) ?? null;
}

function usedOf({ used, since }: Rush, now: number): number {
  return used + (since === null ? 0 : now - since);
}
