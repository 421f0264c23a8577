import assert from "node:assert/strict";
import { test } from "node:test";
import type { WholePuzzle } from "../net/protocol.ts";
import { dueOf, readOwn, withNew, withResult, type OwnPuzzle } from "./own-puzzles.ts";

const DAY = 86_400_000;
const puzzle = (id: string) => ({ info: { id } }) as WholePuzzle;
const ids = (known: readonly OwnPuzzle[]) => known.map(({ whole }) => whole.info.id);

test("new puzzles are due at once, and each is kept once", () => {
  const known = withNew(withNew([], [puzzle("a"), puzzle("b")], 0), [puzzle("b"), puzzle("c")], 5);
  assert.deepEqual(ids(known), ["a", "b", "c"]);
  assert.deepEqual(ids(dueOf(known, 5)), ["a", "b", "c"]);
});

test("a solved puzzle comes again after a week, then later, and then no more", () => {
  let known = withNew([], [puzzle("a")], 0);
  const waits: number[] = [];
  for (let now = 0; known.length > 0; now = known[0]?.due ?? 0) {
    known = withResult(known, "a", true, now);
    if (known[0]) waits.push((known[0].due - now) / DAY);
  }
  assert.deepEqual(waits, [7, 21, 60]);
});

test("a missed puzzle comes again the next day", () => {
  const solved = withResult(withNew([], [puzzle("a")], 0), "a", true, 0);
  const missed = withResult(solved, "a", false, 7 * DAY);
  assert.deepEqual(missed.map(({ box, due }) => [box, due]), [[0, 8 * DAY]]);
});

test("a puzzle that is not due yet stays as it is", () => {
  const solved = withResult(withNew([], [puzzle("a")], 0), "a", true, 0);
  assert.deepEqual(withResult(solved, "a", false, DAY), solved);
});

test("the first of many are forgotten, and damaged ones left out", () => {
  const many = withNew([], Array.from({ length: 40 }, (_, at) => puzzle(String(at))), 0);
  assert.equal(many.length, 30);
  assert.equal(ids(many)[0], "10");
  assert.deepEqual(ids(readOwn(JSON.stringify([...many.slice(0, 1), { box: 1 }, null, 7]))), ["10"]);
  for (const text of [null, "{", "{}", "7"]) assert.deepEqual(readOwn(text), []);
});
