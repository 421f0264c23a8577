/** Comparison of positions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSamePosition } from "./position-fields.ts";

test("isSamePosition ignores the order of members, not that of lists", () => {
  assert.ok(isSamePosition({ seat: 0, bag: { A: 1, B: 2 } }, { bag: { B: 2, A: 1 }, seat: 0 }));
  assert.ok(!isSamePosition({ stones: ["a", "b"] }, { stones: ["b", "a"] }));
  assert.ok(!isSamePosition({ seat: 0 }, { seat: null }));
});
