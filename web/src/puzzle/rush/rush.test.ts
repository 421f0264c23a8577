import assert from "node:assert/strict";
import { test } from "node:test";
import type { PuzzleInfo } from "../../net/protocol.ts";
import { announced, leftOf, newRush, RUSH_MS, scoreOf, withAnswer, withShown, withTime, type Rush } from "./rush.ts";

const list = Array.from({ length: 200 }, (_, at) => ({ id: String(at), rating: 500 + ((at * 37) % 1800) }) as PuzzleInfo);
const begun = (timed = true): Rush => withShown(newRush(list, timed), 1000);

test("puzzles are of rising difficulty, and each comes once", () => {
  const { puzzles } = newRush(list, true);
  assert.equal(puzzles.length, 80);
  assert.equal(new Set(puzzles.map(({ id }) => id)).size, 80);
  const ratings = puzzles.map(({ rating }) => rating);
  assert.deepEqual(ratings, [...ratings].sort((one, other) => one - other));
  assert.notDeepEqual(newRush(list, true, () => 0).puzzles, newRush(list, true, () => 0.99).puzzles);
});

test("the time runs while boards are shown only", () => {
  const waiting = newRush(list, true);
  assert.equal(leftOf(waiting, 9e9), RUSH_MS);
  const first = withShown(waiting, 1000);
  assert.equal(leftOf(first, 6000), RUSH_MS - 5000);
  assert.equal(withShown(first, 4000), first);
  const loading = withAnswer(first, true, 6000);
  assert.equal(leftOf(loading, 60_000), RUSH_MS - 5000);
  assert.equal(leftOf(withShown(loading, 60_000), 61_000), RUSH_MS - 6000);
});

test("three mistakes end it, and the score is what was solved", () => {
  let rush = begun();
  for (const right of [true, false, true, false, true, false]) rush = withShown(withAnswer(rush, right, 2000), 2000);
  assert.equal(rush.end, "mistakes");
  assert.equal(scoreOf(rush), 3);
  assert.equal(withAnswer(rush, true, 3000), rush);
});

test("it ends when the time is up, also if an answer comes too late", () => {
  const rush = begun();
  assert.equal(withTime(rush, 1000 + RUSH_MS - 1).end, null);
  const over = withTime(rush, 1000 + RUSH_MS);
  assert.deepEqual([over.end, leftOf(over, 9e9)], ["time", 0]);
  const late = withAnswer(rush, true, 1000 + RUSH_MS + 5);
  assert.deepEqual([late.end, scoreOf(late)], ["time", 0]);
  assert.equal(withTime(begun(false), 9e9).end, null);
});

test("it ends after the last puzzle", () => {
  const rush = withShown(newRush(list.slice(0, 1), false), 0);
  assert.equal(withAnswer(rush, true, 1).end, "all");
});

test("some times are announced once", () => {
  assert.equal(announced(60_100, 59_900), 60);
  assert.equal(announced(59_900, 59_700), null);
  assert.equal(announced(30_001, 30_000), 30);
  assert.equal(announced(10_050, 9950), 10);
  assert.equal(announced(9950, 9000), null);
});
