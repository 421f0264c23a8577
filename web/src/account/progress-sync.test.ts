import assert from "node:assert/strict";
import { test } from "node:test";
import { movesOfValue, soloValue, starsOfValue } from "./progress-sync.ts";

test("the value of a solved level gives its stars and moves back", () => {
  for (const [stars, moves] of [[1, 1], [2, 40], [3, 0], [3, 999]] as const) {
    const value = soloValue(stars, moves);
    assert.deepEqual([starsOfValue(value), movesOfValue(value)], [stars, moves]);
  }
});

test("more stars are better, then fewer moves", () => {
  assert.ok(soloValue(3, 900) > soloValue(2, 1));
  assert.ok(soloValue(2, 5) > soloValue(2, 6));
  assert.equal(soloValue(1, 5000), soloValue(1, 999));
});
