import assert from "node:assert/strict";
import { test } from "node:test";
import { partnersOf, teamsOf } from "./teams.ts";

test("teamsOf lists the members of each team, that of seat 0 first", () => {
  assert.deepEqual(teamsOf([0, 1, 0, 1]), [[0, 2], [1, 3]]);
  assert.deepEqual(teamsOf([1, 0, 1, 0]), [[0, 2], [1, 3]]);
  assert.deepEqual(teamsOf([0, 0, 1]), [[0, 1], [2]]);
  for (const none of [null, undefined, []]) assert.deepEqual(teamsOf(none), []);
});

test("partners are the others of one's team", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => partnersOf(seat, [0, 1, 0, 1])), [[2], [3], [0], [1]]);
  assert.deepEqual(partnersOf(2, [0, 0, 1]), []);
  assert.deepEqual(partnersOf(0, null), []);
});
