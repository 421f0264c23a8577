/** Client of the routes of profiles. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type {
  GameStatistics, HistoryGame, HistoryPage, Opponent, Opponents, Profile, Progress, ProgressEntry, Statistics,
} from "../net/protocol.ts";

export type Outcome = HistoryGame["outcome"];
export type { GameStatistics, HistoryGame, Opponent, Profile, ProgressEntry, Statistics };

export interface HistoryFilter {
  game: string;
  result: Outcome | "";
  q: string;
  since: number;
}

export const profileApi = {
  profile: (id: string) => ask<Profile>(`/members/${encodeURIComponent(id)}/profile`),
  statistics: (id: string) => ask<Statistics>(`/members/${encodeURIComponent(id)}/statistics`),
  progress: (id: string) => ask<Progress>(`/members/${encodeURIComponent(id)}/progress`),
  opponents: (id: string, cursor: string) =>
    ask<Opponents>(`/members/${encodeURIComponent(id)}/opponents?cursor=${encodeURIComponent(cursor)}`),
  games: (id: string, filter: HistoryFilter, cursor: string | null) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, cursor })) if (value) query.set(name, String(value));
    return ask<HistoryPage>(`/members/${encodeURIComponent(id)}/games?${query.toString()}`);
  },
};
