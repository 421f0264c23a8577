/** The outcome of a game that ended by its rules or by resignation. */
import type { GameResult } from "../../net/protocol.ts";
import { teamsOf } from "../seats/teams.ts";

export interface Outcome {
  winners: number[];
  scores: number[];
  /** Rank of each seat, from 1; equal seats share a rank. */
  ranks: number[];
  /** A word of the game; null after a resignation. */
  reason: string | null;
  /** The seats that resigned, if that ended the game. */
  resigned: number[];
}

/**
 * Returns the outcome. After a resignation the others win: the seats that resigned, and their partners, share
 * the last rank. Returns null if nothing has ended.
 */
export function outcomeOf(
  result: GameResult | null, resigned: readonly number[], scores: readonly number[],
  teams: readonly number[] | null,
): Outcome | null {
  if (result) return { ...result, resigned: [] };
  if (resigned.length === 0) return null;
  const team = (seat: number): number => teams?.[seat] ?? seat;
  const losing = new Set(resigned.map(team));
  const seats = scores.map((_, seat) => seat);
  const winners = seats.filter((seat) => !losing.has(team(seat)));
  const ahead = teams ? new Set(winners.map(team)).size : winners.length;
  return {
    winners,
    scores: [...scores],
    ranks: seats.map((seat) => (winners.includes(seat) ? 1 : 1 + ahead)),
    reason: null,
    resigned: [...resigned],
  };
}

/** A side of the final table: a seat, or the seats of a team. */
export interface Standing {
  seats: number[];
  rank: number;
  points: number;
  /** Whether other sides have the same rank. */
  shared: boolean;
  /** Whether another side has as many points but another rank. */
  tied: boolean;
}

/** Returns the sides, best first. */
export function standings(outcome: Outcome, teams: readonly number[] | null): Standing[] {
  const sides = teams ? teamsOf([...teams]) : outcome.ranks.map((_, seat) => [seat]);
  const found = sides.map((seats) => ({
    seats,
    rank: outcome.ranks[seats[0] ?? 0] ?? 0,
    points: seats.reduce((sum, seat) => sum + (outcome.scores[seat] ?? 0), 0),
  }));
  const decided = outcome.reason !== null;
  return found
    .map((side) => {
      const others = found.filter((other) => other !== side);
      return {
        ...side,
        shared: others.some((other) => other.rank === side.rank),
        tied: decided &&
          others.some((other) => other.points === side.points && other.rank !== side.rank),
      };
    })
    .sort((one, other) => one.rank - other.rank);
}

/** Whether to celebrate: a side has won alone, and it is not a loss of the only seat that is `mine`. */
export function isJoyful(outcome: Outcome, mine: readonly number[], teams: readonly number[] | null): boolean {
  const first = standings(outcome, teams).filter(({ rank }) => rank === 1);
  if (first.length !== 1) return false;
  return mine.length === 0 || mine.some((seat) => outcome.winners.includes(seat));
}
