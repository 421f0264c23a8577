/** Expected returns in percent and as places; expected points side by side. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { winPercent, expectedPlace, pointsBySide } from "./expected-result.ts";

test("a return is a chance to win", () => {
  assert.equal(winPercent(0), 50);
  assert.equal(winPercent(0.24), 62);
  assert.equal(winPercent(-0.5), 25);
});

test("winPercent is 0 or 100 only if the result is certain", () => {
  assert.equal(winPercent(1), 100);
  assert.equal(winPercent(-1), 0);
  assert.equal(winPercent(0.999), 99);
  assert.equal(winPercent(-0.999), 1);
});

test("a return among several is a place", () => {
  assert.equal(expectedPlace(1, 4), 1);
  assert.equal(expectedPlace(-1, 4), 4);
  assert.equal(expectedPlace(0, 4), 2.5);
  assert.equal(expectedPlace(1 / 3, 3), 1.7);
});

test("pointsBySide separates the own side from the others", () => {
  assert.deepEqual(pointsBySide([9.3, 10.6, -2.2], 1, null), { own: 11, others: [9, -2] });
});

test("partners have their points together", () => {
  assert.deepEqual(pointsBySide([9.4, 10.6, 5.4, 1.0], 2, [0, 1, 0, 1]), { own: 15, others: [12] });
  assert.deepEqual(pointsBySide([9.4, 10.6, 5.4, 1.0], 3, [0, 1, 0, 1]), { own: 12, others: [15] });
});
