/**
 * Results of puzzles, a rating and the streak of daily puzzles, kept in this browser for each member. Results are kept by
 * the account too.
 */
import { progressName } from "../account/account-state.ts";
import { keepProgress, syncProgress, type Reached } from "../account/progress-sync.ts";
import type { PuzzleInfo } from "../net/protocol.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";

export interface PuzzleProgress {
  /** The rating on the scale of players' ratings. */
  rating: number;
  /** By the puzzles' IDs: whether the first try was right. Only the first try counts. */
  results: Readonly<Record<string, boolean>>;
  /** The last day whose puzzle was solved, and how many days in a row. */
  streak: { day: string; days: number };
}

const KEY = "puzzles";
const FIRST_RATING = 1200;
/** Steps of the rating for the first puzzles, and later (Elo 1978). */
const STEP_AT_FIRST = 60;
const STEP = 24;
const FIRST_PUZZLES = 20;
/** Values of results in the account. */
const RIGHT = 2;
const MISSED = 1;
const DAY_MS = 86_400_000;

export const NOTHING: PuzzleProgress = { rating: FIRST_RATING, results: {}, streak: { day: "", days: 0 } };

export function puzzleProgress(): PuzzleProgress {
  return readProgress(readPreference(progressName(KEY)));
}

/** Keeps the result of a first try, and the streak if it is the puzzle of `day`. */
export function keepResult(puzzle: PuzzleInfo, right: boolean, day: string | null): void {
  const before = puzzleProgress();
  const found = withResult(before, puzzle.id, puzzle.rating, right, day);
  savePreference(progressName(KEY), JSON.stringify(found));
  if (!(puzzle.id in before.results)) keepProgress([entryOf(puzzle, right)]);
}

/** Exchanges results with the account of whoever plays; returns whether the account knew more. */
export async function syncPuzzles(puzzles: readonly PuzzleInfo[]): Promise<boolean> {
  const { results } = puzzleProgress();
  const here = puzzles.flatMap((puzzle) => {
    const right = results[puzzle.id];
    return right === undefined ? [] : [entryOf(puzzle, right)];
  });
  const known = await syncProgress(here);
  const before = puzzleProgress();
  const after = withKnown(before, known);
  if (after === before) return false;
  savePreference(progressName(KEY), JSON.stringify(after));
  return true;
}

/** Adds the results that the account knows; they do not change the rating of this browser. */
export function withKnown(before: PuzzleProgress, known: readonly Reached[]): PuzzleProgress {
  const more = known.filter(({ kind, item }) => kind === "puzzle" && !Object.hasOwn(before.results, item));
  if (more.length === 0) return before;
  const found = Object.fromEntries(more.map(({ item, value }) => [item, value === RIGHT]));
  return { ...before, results: { ...found, ...before.results } };
}

function entryOf({ id, game }: PuzzleInfo, right: boolean): Reached {
  return { kind: "puzzle", game, item: id, value: right ? RIGHT : MISSED };
}

/** Returns the progress after a puzzle was solved, or failed at the first try. */
export function withResult(
  before: PuzzleProgress, id: string, difficulty: number, right: boolean, day: string | null,
): PuzzleProgress {
  let { rating, results, streak } = before;
  if (!Object.hasOwn(results, id)) {
    const tried = Object.keys(results).length;
    const expected = 1 / (1 + 10 ** ((difficulty - rating) / 400));
    rating = Math.round(rating + (tried < FIRST_PUZZLES ? STEP_AT_FIRST : STEP) * ((right ? 1 : 0) - expected));
    results = { ...results, [id]: right };
  }
  if (day !== null && right && day !== streak.day) {
    streak = { day, days: streak.day === dayBefore(day) ? streak.days + 1 : 1 };
  }
  return { rating, results, streak };
}

/** Returns how many days in a row, up to today or yesterday, the daily puzzle was solved. */
export function daysInARow({ streak }: PuzzleProgress, today: string): number {
  return streak.day === today || streak.day === dayBefore(today) ? streak.days : 0;
}

/** Returns the day of a time, by UTC, which is the same for everybody. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  return dayOf(Date.parse(day) - DAY_MS);
}

/** Leaves out what is damaged. */
export function readProgress(text: string | null): PuzzleProgress {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<PuzzleProgress> | null;
    const rating = Number.isFinite(kept?.rating) ? (kept?.rating ?? FIRST_RATING) : FIRST_RATING;
    const results = Object.fromEntries(
      Object.entries(kept?.results ?? {}).filter(([, right]) => typeof right === "boolean"),
    );
    const { day = "", days = 0 } = kept?.streak ?? {};
    const streak = typeof day === "string" && Number.isInteger(days) ? { day, days } : NOTHING.streak;
    return { rating, results, streak };
  } catch {
    return NOTHING;
  }
}
