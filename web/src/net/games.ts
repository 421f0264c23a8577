/** The games played here, asked for once. */
import { loadGameMessages, translator, t } from "../i18n/i18n.ts";
import { api } from "./api.ts";
import type { GameInfo } from "./protocol.ts";

let asked: Promise<GameInfo[]> | null = null;

/** All games, with their messages loaded; asked for anew after a failure. */
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

/** The name of a bot's level, in the words of its game. */
export function levelName(game: GameInfo | undefined, name: string, level: number | null): string {
  const key = game?.levels.find((known) => known.level === level)?.key;
  return key === undefined ? t("bot") : translator(name)(key);
}

/** Pictures that games bring along, by folder and name: `block_ness/cover.webp`. */
const pictures = import.meta.glob<string>("../../../src/empile/games/*/pictures/*.{svg,webp}", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The address of a game's picture, or null where it has none of that name. */
export function pictureOf(game: string, name: string): string | null {
  const folder = game.replaceAll("-", "_");
  const path = Object.keys(pictures).find((known) =>
    known.includes(`/games/${folder}/pictures/${name}.`),
  );
  return path === undefined ? null : (pictures[path] ?? null);
}
