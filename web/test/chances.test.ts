/** Expected returns in percent and as places. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, place } from "../src/table/chances.ts";

test("a return is a chance to win", () => {
  assert.equal(percent(0), 50);
  assert.equal(percent(0.24), 62);
  assert.equal(percent(-0.5), 25);
});

test("only what is certain is told as certain", () => {
  assert.equal(percent(1), 100);
  assert.equal(percent(-1), 0);
  assert.equal(percent(0.999), 99);
  assert.equal(percent(-0.999), 1);
});

test("a return among several is a place", () => {
  assert.equal(place(1, 4), 1);
  assert.equal(place(-1, 4), 4);
  assert.equal(place(0, 4), 2.5);
  assert.equal(place(1 / 3, 3), 1.7);
});
