import assert from "node:assert/strict";
import { test } from "node:test";
import type { PuzzleAttempt, PuzzleHistory, PuzzleInfo } from "../net/protocol.ts";
import {
  daysInARow, NOTHING, readProgress, resultsById, withKnown, withResult, type PuzzleProgress,
} from "./puzzle-progress.ts";

const puzzleOf = (id: string, rating: number) => ({ id, game: "blox", rating }) as PuzzleInfo;

/** Returns the progress after a try of the puzzle `id`. */
function after(
  before: PuzzleProgress, id: string, right: boolean, { rating = 1500, day = null as string | null, at = 1 } = {},
): PuzzleProgress {
  return withResult(before, { puzzle: puzzleOf(id, rating), moves: [], right, day, at });
}

test("a right first try raises the rating, more for a harder puzzle; a wrong one lowers it", () => {
  const easy = after(NOTHING, "a", true, { rating: 1200 }).rating;
  const hard = after(NOTHING, "a", true, { rating: 1800 }).rating;
  const failed = after(NOTHING, "a", false).rating;
  assert.ok(NOTHING.rating < easy && easy < hard);
  assert.ok(failed < NOTHING.rating);
});

test("only the first try of a puzzle counts, and a later solution is noted once", () => {
  const failed = after(NOTHING, "a", false);
  const solved = after(failed, "a", true, { at: 7 });
  assert.equal(solved.rating, failed.rating);
  assert.deepEqual(solved.results.map(({ right, again }) => [right, again]), [[false, 7]]);
  assert.deepEqual(after(solved, "a", true, { at: 9 }), solved);
  assert.deepEqual(after(after(NOTHING, "b", true), "b", false, { at: 9 }).results[0]?.right, true);
});

test("the oldest of many results are forgotten", () => {
  let progress = NOTHING;
  for (let at = 0; at < 2005; at += 1) progress = after(progress, String(at), true);
  assert.equal(progress.results.length, 2000);
  assert.ok(!resultsById(progress).has("4") && resultsById(progress).has("5"));
});

test("the streak counts days in a row, and ends after a day without", () => {
  let progress = NOTHING;
  for (const day of ["2026-11-29", "2026-11-30", "2026-12-01"]) progress = after(progress, day, true, { day });
  assert.equal(daysInARow(progress, "2026-12-01"), 3);
  assert.equal(daysInARow(progress, "2026-12-02"), 3);
  assert.equal(daysInARow(progress, "2026-12-03"), 0);
  assert.equal(after(progress, "b", true, { day: "2026-12-01" }).streak.days, 3, "twice a day counts once");
  assert.equal(after(progress, "c", true, { day: "2026-12-05" }).streak.days, 1);
  assert.equal(after(progress, "d", false, { day: "2026-12-02" }).streak.day, "2026-12-01");
});

test("what was kept is read, and damaged parts are left out", () => {
  const kept = after(NOTHING, "a", true, { day: "2026-12-01" });
  assert.deepEqual(readProgress(JSON.stringify(kept)), kept);
  const damaged = { ...kept, results: [...kept.results, { puzzle: 7 }, null, 3], waiting: [null, { game: "blox" }] };
  assert.deepEqual(readProgress(JSON.stringify(damaged)), kept);
  for (const text of [null, "", "{", "[]", "7", "null"]) assert.deepEqual(readProgress(text), NOTHING, String(text));
});

test("who travels west keeps the streak, and goes on with it the next day", () => {
  const streak = { ...NOTHING, streak: { day: "2026-12-02", days: 5 } };
  assert.equal(daysInARow(streak, "2026-12-01"), 5);
  assert.deepEqual(after(streak, "a", true, { day: "2026-12-01" }).streak, streak.streak);
  assert.deepEqual(after(streak, "b", true, { day: "2026-12-03" }).streak, { day: "2026-12-03", days: 6 });
});

test("what the account knows replaces what is here, but for what it was not sent", () => {
  const attempt = (puzzle: string, at: number): PuzzleAttempt => ({ game: "blox", puzzle, at, moves: [], right: true, day: null });
  const here = { ...after(after(NOTHING, "a", false), "b", true), waiting: [attempt("a", 1), attempt("b", 2)] };
  const known: PuzzleHistory = {
    points: 1700, uncertainty: 90, rated: 2, day: "2026-12-01", days: 4,
    results: ["a", "c"].map((puzzle) => ({ game: "blox", puzzle, right: true, at: 3, points: 1700, again: null })),
  };
  const both = withKnown(here, known, [attempt("a", 1)]);
  assert.equal(both.rating, 1700);
  assert.deepEqual(both.results.map(({ puzzle, right }) => [puzzle, right]), [["a", true], ["c", true], ["b", true]]);
  assert.deepEqual(both.waiting.map(({ puzzle }) => puzzle), ["b"]);
  assert.deepEqual(both.streak, { day: "2026-12-01", days: 4 });
  const all = withKnown(both, known, [attempt("b", 2)]);
  assert.deepEqual(all.results, known.results);
});
