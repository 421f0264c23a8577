import assert from "node:assert/strict";
import { test } from "node:test";
import { assignPlaces } from "../../../../../../web/src/stage/piece-identity.ts";
import { blockPlaces, figurePlaces, readPlace } from "./piece-places.ts";
import { type Position, stacked } from "./position.ts";

const BASE: Position = {
  phase: 2, last_round: false, round: 3, seat: 0,
  towers: { d7: "BMM", f8: "GG" }, figures: { g8: 0, h1: 1, e5: "neutral" },
  reserve: [3, 3], hands: ["WGGGB", "?????"], jokers: [true, true],
  blocks: ["WM", ""], points: [0, 0], deck: 43, discard: { W: 1, G: 0, B: 1, M: 0 },
};

test("every block has a place, in towers and before seats", () => {
  assert.equal(blockPlaces(BASE, "M").length, 3);
  assert.deepEqual(blockPlaces(BASE, "W"), ["stack 0 0"]);
  assert.deepEqual(blockPlaces(BASE, "G"), ["tower f8 0", "tower f8 1"]);
});

test("a tower's blocks keep their order, and no block gets lost in it", () => {
  assert.deepEqual([...stacked("d7", "BMM")].sort(), ["B", "M", "M"]);
  assert.deepEqual(stacked("d7", "BMM"), stacked("d7", "BMM"));
});

test("when a tower falls its blocks go to their owner, all others stay", () => {
  const fallen = { ...BASE, towers: { f8: "GG" }, blocks: ["WBMMM", ""] };
  const before = blockPlaces(BASE, "M");
  const after = assignPlaces(before, blockPlaces(fallen, "M"));
  before.forEach((place, index) => {
    const { kind } = readPlace(place);
    if (kind === "stack") assert.equal(after[index], place);
    else assert.match(after[index] ?? "", /^stack 0/);
  });
  assert.equal(new Set(after).size, 3);
});

test("a figure that moved is the one that left its cell", () => {
  const moved = { ...BASE, figures: { g4: 0, h1: 1, e5: "neutral" } as Position["figures"] };
  const before = figurePlaces(BASE, 0);
  const after = assignPlaces(before, figurePlaces(moved, 0));
  assert.equal(after[before.indexOf("cell g8")], "cell g4");
  assert.equal(after.filter((place, index) => place !== before[index]).length, 1);
});

test("a neutral figure that was struck has no place, and comes back when that is taken back", () => {
  const struck = { ...BASE, figures: { g8: 0, h1: 1 } as Position["figures"] };
  const gone = assignPlaces(figurePlaces(BASE, "neutral"), figurePlaces(struck, "neutral"));
  assert.deepEqual(gone, [null]);
  assert.deepEqual(assignPlaces(gone, figurePlaces(BASE, "neutral")), ["cell e5"]);
});
