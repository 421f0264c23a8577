/** What a user looks for: kinds of games, from the choices of the form. */
import type { GameInfo, Seek, Wish } from "../net/protocol.ts";

/** How fast a game is: without a clock, in one sitting, or over days. */
export type Pace = "none" | "fast" | "days";
export const PACES: readonly Pace[] = ["none", "fast", "days"];

/** Returns the clock of a pace, the same for everybody, so that many find each other. */
export function clockOf(pace: Pace, players: number): Wish["clock"] {
  if (pace === "none") return undefined;
  if (pace === "days") return { kind: "days", days: 3, reserve: 24 };
  return players === 2 ? { kind: "real", base: 600, increment: 10 } : { kind: "turn", turn: 40, reserve: 300 };
}

/** Returns the wishes: each chosen game with each chosen number of players that it has. */
export function wishesOf(
  games: readonly GameInfo[], chosen: ReadonlySet<string>, players: ReadonlySet<number>, pace: Pace = "none",
): Wish[] {
  return games
    .filter(({ name }) => chosen.has(name))
    .flatMap((game) => game.players
      .filter((count) => count > 1 && players.has(count))
      .map((count) => {
        const clock = clockOf(pace, count);
        return { game: game.name, players: count, ...(clock && { clock }) };
      }));
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

/** Returns the wishes of a seek by game. */
export function byGame(seek: Seek): GameWishes[] {
  const found = new Map<string, GameWishes>();
  seek.wishes.forEach(({ game, players }, wish) => {
    const one = found.get(game) ?? { game, counts: [] };
    one.counts.push({ players, wish });
    found.set(game, one);
  });
  return [...found.values()];
}
