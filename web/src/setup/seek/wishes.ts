/** What a user looks for: kinds of games. */
import type { GameInfo, PostSeek, Wish } from "../../net/protocol.ts";

/** How fast a game is: without a clock, in one sitting, or over days. */
export type Pace = "none" | "fast" | "days";
/** Wishes of a search that the server takes. */
export const MOST_WISHES = 24;
export const PACES: readonly Pace[] = ["none", "fast", "days"];

/** Returns the pace of a clock. */
export function paceOf(clock: Wish["clock"] | null): Pace {
  return !clock ? "none" : clock.kind === "days" ? "days" : "fast";
}

/** Returns the clock of a pace, the same for everybody, so that many find each other. */
export function clockOf(pace: Pace, players: number): Wish["clock"] {
  if (pace === "none") return undefined;
  if (pace === "days") return { kind: "days", days: 3, reserve: 24 };
  return players === 2 ? { kind: "real", base: 600, increment: 10 } : { kind: "turn", turn: 40, reserve: 300 };
}

/** Returns a search for any game of `games` with any of some numbers of players; what is wished comes first. */
export function withGames(seek: PostSeek, games: readonly GameInfo[], counts: ReadonlySet<number>): PostSeek {
  const pace = paceOf(seek.wishes[0]?.clock);
  const has = (game: string, players: number) => seek.wishes.some((wish) => wish.game === game && wish.players === players);
  const more = games.flatMap(({ name: game, players }) => players
    .filter((count) => count > 1 && counts.has(count) && !has(game, count))
    .map((count) => wishOf(game, count, pace)));
  return { ...seek, wishes: [...seek.wishes, ...more].slice(0, MOST_WISHES) };
}

export function wishOf(game: string, players: number, pace: Pace): Wish {
  const clock = clockOf(pace, players);
  return { game, players, ...(clock && { clock }) };
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

/** Returns wishes by game. */
export function byGame(wishes: readonly Wish[]): GameWishes[] {
  const found = new Map<string, GameWishes>();
  wishes.forEach(({ game, players }, wish) => {
    const one = found.get(game) ?? { game, counts: [] };
    one.counts.push({ players, wish });
    found.set(game, one);
  });
  return [...found.values()];
}
