/** The list of the rules of games that the server has for pages. */

export const ENGINE_LIST = "/engine/index.json";

export interface EngineList {
  games: Record<string, ListedGame>;
}

/** A game: whether pages can play it by themselves, and where its files are. */
export interface ListedGame {
  status: "ready" | "compiling" | "unavailable";
  /** The version of the rules. */
  rules?: number;
  module?: string;
  bundles?: readonly { players: number; facts: string; data: string }[];
}

/** Returns a game of the list, undefined if there is none. */
export function listedGame({ games }: EngineList, name: string): ListedGame | undefined {
  return Object.hasOwn(games, name) ? games[name] : undefined;
}
