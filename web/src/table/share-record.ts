/** Shares a game's record through the system, or saves it as a file. */
import { errorText } from "../net/error-text.ts";
import { api } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { GameRecord } from "../net/record.ts";
import { copyText } from "../ui/copy-text.ts";
import { dayOf } from "../ui/days.ts";
import { saveFile } from "../ui/save-file.ts";
import { t } from "../i18n/i18n.ts";
import { recordNames } from "./seats/seat-names.ts";

/** Fetches and shares the record of a table's latest game, or of its game `number`; returns a text for the user. */
export async function shareRecord(
  table: string, game: string, token: string | null, number?: number,
): Promise<string> {
  try {
    const record = await api.record(table, token, number);
    const games = await loadGames().catch(() => []);
    const names = recordNames(record.seats, games.find((known) => known.name === record.game));
    return await handOver(withNames(record, names), game);
  } catch (error) {
    return errorText(error, game);
  }
}

/**
 * Returns a record for people, with the names that the page shows: bots by their level in the user's language.
 * Links keep the record's own names, which each reader sees in their language.
 */
export function withNames(record: GameRecord, names: readonly string[]): GameRecord {
  return { ...record, seats: [...names] };
}

/** Shares a record; returns a text for the user. */
export async function handOver(record: GameRecord, game: string): Promise<string> {
  const text = JSON.stringify(record, null, 1);
  const name = `${game}-${dayOf(Date.now())}.json`;
  return (await saveFile(name, text)) === "saved" ? t("record.saved", { name }) : "";
}

export async function copyRecord(record: GameRecord): Promise<string> {
  return t((await copyText(JSON.stringify(record))) ? "copied" : "copy.failed");
}
