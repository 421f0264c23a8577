import assert from "node:assert/strict";
import { test } from "node:test";
import type { SceneInput } from "../stage/scene.ts";
import { Grid, agreeing, byCell, cellName, nameOf, ownSeat, readCell, readingOrder, seatShown, total, values } from "./cells.ts";

const MOVES = [
  { text: "a1-b1", parts: { from: "a1", to: "b1" } },
  { text: "a1-a2", parts: { from: "a1", to: "a2" } },
  { text: "b1-a2", parts: { from: "b1", to: "a2" } },
  { text: "pass", parts: { verb: "pass" } },
];

function input(more: Partial<SceneInput>): SceneInput {
  return {
    boardSetup: {}, position: {}, names: ["Anne", "Béa"], mine: [0], toAct: 0, legal: [], chosen: {}, preview: null,
    restPoses: {}, last: null, ...more,
  };
}

test("agreeing keeps the moves with all chosen values except those of free parts", () => {
  assert.deepEqual(agreeing(MOVES, { from: "a1" }).map(({ text }) => text), ["a1-b1", "a1-a2"]);
  assert.deepEqual(agreeing(MOVES, { from: "a1", to: "a2" }, ["from"]).map(({ text }) => text), ["a1-a2", "b1-a2"]);
});

test("values lists each value once, and none for moves without the part", () => {
  assert.deepEqual(values(MOVES, "to"), ["b1", "a2"]);
  assert.deepEqual(values(MOVES, "verb"), ["pass"]);
});

test("ownSeat is the seat to act if it is played here, or else the first own one", () => {
  assert.equal(ownSeat(input({ toAct: 1, mine: [0, 1] })), 1);
  assert.equal(ownSeat(input({ toAct: 1, mine: [0] })), 0);
  assert.equal(ownSeat(input({ toAct: 1, mine: [] })), null);
  assert.equal(ownSeat(input({ toAct: null, mine: [1] })), 1);
});

test("seatShown is the seat to act for spectators", () => {
  assert.equal(seatShown(input({ toAct: 1, mine: [] })), 1);
  assert.equal(seatShown(input({ toAct: null, mine: [] })), null);
  assert.equal(seatShown(input({ toAct: 1, mine: [0] })), 0);
});

test("nameOf is the number of a seat without a name", () => {
  assert.equal(nameOf(input({}), 1), "Béa");
  assert.equal(nameOf(input({}), 2), "3");
});

test("total adds counts", () => {
  assert.equal(total({ white: 2, red: 3 }), 5);
});

test("cells are read and named back, with 26 rows too", () => {
  for (const name of ["a1", "c3", "z26"]) assert.equal(cellName(readCell(name)), name);
  assert.deepEqual(readCell("c10"), { column: 2, row: 9 });
});

test("readingOrder begins in the top row; byCell sorts so, things without a cell last", () => {
  assert.deepEqual(readingOrder(3, 2), ["a2", "b2", "c2", "a1", "b1", "c1"]);
  const sorted = ["b1", "", "a1", "a2"].map((name) => ({ name, ...(name && { cell: readCell(name) }) })).sort(byCell);
  assert.deepEqual(sorted.map(({ name }) => name), ["a2", "a1", "b1", ""]);
});

test("Grid has the middle of its area at the origin; rows go away from the viewer", () => {
  const grid = new Grid(readCell("c3"), readCell("j10"));
  assert.deepEqual(grid.named("c3"), { x: -3.5, z: 3.5 });
  assert.deepEqual(grid.place({ column: 9, row: 9 }), { x: 3.5, z: -3.5 });
  assert.deepEqual(new Grid(readCell("a1"), readCell("c3"), 0.5).named("b2"), { x: 0, z: -0.5 });
});
