/** The available games, requested once. */
import { currentLanguage, loadGameMessages, translator, t } from "../i18n/i18n.ts";
import { api } from "./api.ts";
import type { GameInfo } from "./protocol.ts";

let asked: Promise<GameInfo[]> | null = null;

/** Returns all games with their messages loaded. After a failure the next call tries again. */
export function loadGames(): Promise<GameInfo[]> {
  asked ??= api
    .games()
    .then(async (games) => {
      await Promise.all(games.map((game) => loadGameMessages(game.name)));
      return games;
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}

/** Returns the name of a bot's level, in the words of its game. */
export function levelName(game: GameInfo | undefined, name: string, level: number | null): string {
  const key = game?.levels.find((known) => known.level === level)?.key;
  return key === undefined ? t("bot") : translator(name)(key);
}

/** Pictures of the games, by folder and name: `block_ness/cover.webp`, or `block_out/cover.de.webp` for a language. */
const pictures = import.meta.glob<string>("../../../src/empile/games/*/web/pictures/*.{svg,webp}", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Returns the URL of a game's picture, in the user's language if it has letters; null if there is none. */
export function pictureOf(game: string, name: string): string | null {
  const folder = game.replaceAll("-", "_");
  for (const wanted of [`${name}.${currentLanguage()}`, name]) {
    const path = Object.keys(pictures).find((known) =>
      ["svg", "webp"].some((kind) => known.endsWith(`/games/${folder}/web/pictures/${wanted}.${kind}`)),
    );
    if (path !== undefined) return pictures[path] ?? null;
  }
  return null;
}
