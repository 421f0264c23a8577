/** The puzzles of all games. */
import { loadGames } from "../net/games.ts";
import type { PuzzleInfo } from "../net/protocol.ts";
import { loadGameMessages } from "../i18n/i18n.ts";
import { puzzleApi } from "./puzzle-api.ts";

/** Returns the puzzles of each game that has some, with the messages that name their kinds and themes. */
export async function allPuzzles(): Promise<readonly (readonly PuzzleInfo[])[]> {
  const games = await loadGames();
  const lists = await Promise.all(games.map(async ({ name }) => {
    const list = await puzzleApi.list(name);
    if (list.length > 0) await loadGameMessages(name, "all");
    return list;
  }));
  return lists.filter((list) => list.length > 0);
}
