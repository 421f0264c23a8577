/** An analysis as the server tells it, and asking for one. */
import { ask, RefusedError } from "../net/api.ts";
import type { Frame as ReplayFrame, Message } from "../net/protocol.ts";
import type { GameRecord } from "../net/record.ts";

export type Depth = "quick" | "deep";

/** Expected returns are from -1 to 1. */
export interface TurningPoint {
  kind: "mistake" | "luck" | "referee";
  /** The number of the event among the record's, from 0. */
  event: number;
  /** How many events it is. */
  events: number;
  seat: number;
  before: number;
  after: number;
  /** The move that would have been better, and what could have followed; for mistakes. */
  words: Message | null;
  line: string[] | null;
}

export interface Analysis {
  depth: Depth;
  /** The team of each seat. */
  teams: number[];
  hides: boolean;
  events: number;
  done: number;
  /** For the positions before event 0, 1, ... what each seat may expect. */
  expected: number[][];
  turning_points: TurningPoint[];
}

export interface AnalysisSeen {
  id: string;
  state: "waiting" | "running" | "done" | "failed";
  /** How many analyses come first. */
  ahead: number;
  analysis: Analysis | null;
}

/** Milliseconds between two looks at an analysis under way. */
const SOON = 400;
const LATER = 1500;

/** Whether a record tells all of a game that is not running any more. */
export function isWhole(record: GameRecord): boolean {
  return !("view" in record);
}

/** A side line: the positions from the one before event `at` of the record on. */
export async function sideLine(
  record: GameRecord, at: number, line: readonly string[],
): Promise<ReplayFrame[]> {
  return (await ask<{ frames: ReplayFrame[] }>("/replays/line", null, { record, at, line })).frames;
}

/** Has a game analysed and tells of it until it is done. */
export class Analyst {
  private readonly record: GameRecord;
  private readonly depth: Depth;
  private readonly tell: (seen: AnalysisSeen) => void;
  private readonly trouble: (error: unknown) => void;
  private readonly server: typeof ask;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private wait: number;

  constructor(
    record: GameRecord, depth: Depth,
    tell: (seen: AnalysisSeen) => void, trouble: (error: unknown) => void,
    server: typeof ask = ask, wait = SOON,
  ) {
    this.record = record;
    this.depth = depth;
    this.tell = tell;
    this.trouble = trouble;
    this.server = server;
    this.wait = wait;
  }

  async begin(): Promise<void> {
    try {
      const wanted = { record: this.record, depth: this.depth };
      const { id } = await this.server<{ id: string }>("/analyses", null, wanted);
      await this.look(id);
    } catch (error) {
      this.fail(error);
    }
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async look(id: string): Promise<void> {
    if (this.stopped) return;
    try {
      const seen = await this.server<AnalysisSeen>(`/analyses/${encodeURIComponent(id)}`);
      if (this.stopped) return;
      this.tell(seen);
      if (seen.state === "done" || seen.state === "failed") return;
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : "";
      if (code === "no_table") {
        // The server was begun anew: what was not finished is asked for again.
        this.again(() => this.begin());
        return;
      }
      if (code !== "offline" && code !== "slow_down") throw error;
    }
    this.again(() => this.look(id).catch((error: unknown) => this.fail(error)));
  }

  private again(next: () => Promise<void>): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void next(), this.wait);
    this.wait = Math.min(LATER, this.wait * 1.3);
  }

  private fail(error: unknown): void {
    if (!this.stopped) this.trouble(error);
  }
}
