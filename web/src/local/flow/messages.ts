/** The messages of a table to the page, equal to the server's to a client that holds the places of all persons. */
import type { ClientMessage, Error as ErrorMessage, LogEvent, Older, OlderEvents, Update, Welcome } from "../../net/protocol.ts";
import { PROTOCOL } from "../../net/socket.ts";
import type { CommandError } from "./errors.ts";
import { createdSeen, eventSeen, stateUpdate, stateView, tableInfo } from "./seen.ts";
import type { Applied, LocalTable } from "./table.ts";

/** Events of a page of the log, at most. */
const MOST_EVENTS = 200;
const DEFAULT_COUNT = 1000;

/** Returns the answer to `hello`: the table, and the last events after `since`. */
export function welcome(table: LocalTable, since: number): Welcome {
  return {
    type: "welcome",
    table: tableInfo(table),
    you: { places: table.held },
    seq: table.seq,
    ...page(table, Math.max(since, 0) + 1, table.seq, MOST_EVENTS),
    state: stateView(table),
    protocol: PROTOCOL,
  };
}

/** Returns the answer to `older`. */
export function older(table: LocalTable, { before, count = DEFAULT_COUNT }: Older): OlderEvents {
  return { type: "older", before, ...page(table, 0, Math.min(before - 1, table.seq), Math.min(count, MOST_EVENTS)) };
}

/** Returns what events changed that the table has just taken. */
export function update(table: LocalTable, applied: readonly Applied[]): Update {
  const state = stateUpdate(table, applied);
  return {
    type: "update",
    events: applied.map((one) => eventSeen(table, one, false)),
    ...(applied.every(({ entry }) => GAME_ONLY.has(entry.kind)) ? {} : { table: tableInfo(table) }),
    ...(state && { state }),
  };
}

/** Events that leave the table as it is. */
const GAME_ONLY: ReadonlySet<LogEvent["kind"]> = new Set(["move", "chance", "taken_back", "hinted"]);

/** Returns the answer to a message that failed. */
export function failed(table: LocalTable, about: ClientMessage["type"], { code, message, reason }: CommandError): ErrorMessage {
  return { type: "error", code, detail: message, about, ...(reason && { reason }), seq: table.seq };
}

/** Returns the events `first` to `last` of the current game, but no more than the last `most` of them. */
function page(table: LocalTable, first: number, last: number, most: number): Pick<OlderEvents, "events" | "events_before" | "has_more"> {
  const [begin] = table.gameNumber === 0 ? [] : table.logged;
  const oldest = Math.max(first, begin?.entry.seq ?? 1);
  const from = Math.max(oldest, last - most + 1);
  if (from > last) return { events: [] };
  const isRevealed = revealedIn(table);
  const events: LogEvent[] = from === 1 ? [createdSeen(table)] : [];
  let counted = 0;
  for (const applied of table.logged) {
    const { entry, played } = applied;
    if (entry.seq >= from && entry.seq <= last) events.push(eventSeen(table, applied, isRevealed(entry.seq)));
    else if (entry.seq < from && entry.kind === "taken_back") counted = entry.to;
    else if (entry.seq < from && played !== null) counted += 1;
  }
  return { events, ...(counted > 0 && { events_before: counted }), ...(from > oldest && { has_more: true }) };
}

/** Returns whether all of an event may be seen: it is in the record of a game that is over. */
function revealedIn({ isOver, logged, standing }: LocalTable): (seq: number) => boolean {
  if (!isOver) return () => false;
  const seqs = new Set([...logged.slice(0, 1), ...standing].map(({ entry }) => entry.seq));
  return (seq) => seqs.has(seq);
}
