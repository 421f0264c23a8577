import assert from "node:assert/strict";
import { test } from "node:test";
import type { PuzzleInfo, PuzzleResult } from "../net/protocol.ts";
import { ALL_PUZZLES, gradeOf, matches, nextOf, queryOf, readFilter } from "./puzzle-filter.ts";

const puzzle = (id: string, change: Partial<PuzzleInfo> = {}): PuzzleInfo => ({
  id, game: "blox", kind: "points", players: 2, variant: null, themes: ["joker"], moves: 1, rating: 1200, ...change,
});
const result = (id: string, right: boolean): [string, PuzzleResult] =>
  [id, { game: "blox", puzzle: id, right, at: 1, points: null, again: null }];

test("a filter is the same after it was in an address", () => {
  const chosen = { game: "on-top", theme: "hole", grade: 2, state: "missed" } as const;
  assert.deepEqual(readFilter(queryOf(chosen)), chosen);
  assert.equal(queryOf(ALL_PUZZLES), "");
  assert.deepEqual(readFilter("?grade=9&state=none&more=1"), ALL_PUZZLES);
});

test("grades begin at their ratings", () => {
  assert.deepEqual([0, 999, 1000, 1299, 1300, 1600, 2300].map(gradeOf), [1, 1, 2, 2, 3, 4, 4]);
});

test("puzzles match if all parts of the filter do", () => {
  const results = new Map([result("b", true), result("c", false)]);
  const list = [puzzle("a"), puzzle("b", { rating: 900 }), puzzle("c", { players: 4, themes: [] }), puzzle("d", { game: "on-top" })];
  const found = (filter: object) => list.filter((one) => matches(one, { ...ALL_PUZZLES, ...filter }, results)).map(({ id }) => id).join("");
  assert.equal(found({}), "abcd");
  assert.equal(found({ game: "blox" }), "abc");
  assert.equal(found({ theme: "joker", game: "blox" }), "ab");
  assert.equal(found({ grade: 1 }), "b");
  assert.equal(found({ state: "open" }), "ad");
  assert.equal(found({ state: "missed" }), "c");
});

test("the next puzzle stays within the filter", () => {
  const results = new Map([result("b", true), result("c", false), result("e", false)]);
  const list = [puzzle("a", { rating: 800 }), puzzle("b"), puzzle("c", { rating: 1250 }), puzzle("d", { rating: 1300 }), puzzle("e", { rating: 1900 })];
  const [, at, , , last] = list;
  assert.equal(nextOf(list, at!, ALL_PUZZLES, results)?.id, "d");
  assert.equal(nextOf(list, last!, ALL_PUZZLES, results)?.id, "a");
  assert.equal(nextOf(list, at!, { ...ALL_PUZZLES, grade: 1 }, results)?.id, "a");
  const missed = { ...ALL_PUZZLES, state: "missed" } as const;
  assert.equal(nextOf(list, list[2]!, missed, results)?.id, "e");
  assert.equal(nextOf(list, last!, missed, results)?.id, "c");
  assert.equal(nextOf(list, at!, { ...ALL_PUZZLES, game: "on-top" }, results), undefined);
});
