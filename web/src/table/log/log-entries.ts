/** The log of the current game, or its end; moves that were taken back stay in it, struck out. */
import type { LogEvent } from "../../net/protocol.ts";

export interface LogEntry {
  event: LogEvent;
  /** Whether it was taken back. */
  undone: boolean;
}

/** Consecutive events of the game. */
export interface LogPage {
  events: LogEvent[];
  /** How many moves and chance events counted before the first of them. */
  events_before?: number;
  /** Whether the game has older events. */
  has_more?: boolean;
}

export class GameLog {
  entries: LogEntry[] = [];
  /** Whether the game has older events. */
  more = false;
  /** Events before this number may be redacted though the game is over: read them again. */
  redactedBefore: number | null = null;

  private events: LogEvent[] = [];
  private counted = 0;

  /** The number of the first event. */
  get first(): number | undefined {
    return this.events[0]?.seq;
  }

  /** Replaces everything. */
  begin(page: LogPage): void {
    this.redactedBefore = null;
    this.replace(page);
  }

  /** Adds events in order; a new game starts a new log. */
  add(events: readonly LogEvent[]): void {
    const start = events.findLastIndex((event) => event.kind === "started");
    if (start >= 0) this.begin({ events: events.slice(start) });
    else this.replace({ ...this.page, events: [...this.events, ...events] });
  }

  /** Expects all events to be read again, since the game is over. */
  expire(): void {
    const last = this.events.at(-1);
    if (last !== undefined) this.redactedBefore = last.seq + 1;
  }

  /**
   * Adds the events before the event `before`, or replaces them if they are read again. Ignores others.
   */
  addOlder(before: number, { events, events_before: counted = 0, has_more: more = false }: LogPage): void {
    const again = before === this.redactedBefore;
    if (!again && before !== this.first) return;
    const first = events[0]?.seq;
    if (again) this.redactedBefore = null;
    if (first === undefined) {
      this.more &&= again;
      return;
    }
    const earlier = this.events.filter((event) => event.seq < first);
    const all = [...earlier, ...events, ...this.events.filter((event) => event.seq >= before)];
    if (earlier.length === 0) {
      this.replace({ events: all, events_before: counted, has_more: more });
    } else {
      this.replace({ ...this.page, events: all });
      this.redactedBefore = first;
    }
  }

  private get page(): LogPage {
    return { events: this.events, events_before: this.counted, has_more: this.more };
  }

  private replace({ events, events_before: counted = 0, has_more: more = false }: LogPage): void {
    this.events = [...events];
    this.counted = counted;
    this.more = more;
    this.update();
  }

  private update(): void {
    this.entries = this.events.map((event) => ({ event, undone: false }));
    // Moves that count; those before the first event are not known.
    const counting: (LogEntry | null)[] = Array.from({ length: this.counted }, () => null);
    for (const entry of this.entries) {
      const { event } = entry;
      if (event.kind === "taken_back") {
        for (const undone of counting.splice(event.to)) if (undone) undone.undone = true;
      } else if (event.kind === "move" || event.kind === "chance") {
        counting.push(entry);
      }
    }
  }
}
