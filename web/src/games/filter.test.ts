import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlayedGame } from "../table/played-games.ts";
import { matching, resultOf } from "./filter.ts";

function game(more: Partial<PlayedGame> = {}): PlayedGame {
  return {
    table: "T1", number: 1, game: "blox", at: 5, names: ["Anne", "Béa"], mine: [0], ranks: [1, 2], scores: [9, 4],
    resigned: [], ...more,
  };
}

test("results are those of the best seat of this browser", () => {
  assert.equal(resultOf(game({ ranks: null })), "running");
  assert.equal(resultOf(game()), "won");
  assert.equal(resultOf(game({ ranks: [2, 1] })), "lost");
  assert.equal(resultOf(game({ ranks: [1, 1] })), "shared");
  assert.equal(resultOf(game({ ranks: [1, 1], mine: [0, 1] })), "won");
  assert.equal(resultOf(game({ ranks: [3, 1, 2], mine: [0, 2] })), "lost");
});

test("filters find games by kind, result, time and the others' names without accents", () => {
  const games = [game(), game({ number: 2, game: "on-top", ranks: [2, 1], at: 50 })];
  const all = { game: "", result: "", name: "", since: 0 } as const;
  const numbers = (more: object) =>
    matching(games, { ...all, ...more }, ({ names }) => names).map(({ number }) => number);
  assert.deepEqual(numbers({}), [1, 2]);
  assert.deepEqual(numbers({ game: "on-top" }), [2]);
  assert.deepEqual(numbers({ result: "won" }), [1]);
  assert.deepEqual(numbers({ since: 20 }), [2]);
  assert.deepEqual(numbers({ name: " bea" }), [1, 2]);
  assert.deepEqual(numbers({ name: "Anne" }), []);
});
