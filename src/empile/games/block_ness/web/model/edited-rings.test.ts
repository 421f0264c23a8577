/** Rings added and removed by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addRing, areInLine, covers, placeEnd, removeRing, topRing, withEnds } from "./edited-rings.ts";
import type { LaidRing, Position } from "./position.ts";

const own = (near: string, far: string, height = 1): LaidRing => ({ seat: 0, feet: [near, far], height });
const stone = (near: string, far: string, height = 1): LaidRing => ({ ...own(near, far, height), seat: null });
const EMPTY: Position = { stage: "play", seat: 0, rings: [], heads: [null], tails: [null], reserves: [[]] };
const START: Position = {
  ...EMPTY, rings: [stone("f5", "f8", 3), own("d4", "d6")], heads: ["d6"], tails: ["d4"],
};

test("areInLine and covers", () => {
  assert.ok(areInLine("c3", "c9") && areInLine("c3", "a3"));
  assert.ok(!areInLine("c3", "c3") && !areInLine("c3", "d4"));
  assert.ok(covers(own("c3", "c6"), "c3") && covers(own("c6", "c3"), "c5"));
  assert.ok(!covers(own("c3", "c6"), "c7") && !covers(own("c3", "c6"), "d4"));
});

test("addRing sets the ends with the first own ring and moves them with the next", () => {
  const one = addRing(addRing(EMPTY, stone("a1", "c1"), 1), own("d4", "d6"), 1);
  assert.deepEqual([one.heads, one.tails], [["d6"], ["d4"]]);
  const two = addRing(one, own("d7", "f7", 2), 1);
  assert.deepEqual([two.heads, two.tails], [["f7"], ["d4"]]);
  const three = addRing(two, own("d3", "f3", 2), 1);
  assert.deepEqual([three.heads, three.tails], [["f7"], ["f3"]]);
  const apart = addRing(two, own("h9", "j9", 2), 1);
  assert.deepEqual([apart.heads, apart.tails], [["f7"], ["d4"]]);
  assert.deepEqual(addRing(one, own("d8", "f8", 2), 2).heads, ["f8"]);
});

test("addRing and withEnds keep the ends of other seats", () => {
  const other: LaidRing = { seat: 1, feet: ["h9", "h11"], height: 1 };
  const two = addRing({ ...START, heads: ["d6", null], tails: ["d4", null] }, other, 1);
  assert.deepEqual([two.heads, two.tails], [["d6", "h11"], ["d4", "h9"]]);
  assert.deepEqual(withEnds({ ...two, rings: [other] }).heads, [null, "h11"]);
});

test("removeRing keeps the ends on own feet", () => {
  const two = addRing(START, own("d7", "f7", 2), 1);
  assert.deepEqual(removeRing(two, 2).heads, ["d6"]);
  assert.deepEqual(removeRing(two, 1).tails, ["d7"]);
  const none = removeRing(START, 1);
  assert.deepEqual([none.heads, none.tails], [[null], [null]]);
});

test("topRing finds the highest ring on or over a hole", () => {
  const crossed = { ...START, rings: [...START.rings, own("e6", "g6", 4)] };
  assert.equal(topRing(crossed, "f6"), 2);
  assert.equal(topRing(crossed, "f7"), 0);
  assert.equal(topRing(crossed, "a1"), -1);
});

test("placeEnd swaps the ends and ignores other holes", () => {
  const swapped = placeEnd(START, "heads", "d4");
  assert.deepEqual([swapped.heads, swapped.tails], [["d4"], ["d6"]]);
  assert.equal(placeEnd(START, "tails", "f5"), START);
});
