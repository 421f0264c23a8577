/** The log of the current game; moves that were taken back stay in it, struck out. */
import type { LogEvent } from "../../net/protocol.ts";

export interface LogEntry {
  event: LogEvent;
  /** Whether it was taken back. */
  undone: boolean;
}

function counts(entry: LogEntry): boolean {
  return !entry.undone && (entry.event.kind === "move" || entry.event.kind === "chance");
}

/** Adds events in order; a new game starts a new log. */
export function addEvents(entries: readonly LogEntry[], events: readonly LogEvent[]): LogEntry[] {
  let log = [...entries];
  for (const event of events) {
    if (event.kind === "started") log = [];
    if (event.kind === "taken_back") {
      let place = 0;
      log = log.map((entry) =>
        counts(entry) && (place += 1) > event.to ? { ...entry, undone: true } : entry,
      );
    }
    log.push({ event, undone: false });
  }
  return log;
}
