/** Requests analyses from the server. */
import { ask, ApiError } from "../net/api.ts";
import type { Frame as ReplayFrame, Message } from "../net/protocol.ts";
import type { GameRecord } from "../net/record.ts";

export type Depth = "quick" | "deep";

/** Expected returns are from -1 to 1. */
export interface TurningPoint {
  kind: "mistake" | "luck" | "referee";
  /** Index of the event in the record. */
  event: number;
  /** Number of events. */
  events: number;
  seat: number;
  before: number;
  after: number;
  /** The better move, and a possible continuation; for mistakes. */
  message: Message | null;
  line: string[] | null;
}

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced";

export interface MoveAnalysed {
  /** Index of the event in the record. */
  event: number;
  seat: number;
  grade: Grade;
  /** Whether every other move loses at least a mistake. */
  is_only_move: boolean;
  best: string;
  expected: number[];
  expected_best: number[];
  /** About the best move, if another one was played: its choices, its text, and a continuation. */
  parts: Record<string, string> | null;
  message: Message | null;
  line: string[] | null;
}

export interface SeatAnalysed {
  /** From 0 to 100; null without a choice. */
  accuracy: number | null;
  grades: Partial<Record<Grade, number>>;
  /** What its moves cost it, and what chance gave it, in expected returns. */
  lost: number;
  luck: number;
  referee: number;
}

/** A line to be shown instead of some events of the game. */
export interface BetterLine {
  event: number;
  events: number;
  line: string[] | null;
}

export interface Analysis {
  depth: Depth;
  teams: number[];
  imperfect_information: boolean;
  /** Whether an event had several outcomes. */
  has_chance: boolean;
  events: number;
  /** Number of events whose values are final; those of the others are coarse. */
  done: number;
  /** From 0 to 1. */
  progress: number;
  moves: MoveAnalysed[];
  draws: { kind: "luck" | "referee" }[];
  seats: SeatAnalysed[];
  /** Expected return of each seat, for the positions before event 0, 1, ... */
  expected: number[][];
  turning_points: TurningPoint[];
}

export interface AnalysisStatus {
  id: string;
  state: "waiting" | "running" | "done" | "failed";
  /** Number of analyses ahead in the queue. */
  ahead: number;
  analysis: Analysis | null;
}

/** Milliseconds between polls. */
const SOON = 400;
const LATER = 1000;

/** Whether a record is complete, not one seat's view of a running game. */
export function isWhole(record: GameRecord): boolean {
  return !("view" in record);
}

/** Returns the positions of a variation, beginning with the one before event `at` of the record. */
export async function fetchVariation(
  record: GameRecord, at: number, line: readonly string[],
): Promise<ReplayFrame[]> {
  return (await ask<{ frames: ReplayFrame[] }>("/replays/line", null, { record, at, line })).frames;
}

/** Requests an analysis and polls until it is finished. */
export class AnalysisPoller {
  private readonly record: GameRecord;
  private readonly depth: Depth;
  private readonly tell: (seen: AnalysisStatus) => void;
  private readonly trouble: (error: unknown) => void;
  private readonly server: typeof ask;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private id = "";
  private wait: number;

  constructor(
    record: GameRecord, depth: Depth,
    tell: (seen: AnalysisStatus) => void, trouble: (error: unknown) => void,
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
      this.id = id;
      await this.look(id);
    } catch (error) {
      this.fail(error);
    }
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Stops polling, and tells the server that the result is not needed. */
  async cancel(): Promise<void> {
    this.stop();
    if (!this.id) return;
    // Nothing depends on it: an analysis that nobody polls ends by itself.
    await this.server(`/analyses/${encodeURIComponent(this.id)}`, null, undefined, "DELETE").catch(() => undefined);
  }

  private async look(id: string): Promise<void> {
    if (this.stopped) return;
    try {
      const seen = await this.server<AnalysisStatus>(`/analyses/${encodeURIComponent(id)}`);
      if (this.stopped) return;
      this.tell(seen);
      if (seen.state === "done" || seen.state === "failed") return;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      if (code === "no_table") {
        // The server was restarted: request the analysis again.
        this.again(() => this.begin());
        return;
      }
      if (code !== "offline" && code !== "rate_limited") throw error;
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
