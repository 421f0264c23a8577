/** Records of games at tables in the page, as a server's: from the events that are kept, without the rules. */
import type { GameResult } from "../net/protocol.ts";
import type { GameRecord } from "../net/record.ts";
import type { Created, Entry } from "./flow/index.ts";

/** A game so far. */
interface Played {
  number: number;
  /** The places by seat. */
  seats: readonly number[];
  events: string[];
  result: GameResult | null;
  isOver: boolean;
  isAborted: boolean;
  /** The seats that resigned, the first to do so first. */
  resigned: number[];
}

/** Returns the record of the latest game, or of an earlier one by its number; null if there is none. */
export function recordOf(
  { game, rules, options, places, start }: Created, entries: readonly Entry[], number?: number,
): { record: GameRecord; isOver: boolean } | null {
  const names = places.map(({ name }) => name);
  const games: Played[] = [];
  for (const entry of entries) {
    if (entry.kind === "renamed") names[entry.place] = entry.name;
    const played = take(games, entry);
    if (played) games.push(played);
  }
  const asked = games.findLast((played) => played.number === (number ?? played.number));
  if (!asked) return null;
  const { events, isAborted, isOver, resigned, result, seats } = asked;
  const isEnded = isOver && result === null && (isAborted || resigned.length > 0);
  const record: GameRecord = {
    format: "empile/1", game, rules, options, events, result,
    seats: seats.map((place) => names[place] || (places[place]?.level == null ? String(place + 1) : `bot ${places[place].level}`)),
    ...(start && { start: { ...start } }),
    ...(isEnded && { ended: { by: isAborted ? "aborted" as const : "resignation" as const, seats: resigned } }),
    ...(!isEnded && resigned.length > 0 && { left: seats.map((_, seat) => (resigned.includes(seat) ? "resignation" as const : null)) }),
  };
  return { record, isOver };
}

/** Takes an entry into the last game; returns a game that it begins. */
function take(games: readonly Played[], entry: Entry): Played | null {
  const last = games.at(-1);
  if (entry.kind === "started") {
    return { number: entry.game_number, seats: entry.seats, events: [], result: null, isOver: false, isAborted: false, resigned: [] };
  }
  if (!last) return null;
  const seatOf = (place: number) => last.seats.indexOf(place);
  if (entry.kind === "move" || entry.kind === "chance") last.events.push(entry.text);
  else if (entry.kind === "taken_back") last.events.length = entry.to;
  else if (entry.kind === "resigned") last.resigned.push(seatOf(entry.place));
  else if (entry.kind === "over") {
    last.isOver = true;
    last.result = entry.result;
    last.isAborted = entry.reason === "aborted";
    if (last.isAborted && entry.place != null) last.resigned = [seatOf(entry.place)];
  }
  return null;
}
