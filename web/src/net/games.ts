/** The available games, requested once. */
import { currentLanguage, has, isBuilt, loadGameMessages, translator, t } from "../i18n/i18n.ts";
import { listedFile } from "../i18n/package-files.ts";
import { api } from "./api.ts";
import type { GameInfo } from "./protocol.ts";

let asked: Promise<GameInfo[]> | null = null;
/** Names of the games in which seats score no points. */
const withoutPoints = new Set<string>();

/** Returns all games with their messages loaded. After a failure the next call tries again. */
export function loadGames(): Promise<GameInfo[]> {
  asked ??= api
    .games()
    .then(async (games) => {
      for (const { name, has_points } of games) if (!has_points) withoutPoints.add(name);
      await Promise.all(games.map(({ name }) => loadMessages(name)));
      return games;
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}

/** A package without its messages does not keep the other games from being listed. */
async function loadMessages(game: string): Promise<void> {
  const loading = loadGameMessages(game);
  await (isBuilt(game) ? loading : loading.catch(() => undefined));
}

/** Whether seats score points in a game. Until `loadGames` has answered, every game counts as one with points. */
export function hasPoints(game: string): boolean {
  return !withoutPoints.has(game);
}

/** Returns a score in the words of its game. Where what is left in the hands counts, the winner's is empty. */
export function scoreText(game: string, count: number): string {
  if (!has(game, "score.left")) return translator(game)("score", { count });
  return count === 0 ? "" : translator(game)("score.left", { count: -count });
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
  const files = [`${name}.${currentLanguage()}`, name].flatMap((wanted) => [`${wanted}.svg`, `${wanted}.webp`]);
  for (const file of files) {
    const path = Object.keys(pictures).find((known) => known.endsWith(`/games/${folder}/web/pictures/${file}`));
    const found = path === undefined ? listedFile(game, `pictures/${file}`) : pictures[path];
    if (found) return found;
  }
  return null;
}
