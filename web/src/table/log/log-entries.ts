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
  counted?: number;
  /** Whether the game has older events. */
  more?: boolean;
}

export class GameLog {
  entries: LogEntry[] = [];
  /** Whether the game has older events. */
  more = false;

  private events: LogEvent[] = [];
  private counted = 0;

  /** The number of the first event. */
  get first(): number | undefined {
    return this.events[0]?.seq;
  }

  /** Replaces everything. */
  begin({ events, counted = 0, more = false }: LogPage): void {
    this.events = [...events];
    this.counted = counted;
    this.more = more;
    this.update();
  }

  /** Adds events in order; a new game starts a new log. */
  add(events: readonly LogEvent[]): void {
    const start = events.findLastIndex((event) => event.kind === "started");
    if (start >= 0) this.begin({ events: events.slice(start) });
    else this.begin({ events: [...this.events, ...events], counted: this.counted, more: this.more });
  }

  /** Adds the events before the event `before`, unless the log begins with another one. */
  addOlder(before: number, { events, counted = 0, more = false }: LogPage): void {
    if (before !== this.first) return;
    if (events.length === 0) this.more = false;
    else this.begin({ events: [...events, ...this.events], counted, more });
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
