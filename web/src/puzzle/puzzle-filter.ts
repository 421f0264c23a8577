/** Which puzzles are listed: kept in the address, so that it can be shared. */
import type { PuzzleInfo, PuzzleResult } from "../net/protocol.ts";

export interface PuzzleFilter {
  /** The game's name; empty for all, as are the other texts. */
  game: string;
  theme: string;
  /** From 1, 0 for all. */
  grade: number;
  state: "" | PuzzleState;
}

export type PuzzleState = (typeof STATES)[number];

export const STATES = ["open", "solved", "missed"] as const;

/** Ratings at which a new grade begins. */
export const GRADES: readonly number[] = [0, 1000, 1300, 1600];

export const ALL_PUZZLES: PuzzleFilter = { game: "", theme: "", grade: 0, state: "" };

type Results = ReadonlyMap<string, PuzzleResult>;

/** Reads a filter from the query of an address; what cannot be read filters nothing. */
export function readFilter(search: string): PuzzleFilter {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? "";
  const number = (name: string, most: number) => {
    const value = Number(query.get(name));
    return Number.isInteger(value) && value > 0 && value <= most ? value : 0;
  };
  return {
    game: text("game"), theme: text("theme"), grade: number("grade", GRADES.length),
    state: STATES.find((state) => state === text("state")) ?? "",
  };
}

/** Returns the query of an address, with its question mark; empty if nothing is filtered. */
export function queryOf(filter: PuzzleFilter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value).map(([name, value]) => [name, String(value)]);
  return chosen.length === 0 ? "" : `?${new URLSearchParams(chosen)}`;
}

/** Returns the grade of a rating, from 1. */
export function gradeOf(rating: number): number {
  return GRADES.filter((from) => rating >= from).length || 1;
}

export function stateOf({ id }: PuzzleInfo, results: Results): PuzzleState {
  const result = results.get(id);
  return result === undefined ? "open" : result.right || result.again !== null ? "solved" : "missed";
}

export function matches(puzzle: PuzzleInfo, filter: PuzzleFilter, results: Results): boolean {
  return (!filter.game || puzzle.game === filter.game)
    && (!filter.theme || puzzle.themes.includes(filter.theme))
    && (!filter.grade || gradeOf(puzzle.rating) === filter.grade)
    && (!filter.state || stateOf(puzzle, results) === filter.state);
}

/** Returns the puzzle to go on with: an open one that is about as difficult, or the first open one. */
export function nextOf(
  puzzles: readonly PuzzleInfo[], at: PuzzleInfo, filter: PuzzleFilter, results: Results,
): PuzzleInfo | undefined {
  const left = puzzles.filter((puzzle) => puzzle.id !== at.id && matches(puzzle, filter, results));
  // Whoever filters by state has chosen: the missed ones, for instance, are tried again in turn.
  if (filter.state) {
    return left.find(({ rating, id }) => rating > at.rating || (rating === at.rating && id > at.id)) ?? left[0];
  }
  const open = left.filter((puzzle) => stateOf(puzzle, results) === "open");
  return open.find(({ rating }) => rating >= at.rating - 50) ?? open[0];
}
