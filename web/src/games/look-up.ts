/** Asks the server about games of this browser that its list does not know, or that were running. */
import { api } from "../net/api.ts";
import { SavedTables, type SavedTable } from "../net/saved-tables.ts";
import { previewTable } from "../net/table-preview.ts";
import { absenceOf, losersOf } from "../net/record.ts";
import type { Welcome } from "../net/protocol.ts";
import { localStore } from "../ui/storage.ts";
import { outcomeOf } from "../table/end/outcome.ts";
import { PlayedGames, playedGame, type PlayedGame } from "../table/played-games.ts";

/** Tables that are asked about at the same time. */
const AT_ONCE = 3;
/** Milliseconds for which an answer counts. */
const FRESH = 60_000;

/** When each table was asked about, in milliseconds since the page began. */
const asked = new Map<string, number>();

/**
 * Brings the kept games up to date: those of tables that the list does not know, and the running ones among
 * the `listed` tables. Calls `changed` after each table.
 */
export async function lookUpGames(listed: ReadonlySet<string>, changed: () => void): Promise<void> {
  const tables = new SavedTables(localStore);
  const games = new PlayedGames(localStore);
  const known = new Map<string, PlayedGame[]>();
  for (const game of games.all()) known.set(game.table, [...(known.get(game.table) ?? []), game]);
  const waiting = tables.all().filter(({ id }) => {
    if (performance.now() - (asked.get(id) ?? -FRESH) < FRESH) return false;
    const found = known.get(id);
    return !found || (listed.has(id) && found.some(({ ranks }) => !ranks));
  });
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      asked.set(next.id, performance.now());
      const answer = await previewTable(next.id, next.token).catch(() => "offline");
      if (answer === "no_table") {
        tables.forget(next.id);
        known.get(next.id)?.forEach((game) => games.forget(game));
      } else if (typeof answer === "object") {
        for (const game of await gamesOf(next, answer, known.get(next.id) ?? [])) games.keep(game);
      }
      changed();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Returns the games of a table that are not among those known to have ended. */
async function gamesOf(
  saved: SavedTable, { table, state, you }: Welcome, known: readonly PlayedGame[],
): Promise<PlayedGame[]> {
  const latest = playedGame(table, state ?? null, you.places, saved.at);
  if (!latest || !state) return [];
  const found = [latest];
  const ended = new Set(known.filter(({ ranks }) => ranks).map(({ number }) => number));
  for (let number = 1; number < latest.number; number += 1) {
    if (ended.has(number)) continue;
    const record = await api.record(saved.id, saved.token, number).catch(() => null);
    if (!record) continue;
    const outcome = outcomeOf(record.result, losersOf(record), record.seats.map(() => 0), table.teams);
    if (!outcome) continue;
    // The players move on by one seat from game to game.
    const shift = latest.number - number;
    const count = record.seats.length;
    found.push({
      ...latest,
      number,
      at: saved.at - shift,
      names: record.seats,
      mine: latest.mine.map((seat) => (seat + shift) % count).sort((a, b) => a - b),
      ranks: outcome.ranks,
      scores: outcome.scores,
      resigned: outcome.resigned,
      left: absenceOf(record.ended?.by),
    });
  }
  return found;
}
