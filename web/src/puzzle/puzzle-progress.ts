/**
 * Results of puzzles, a rating and the streak of daily puzzles, kept in this browser for each member. For members, the server
 * decides: attempts wait here until it has stored them, and its answer replaces what is here.
 */
import { currentMember, findMe, progressName } from "../account/account-state.ts";
import { ask } from "../net/api.ts";
import type { PuzzleAttempt, PuzzleHistory, PuzzleInfo, PuzzleResult } from "../net/protocol.ts";
import { dayOf, midnight } from "../ui/days.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";

export interface PuzzleProgress {
  /** The rating on the scale of players' ratings. */
  rating: number;
  /** The first try of each puzzle, the oldest first. Only the first try counts. */
  results: readonly PuzzleResult[];
  /** The last day whose puzzle was solved, and how many days in a row. */
  streak: { day: string; days: number };
  /** What the account does not know yet. */
  waiting: readonly PuzzleAttempt[];
}

/** A try that ended: solved, or with the first wrong move. */
export interface Tried {
  puzzle: PuzzleInfo;
  /** The events until the first wrong move, or the whole solution. */
  moves: readonly string[];
  right: boolean;
  /** The day whose puzzle it is, or null. */
  day: string | null;
  at: number;
}

const KEY = "puzzles";
/** The rating of whoever begins, as on the server. */
const FIRST_RATING = 1500;
/** Steps of the rating for the first puzzles, and later (Elo 1978). */
const STEP_AT_FIRST = 60;
const STEP = 24;
const FIRST_PUZZLES = 20;
/** Results that are kept; the oldest are forgotten. */
const MOST = 2000;
/** Attempts of one request. */
const AT_ONCE = 100;

export const NOTHING: PuzzleProgress = { rating: FIRST_RATING, results: [], streak: { day: "", days: 0 }, waiting: [] };

export function puzzleProgress(): PuzzleProgress {
  return readProgress(readPreference(progressName(KEY)));
}

/** Returns the results by the puzzles' IDs. */
export function resultsById({ results }: PuzzleProgress): ReadonlyMap<string, PuzzleResult> {
  return new Map(results.map((result) => [result.puzzle, result]));
}

/** Keeps how a try ended, and sends it to the account; `changed` is called if the account knows better. */
export function keepResult(tried: Tried, changed: () => void): void {
  const isMember = progressName(KEY) !== KEY;
  const before = puzzleProgress();
  const after = withResult(before, tried);
  save(isMember ? { ...after, waiting: [...after.waiting, attemptOf(tried)] } : after);
  if (isMember) void syncPuzzles().then((known) => known && changed(), () => undefined);
}

/** Exchanges results with the account of the member who plays here; returns whether there is one. */
export async function syncPuzzles(): Promise<boolean> {
  const member = currentMember(await findMe());
  if (!member) return false;
  const path = `/members/${encodeURIComponent(member.id)}/puzzles`;
  let known = null;
  for (;;) {
    const attempts = puzzleProgress().waiting.slice(0, AT_ONCE);
    if (attempts.length === 0 && known) return true;
    known = attempts.length === 0
      ? await ask<PuzzleHistory>(path)
      : await ask<PuzzleHistory>(path, null, { attempts });
    save(withKnown(puzzleProgress(), known, attempts));
  }
}

/** Returns what the account knows, with the attempts that it was not `sent` yet. */
export function withKnown(
  before: PuzzleProgress, known: PuzzleHistory, sent: readonly PuzzleAttempt[],
): PuzzleProgress {
  const keys = new Set(sent.map(keyOf));
  const waiting = before.waiting.filter((attempt) => !keys.has(keyOf(attempt)));
  const ids = new Set(known.results.map(({ puzzle }) => puzzle));
  const unsent = new Set(waiting.map(({ puzzle }) => puzzle));
  const own = before.results.filter(({ puzzle }) => unsent.has(puzzle) && !ids.has(puzzle));
  return {
    rating: known.points,
    results: [...known.results, ...own],
    streak: before.streak.day > known.day && waiting.length > 0 ? before.streak : { day: known.day, days: known.days },
    waiting,
  };
}

/** Returns the progress after a try. */
export function withResult(before: PuzzleProgress, { puzzle, right, day, at }: Tried): PuzzleProgress {
  let { rating, results, streak } = before;
  const known = results.find((result) => result.puzzle === puzzle.id);
  if (!known) {
    const expected = 1 / (1 + 10 ** ((puzzle.rating - rating) / 400));
    const step = results.length < FIRST_PUZZLES ? STEP_AT_FIRST : STEP;
    rating = Math.round(rating + step * ((right ? 1 : 0) - expected));
    const result = { game: puzzle.game, puzzle: puzzle.id, right, at, points: rating, again: null };
    results = [...results, result].slice(-MOST);
  } else if (right && !known.right && known.again === null) {
    results = results.map((result) => (result === known ? { ...result, again: at } : result));
  }
  // Who travels west has the same day twice, or one again that was over.
  if (day !== null && right && day > streak.day) {
    streak = { day, days: streak.day === dayBefore(day) ? streak.days + 1 : 1 };
  }
  return { ...before, rating, results, streak };
}

/** Returns how many days in a row, at least up to yesterday, the daily puzzle was solved. */
export function daysInARow({ streak }: PuzzleProgress, today: string): number {
  return streak.day >= dayBefore(today) ? streak.days : 0;
}

function dayBefore(day: string): string {
  return dayOf(midnight(day), -1);
}

function attemptOf({ puzzle, moves, right, day, at }: Tried): PuzzleAttempt {
  return { game: puzzle.game, puzzle: puzzle.id, at, moves: [...moves], right, day };
}

function keyOf({ puzzle, at }: PuzzleAttempt): string {
  return `${puzzle} ${at}`;
}

function save(progress: PuzzleProgress): void {
  savePreference(progressName(KEY), JSON.stringify(progress));
}

/** Leaves out what is damaged. */
export function readProgress(text: string | null): PuzzleProgress {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<PuzzleProgress> | null;
    const rating = Number.isFinite(kept?.rating) ? (kept?.rating ?? FIRST_RATING) : FIRST_RATING;
    const { day = "", days = 0 } = kept?.streak ?? {};
    const streak = typeof day === "string" && Number.isInteger(days) ? { day, days } : NOTHING.streak;
    const waiting = listOf(kept?.waiting).filter(({ game, puzzle, at }) => game && puzzle && Number.isFinite(at));
    return { rating, results: listOf(kept?.results).filter(isResult), streak, waiting };
  } catch {
    return NOTHING;
  }
}

function listOf<Entry extends object>(value: readonly Entry[] | undefined): Entry[] {
  return Array.isArray(value) ? (value as Entry[]).filter((entry) => typeof entry === "object" && entry !== null) : [];
}

function isResult({ game, puzzle, right, at, points, again }: PuzzleResult): boolean {
  const isTime = (value: number | null) => value === null || Number.isFinite(value);
  return typeof game === "string" && typeof puzzle === "string" && typeof right === "boolean"
    && Number.isFinite(at) && isTime(points) && isTime(again);
}
