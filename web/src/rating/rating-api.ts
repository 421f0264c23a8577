/** Client of the routes of ratings. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type {
  BotRatings, ExpectedScores, Leaderboard, MemberRating, MemberRatings, RankedMember, RatingHistory, RatingPoint, TableRatings,
} from "../net/protocol.ts";

export type Against = MemberRating["against"];
export type Size = MemberRating["size"];
export type Speed = MemberRating["speed"];
export type RatingInfo = Pick<MemberRating, "points" | "uncertainty" | "provisional">;
export type { BotRatings, Leaderboard, MemberRating, RankedMember, RatingPoint, TableRatings };

/** What is rated together. */
export interface RatingList {
  game: string;
  size: Size;
  speed: Speed;
  against: Against;
}

function query(values: object): string {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) found.set(name, String(value));
  return found.toString();
}

export const ratingApi = {
  of: (member: string) => ask<MemberRatings>(`/members/${encodeURIComponent(member)}/ratings`),
  history: (member: string, { game, size, speed, against }: RatingList, cursor: string | null = null) =>
    ask<RatingHistory>(`/members/${encodeURIComponent(member)}/ratings/history?${query({ game, size, speed, against, cursor })}`),
  leaderboard: ({ game, size, speed, against }: RatingList, season: number, cursor: string | null) =>
    ask<Leaderboard>(`/ratings/leaderboard?${query({ game, size, speed, against, season, cursor })}`),
  bots: (game: string, size: Size) => ask<BotRatings>(`/ratings/bots?${query({ game, size })}`),
  expected: ({ game, speed, against }: RatingList, members: readonly string[]) =>
    ask<ExpectedScores>(`/ratings/expected?${query({ game, speed, against, members: members.join(",") })}`),
  atTable: (table: string, member: string | null) =>
    ask<TableRatings>(`/tables/${encodeURIComponent(table)}/ratings?${query({ member })}`),
};
