import assert from "node:assert/strict";
import { test } from "node:test";
import { Grid, readCell } from "../../../../../../web/src/board/cells.ts";
import { type LaidRing } from "./position.ts";
import { hidingRings } from "./sight.ts";

const grid = new Grid(readCell("a1"), readCell("l12"));
const ring = (near: string, far: string, height: number): LaidRing => ({ seat: 0, feet: [near, far], height });
const EYE = { x: 0, y: 14, z: 14 };

test("from above a ring hides the holes below it and no others", () => {
  const rings = [ring("c5", "g5", 4), ring("c8", "g8", 4)];
  assert.deepEqual([...hidingRings(rings, ["e5"], grid, null)], [rings[0]]);
  assert.deepEqual([...hidingRings(rings, ["e6", "h5"], grid, null)], []);
});

test("a tall ring hides holes behind it, a low one does not", () => {
  const tall = ring("e5", "i5", 6);
  const low = ring("e5", "i5", 1);
  const behind = ["g6", "g7", "g8", "g9"];
  const hidden = (of: LaidRing) => behind.filter((hole) => hidingRings([of], [hole], grid, EYE).size > 0);
  assert.ok(hidden(tall).length > 0);
  assert.ok(hidden(tall).every((hole) => hole !== "g6"), "the view passes through the arch");
  assert.deepEqual(hidden(low).filter((hole) => hole !== "g6"), []);
  assert.equal(hidingRings([tall], ["g3"], grid, EYE).size, 0, "what is in front of it is not hidden");
});
