import assert from "node:assert/strict";
import { test } from "node:test";
import { openSpots, panel } from "./choices.ts";
import { MOVES, board, input, move, t } from "./fixtures.ts";
import { readPicture } from "./picture.ts";

const PICTURE = readPicture(board({ one: "a1", two: "b2" }));
const open = (chosen: Record<string, string>, legal = [...MOVES]) =>
  openSpots(input({ legal, chosen }), PICTURE).map(({ spot, part, next }) => `${next ? "" : "("}${part}:${spot.value}`).sort();

test("openSpots offers the first part of each move", () => {
  assert.deepEqual(open({}), ["from:a1", "from:b2"]);
});

test("openSpots offers the next part, and other values of chosen parts where it has none", () => {
  assert.deepEqual(open({ from: "a1" }), ["(from:a1", "(from:b2", "to:a2", "to:b1"]);
  assert.deepEqual(open({ from: "a1", to: "b1" }), ["(to:a2", "(to:b1", "build:a1", "build:b2"]);
});

test("openSpots lets a complete move be changed from its last part back", () => {
  assert.deepEqual(open({ from: "a1", to: "b1", build: "b2" }), ["(build:a1", "(build:b2", "(to:a2", "(to:b1"]);
});

test("openSpots offers different parts of moves of different kinds", () => {
  const picture = readPicture(board({}).replaceAll("from to build", "cell from to"));
  const legal = [{ text: "b2", parts: { cell: "b2" } }, { text: "a1-a2", parts: { from: "a1", to: "a2" } }];
  const found = openSpots(input({ legal }), picture).map(({ spot, part }) => `${part}:${spot.value}`);
  assert.deepEqual(found.sort(), ["cell:b2", "from:a1"]);
});

test("openSpots are none without legal moves", () => {
  assert.deepEqual(open({}, []), []);
});

const STONES = [
  { text: "lay A", parts: { stone: "A", verb: "lay" } }, { text: "lay B", parts: { stone: "B", verb: "lay" } },
  { text: "swap A", parts: { stone: "A", verb: "swap" } },
];

test("panel offers parts without spots; values that fit no more are closed", () => {
  const groups = panel(input({ legal: STONES, chosen: { stone: "B", verb: "lay" } }), PICTURE, t);
  assert.deepEqual(groups.map(({ label, choices }) => [label, ...choices.map(({ value, enabled }) => value + Number(enabled))]),
    [["Stone", "A1", "B1"], ["Verb", "lay1", "swap0"]]);
});

test("panel says parts and values in the words of the game", () => {
  const named = (key: string) => ({ "part.stone": "Pebble", "part.stone.A": "flat", "verb.lay": "Lays" })[key] ?? key;
  const groups = panel(input({ legal: STONES }), PICTURE, named);
  assert.deepEqual(groups.map(({ label, choices }) => [label, ...choices.map((one) => one.label)]),
    [["Pebble", "flat", "B"], ["Verb", "Lays", "Swap"]]);
});

test("panel has no group for parts on the board, nor for a part with one value", () => {
  assert.deepEqual(panel(input(), PICTURE, t), []);
  assert.deepEqual(panel(input({ legal: MOVES.map((one) => ({ ...one, parts: { ...one.parts, verb: "move" } })) }), PICTURE, t), []);
  assert.deepEqual(panel(input({ legal: [] }), PICTURE, t), []);
});

test("panel offers a value that is on the board for other moves only", () => {
  const legal = [...MOVES, move("reserve", "a2", "b1")];
  assert.deepEqual(panel(input({ legal }), PICTURE, t).map(({ choices }) => choices.map(({ value }) => value)), [["reserve"]]);
});

test("panel offers the only move if nothing of it is on the board", () => {
  const groups = panel(input({ legal: [{ text: "pass", parts: { verb: "pass" } }] }), PICTURE, t);
  assert.deepEqual(groups.map(({ choices }) => choices.map(({ value, enabled }) => [value, enabled])), [[["pass", true]]]);
});
