/** Shares pictures and films of a game, and the code that shows its replay on another page. */
import type { GameRecord } from "../net/record.ts";
import { copyText } from "../ui/copy-text.ts";
import { shareDrawn } from "../table/share-drawn.ts";
import { embedCode } from "./embed-code.ts";
import { gameName, t } from "../i18n/i18n.ts";

/** Positions of a film: the last moves. */
const POSITIONS = 12;

/** Shares a picture of the position after `at` events; returns a text for the user. */
export function sharePicture(record: GameRecord, at: number): Promise<string> {
  return shareDrawn(record.game, `${record.game}-${at}.png`, "/pictures", { record, at });
}

/** Shares a film of the moves up to the position after `at` events; returns a text for the user. */
export function shareFilm(record: GameRecord, at: number): Promise<string> {
  return shareDrawn(record.game, `${record.game}-${at}.webp`, "/films", { record, first: Math.max(0, at - POSITIONS + 1), last: at });
}

/** Copies code that shows a replay on another page; returns a text for the user. `path` is that of the replay. */
export async function copyEmbedCode(game: string, path: string): Promise<string> {
  return t((await copyText(embedCode(t("replay.of", { game: gameName(game) }), location.origin, path))) ? "copied" : "copy.failed");
}
