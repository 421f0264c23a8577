/** Saves a solo game as a file, for replays and other programs. */
import { errorText } from "../net/error-text.ts";
import { loadGames } from "../net/games.ts";
import type { GameResult } from "../net/protocol.ts";
import { handOver } from "../table/share-record.ts";
import { t } from "../i18n/i18n.ts";
import type { Played } from "./solo-api.ts";

/** Returns a text for the user. */
export async function saveGame(
  game: string, { variant, start }: Played, moves: readonly string[], result: GameResult | null,
): Promise<string> {
  try {
    const rules = (await loadGames()).find(({ name }) => name === game)?.rules ?? 1;
    return await handOver({
      format: "empile/1", game, rules, options: { players: 1, variant }, seats: [t("name.you")],
      start, events: [...moves], result,
    }, game);
  } catch (error) {
    return errorText(error, game);
  }
}
