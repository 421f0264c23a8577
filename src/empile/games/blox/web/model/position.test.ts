import assert from "node:assert/strict";
import { test } from "node:test";
import {
  actionOf, discarded, paid, place, CELLS, stacked, standing, without,
} from "./position.ts";
import { POSITION, SETUP } from "./fixtures.ts";

test("CELLS have the colours and squares of the board", () => {
  assert.equal(CELLS.length, 81);
  assert.equal(SETUP.colours.get("a9"), "B");
  assert.equal(SETUP.colours.get("g8"), "G");
  assert.equal(SETUP.squares.get("e9"), 1);
  assert.equal(SETUP.squares.get("a9"), 0);
});

test("rows go away from the viewer, columns to the right", () => {
  assert.ok(place("a9").z < place("a1").z);
  assert.ok(place("a1").x < place("i1").x);
});

test("the joker's letter is paid and not discarded", () => {
  assert.equal(discarded("WW*GM"), "WGM");
  assert.equal(discarded("M*"), "");
  assert.equal(paid("MMM*"), "MMM");
  assert.equal(without("WGGBM", "GM"), "WGB");
});

test("actionOf derives the action from the board", () => {
  const action = (figure: string, to: string) => actionOf({ figure, to }, POSITION);
  assert.equal(action("c5", "d5"), "move");
  assert.equal(action("reserve", "a9"), "enter");
  assert.equal(action("c5", "f5"), "take");
  assert.equal(action("c5", "c6"), "strike");
  assert.equal(action("g4", "c2"), "strike");
  assert.equal(action("c5", "c5"), "build");
  assert.equal(action("hand", "hand"), "exchange");
});

test("towers of a height are counted, and cells mix their blocks each in its own way", () => {
  assert.equal(standing(POSITION, 2), 2);
  assert.equal(standing(POSITION, 4), 0);
  const orders = new Set(CELLS.map((cell) => stacked(cell, "WGBM").join("")));
  assert.ok(orders.size > 5);
  for (const order of orders) assert.equal([...order].sort().join(""), "BGMW");
});
