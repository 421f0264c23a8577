/** The log of the running game as it is read: what was taken back stays, struck out. */
import type { LogEvent } from "../../net/protocol.ts";

export interface LogEntry {
  event: LogEvent;
  /** Taken back since. */
  undone: boolean;
}

function counts(entry: LogEntry): boolean {
  return !entry.undone && (entry.event.kind === "move" || entry.event.kind === "chance");
}

/** Add events in order; a new game begins a new log. */
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
