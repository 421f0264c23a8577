/** What a user looks for: kinds of games, from the choices of the form. */
import type { GameInfo, Seek, Wish } from "../net/protocol.ts";

/** Returns the wishes: each chosen game with each chosen number of players that it has. */
export function wishesOf(games: readonly GameInfo[], chosen: ReadonlySet<string>, players: ReadonlySet<number>): Wish[] {
  return games
    .filter(({ name }) => chosen.has(name))
    .flatMap((game) => game.players
      .filter((count) => count > 1 && players.has(count))
      .map((count) => ({ game: game.name, players: count })));
}

/** Returns all numbers of players of some games, without those for one. */
export function countsOf(games: readonly GameInfo[]): number[] {
  return [...new Set(games.flatMap((game) => game.players))].filter((count) => count > 1).sort((a, b) => a - b);
}

/** Wishes of one game, with the numbers of players and the index of each. */
export interface GameWishes {
  game: string;
  counts: { players: number; wish: number }[];
}

/** Returns the wishes of a seek by game, without those with a clock that is not chosen here. */
export function byGame(seek: Seek): GameWishes[] {
  const found = new Map<string, GameWishes>();
  seek.wishes.forEach(({ game, players }, wish) => {
    const one = found.get(game) ?? { game, counts: [] };
    one.counts.push({ players, wish });
    found.set(game, one);
  });
  return [...found.values()];
}
