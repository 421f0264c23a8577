import assert from "node:assert/strict";
import { test } from "node:test";
import { aimFactor, clearSide, hitTest, type Round } from "./hit-test.ts";

const round = (x: number, y: number, side = 26, visible = true): Round => ({ x, y, side, visible });

test("of things that overlap the one is meant whose middle is nearest", () => {
  const things = [round(0, 0), round(20, 0)];
  assert.equal(hitTest(things, { x: 9, y: 0 }), 0);
  assert.equal(hitTest(things, { x: 11, y: 0 }), 1);
});

test("a large thing reaches further than a small one", () => {
  const things = [round(0, 0, 60), round(30, 0, 20)];
  assert.equal(hitTest(things, { x: 18, y: 0 }), 0);
  assert.equal(hitTest(things, { x: 26, y: 0 }), 1);
});

test("a finger that misses a little still meets; what is far off or hidden is not meant", () => {
  assert.equal(hitTest([round(0, 0)], { x: 20, y: 0 }), 0);
  assert.equal(hitTest([round(0, 0)], { x: 40, y: 0 }), -1);
  assert.equal(hitTest([round(0, 0)], { x: 40, y: 0 }, 50), 0);
  assert.equal(hitTest([round(0, 0, 26, false)], { x: 0, y: 0 }), -1);
});

test("things are drawn no larger than leaves the others' middles free", () => {
  const things = [round(0, 0, 60), round(20, 0), round(100, 0, 30)];
  assert.equal(clearSide(things, 0), 37);
  assert.equal(clearSide(things, 1), 26);
  assert.equal(clearSide(things, 2), 30);
  assert.equal(clearSide([round(0, 0, 40), round(2, 0, 40)], 0), 40);
});

test("aimFactor magnifies what is closer than a finger, and only that", () => {
  const at = (x: number, y = 0, visible = true) => ({ x, y, side: 26, visible });
  const row = [at(0), at(23), at(46)];
  assert.equal(aimFactor(row, 0), 2, "23 pixels become 46");
  assert.equal(aimFactor([at(0), at(44)], 0), 1);
  assert.equal(aimFactor([at(0), at(23, 0, false)], 0), 1, "what is outside the picture does not count");
  assert.equal(aimFactor([at(0), at(2)], 0), 1, "one spot stays one at any size");
});
