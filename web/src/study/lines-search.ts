/** Requests the best moves of a position from the server, with more and more simulations. */
import { ApiError, ask } from "../net/api.ts";
import type { LinesRequest, LinesResponse } from "../net/protocol.ts";

/** A position whose lines are wanted. */
export type LinesPosition = Pick<LinesRequest, "game" | "rules" | "options" | "start" | "moves">;

/**
 * Nothing wanted; a search runs; too many searches wait; the server cannot be reached; the deepest search is
 * done; no seat acts; or the server refused.
 */
export type LinesPhase = "idle" | "searching" | "busy" | "offline" | "done" | "nothing" | "failed";

export interface LinesSeen {
  phase: LinesPhase;
  /** The deepest lines so far. */
  found: LinesResponse | null;
  /** Why it failed. */
  error: unknown;
}

/** Milliseconds before a search, so that positions which are only passed are not searched; and before a retry. */
export interface Pace {
  settle: number;
  retry: number;
}

const PACE: Pace = { settle: 300, retry: 2500 };
/** Each search has four times as many simulations, so all of them take little longer than the last. */
export const STEPS: readonly number[] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];
const COUNT = 3;

const NOTHING: LinesSeen = { phase: "idle", found: null, error: null };

export class LinesSearch {
  private readonly tell: (seen: LinesSeen) => void;
  private readonly server: typeof ask;
  private readonly pace: Pace;
  private seen = NOTHING;
  private position: LinesPosition | null = null;
  private step = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | null = null;

  constructor(tell: (seen: LinesSeen) => void, server: typeof ask = ask, pace = PACE) {
    this.tell = tell;
    this.server = server;
    this.pace = pace;
  }

  /** Searches a position, instead of the one before. */
  begin(position: LinesPosition): void {
    this.end();
    this.position = position;
    this.step = 0;
    this.take({ phase: "searching", found: null, error: null });
    this.later(this.pace.settle);
  }

  /** Ends the search; what was found is kept. */
  stop(): void {
    this.end();
    if (this.seen.phase !== "idle") this.take({ phase: "idle" });
  }

  /** Ends the search, and forgets what was found. */
  clear(): void {
    this.end();
    if (this.seen !== NOTHING) {
      this.seen = NOTHING;
      this.tell(this.seen);
    }
  }

  private end(): void {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = null;
  }

  private take(seen: Partial<LinesSeen>): void {
    this.seen = { ...this.seen, error: null, ...seen };
    this.tell(this.seen);
  }

  private later(milliseconds: number): void {
    this.timer = setTimeout(() => void this.look(), milliseconds);
  }

  private async look(): Promise<void> {
    const simulations = STEPS[this.step];
    if (!this.position || simulations === undefined) return;
    const running = this.running = new AbortController();
    try {
      const wanted: LinesRequest = { ...this.position, simulations, count: COUNT };
      const found = await this.server<LinesResponse>("/positions/lines", null, wanted, "POST", running.signal);
      if (running === this.running) this.next(found);
    } catch (error) {
      if (running === this.running) this.fail(error);
    }
  }

  private next(found: LinesResponse): void {
    this.step += 1;
    const isDone = this.step === STEPS.length || found.lines.every(({ solved }) => solved);
    this.take({ phase: isDone ? "done" : "searching", found });
    if (!isDone) this.later(0);
  }

  private fail(error: unknown): void {
    const code = error instanceof ApiError ? error.code : "";
    if (code === "not_now") {
      this.take({ phase: "nothing", found: null });
    } else if (code === "rate_limited" || code === "unavailable" || code === "offline") {
      this.take({ phase: code === "offline" ? "offline" : "busy" });
      this.later(this.pace.retry);
    } else {
      this.take({ phase: "failed", error });
    }
  }
}
