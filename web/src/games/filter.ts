/** Results of the games of this browser, and which of them to show. */
import type { PlayedGame } from "../table/played-games.ts";

export type Result = "running" | "won" | "shared" | "lost";

/** Returns how a game ended for this browser; with several seats, for the best of them. */
export function resultOf({ ranks, mine }: PlayedGame): Result {
  if (!ranks) return "running";
  const best = Math.min(...mine.map((seat) => ranks[seat] ?? Infinity));
  if (best !== 1) return "lost";
  // Everybody at one device wins and loses: there is nobody to share with.
  const others = ranks.some((rank, seat) => rank === 1 && !mine.includes(seat));
  return others ? "shared" : "won";
}

/** Which games to show. Empty members match all games. */
export interface Filter {
  game: string;
  result: Result | "";
  /** A part of the name of another player. */
  name: string;
  /** The first moment, in milliseconds since 1970. */
  since: number;
}

/** Returns the games that match, in their order. `namesOf` returns the shown names by seat. */
export function matching(
  games: readonly PlayedGame[], filter: Filter, namesOf: (game: PlayedGame) => readonly string[],
): PlayedGame[] {
  const wanted = plain(filter.name.trim());
  return games.filter((game) =>
    (!filter.game || game.game === filter.game) &&
    (!filter.result || resultOf(game) === filter.result) &&
    game.at >= filter.since &&
    (!wanted || namesOf(game).some((name, seat) => !game.mine.includes(seat) && plain(name).includes(wanted))));
}

/** Returns a text without accents and capitals. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
