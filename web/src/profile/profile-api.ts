/** Client of the routes of profiles. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type { MemberKind } from "../account/account-api.ts";

export type Outcome = "won" | "shared" | "lost";

export interface Profile {
  id: string;
  name: string;
  kind: MemberKind;
  made: number;
  games: number;
  listed: boolean;
  /** Whether the account of the member is signed in. */
  mine: boolean;
}

/** Results of a game with a number of players. */
export interface GameStatistics {
  game: string;
  players: number;
  played: number;
  won: number;
  shared: number;
  /** The mean of the ranks, from 1. */
  mean_rank: number;
  seats: { seat: number; played: number; won: number; shared: number }[];
  /** The share of wins of players of like strength, or null if there are too few. */
  compared: number | null;
}

export interface HeadToHead {
  /** The opponent's profile, or null if nobody may see it. */
  id: string | null;
  name: string;
  played: number;
  won: number;
  lost: number;
  shared: number;
}

export interface Statistics {
  by_game: GameStatistics[];
  opponents: HeadToHead[];
}

export interface HistoryPlayer {
  seat: number;
  name: string;
  id: string | null;
  level: number | null;
  rank: number;
  score: number;
  deleted: boolean;
}

export interface HistoryGame {
  table: string;
  number: number;
  game: string;
  ended: number;
  outcome: Outcome;
  /** The seat of the member. */
  seat: number;
  players: HistoryPlayer[];
  resigned: number[];
  /** Whether the table still exists, so that the game can be replayed. */
  replay: boolean;
}

export interface HistoryPage {
  games: HistoryGame[];
  cursor: string | null;
}

export interface HistoryFilter {
  game: string;
  result: Outcome | "";
  q: string;
  since: number;
}

export const profileApi = {
  profile: (id: string) => ask<Profile>(`/members/${encodeURIComponent(id)}/profile`),
  statistics: (id: string) => ask<Statistics>(`/members/${encodeURIComponent(id)}/statistics`),
  games: (id: string, filter: HistoryFilter, cursor: string | null) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, cursor })) if (value) query.set(name, String(value));
    return ask<HistoryPage>(`/members/${encodeURIComponent(id)}/games?${query.toString()}`);
  },
};
