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

export interface Analysis {
  depth: Depth;
  teams: number[];
  imperfect_information: boolean;
  events: number;
  done: number;
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
const LATER = 1500;

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
