import assert from "node:assert/strict";
import { test } from "node:test";
import { readCell } from "../../../../../../web/src/board/cells.ts";
import { type LaidRing, readBoardSetup, readRing } from "../model/position.ts";
import { holesOf, inOrder, secondFeet } from "./fitting-rings.ts";

const SETUP = readBoardSetup({
  columns: 12, rows: 12, deep: ["c3", "j10"], zone: ["c3", "j10"], colours: ["orange"], rings: [["2.1"]],
});
const ring = (near: string, far: string, height: number): LaidRing => ({ seat: 0, feet: [near, far], height });
const feet = (rings: LaidRing[], shape: string, from: string) =>
  secondFeet(rings, SETUP, readRing(shape), readCell(from)).sort();

test("holesOf lists the holes of the zone from the top row down", () => {
  const holes = holesOf(SETUP);
  assert.equal(holes.length, 64);
  assert.deepEqual([holes[0], holes[1], holes.at(-1)], [readCell("c10"), readCell("d10"), readCell("j3")]);
});

test("secondFeet stays in the zone", () => {
  assert.deepEqual(feet([], "2.1", "c3"), ["c5", "e3"]);
  assert.deepEqual(feet([], "3.1", "f6"), ["c6", "f3", "f9", "i6"]);
});

test("secondFeet lets the higher one of two rings pass over the other", () => {
  const low = [ring("f5", "f7", 2)];
  assert.deepEqual(feet(low, "2.2", "e6"), ["c6", "e4", "e8"], "not over a ring of its height");
  assert.deepEqual(feet(low, "2.3", "e6"), ["c6", "e4", "e8", "g6"]);
  assert.deepEqual(feet(low, "2.1", "e6"), ["c6", "e4", "e8", "g6"], "a lower one was there before");
  assert.deepEqual(feet(low, "2.1", "f6"), ["d6", "f4", "f8", "h6"].filter((hole) => !["f4", "f8"].includes(hole)));
  assert.deepEqual(feet(low, "2.3", "f6"), [], "a foot is not under a lower arch");
  assert.deepEqual(feet(low, "2.3", "f5"), [], "a foot is taken");
  assert.deepEqual(feet(low, "2.1", "f4"), ["d4", "h4"], "nothing passes over a foot of a higher ring");
});

test("inOrder puts rings before those that pass over them, and keeps the order of others", () => {
  const [high, low, apart] = [ring("e6", "g6", 4), ring("f5", "f7", 2), ring("c3", "c5", 1)];
  assert.deepEqual(inOrder([apart, high, low]), [apart, low, high]);
  assert.deepEqual(inOrder([high, apart]), [high, apart]);
});
