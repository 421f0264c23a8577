import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Position } from "../../../../../../web/src/stage/position-editor.ts";
import { at, input, RAW, t } from "../model/fixtures.ts";
import type { Position as City } from "../model/position.ts";
import create from "./index.ts";

/** Positions that the engine reads in `tests/games/blox/show/test_built_positions.py`. */
const EXAMPLES = join(import.meta.dirname, "../../../../../../tests/games/blox/show/built_positions.json");
const RAW_OF_TWO = { ...RAW, neutral: ["h9", "a8"] };

const editor = create(t, RAW, { players: 3 });
const ofTwo = create(t, RAW_OF_TWO, { players: 2 });

type Step = [piece: string, place: string];

function built(steps: readonly Step[], from = editor, position = from.empty()): Position {
  return steps.reduce((now, [piece, place]) => from.put(now, piece, [place]) ?? now, position);
}

function city(position: Position | null | undefined): City {
  return position as unknown as City;
}

const PLAYABLE: Step[] = [
  ["block:M", "e9"], ["block:W", "c5"], ["block:M", "c5"], ["block:W", "c5"], ["block:B", "blocks:1:B"],
  ["blocks", "blocks:2"], ["figure:0", "g8"], ["figure:0", "a1"], ["figure:2", "e5"], ["card:W", "hand:0"],
  ["card:M", "hand:0"], ["card:G", "discard"], ["cards", "hand:0"], ["cards", "hand:1"], ["cards", "hand:2"],
];

test("an empty city has all pieces beside it", () => {
  const { towers, figures, reserve, deck, hands, phase } = city(editor.empty());
  assert.deepEqual([towers, figures, reserve, hands], [{}, {}, [4, 4, 4], ["", "", ""]]);
  assert.deepEqual(deck, { W: 15, G: 15, B: 15, M: 15 });
  assert.equal(phase, 1);
  assert.equal(city(ofTwo.empty()).phase, 2);
});

test("blocks make towers and stacks, in the order of colours", () => {
  const { towers, blocks } = city(built(PLAYABLE));
  assert.deepEqual(towers, { e9: "M", c5: "WWM" });
  assert.deepEqual(blocks, ["", "B", "W".repeat(8) + "G".repeat(10) + "B".repeat(9) + "M".repeat(8)]);
});

test("reserves and the draw pile follow", () => {
  const { reserve, deck, hands, discard } = city(built(PLAYABLE));
  assert.deepEqual(reserve, [2, 4, 3]);
  const all = hands.join("");
  for (const colour of ["W", "G", "B", "M"] as const) {
    assert.equal([...all].filter((one) => one === colour).length + discard[colour] + (deck as typeof discard)[colour], 15);
  }
});

test("cards fill up a hand with the colours of which most are left", () => {
  const hand = city(built([["card:W", "hand:0"], ["card:W", "hand:0"], ["cards", "hand:0"]])).hands[0];
  assert.equal(hand, "WWGBM");
  assert.equal(city(built([["cards", "hand:1"], ["cards", "hand:1"]])).hands[1]?.length, 5);
});

test("what the box lacks is not put", () => {
  const ten = built(Array.from({ length: 11 }, (): Step => ["block:M", "blocks:0:M"]));
  assert.equal(city(ten).blocks[0], "M".repeat(10));
  const tower = built(Array.from({ length: 6 }, (): Step => ["block:W", "e5"]));
  assert.equal(city(tower).towers["e5"], "WWWWW");
  const figures = built(["a1", "a2", "a3", "a4", "a5"].map((cell): Step => ["figure:1", cell]));
  assert.deepEqual(city(figures).reserve, [4, 0, 4]);
  const taken = built([["figure:0", "e5"], ["figure:1", "e5"], ["block:W", "e5"]]);
  assert.deepEqual([city(taken).figures, city(taken).towers], [{ e5: 0 }, {}]);
  assert.equal(editor.put(editor.empty(), "block:W", []), null);
});

test("take removes towers, figures, blocks and cards", () => {
  const full = built(PLAYABLE);
  for (const place of ["c5", "g8", "blocks:2:W", "hand:0:W", "discard:all:G"]) {
    assert.notEqual(editor.take(full, place), full, place);
  }
  for (const place of ["d5", "blocks:0:W", "reserve:0", "discard:all:W", "hand:9:W"]) {
    assert.equal(editor.take(full, place), full, place);
  }
  assert.deepEqual(city(editor.take(full, "c5")).towers, { e9: "M" });
  assert.deepEqual(city(editor.take(full, "g8")).reserve, [3, 4, 3]);
  const before = city(full);
  const after = city(editor.take(full, "hand:0:W"));
  assert.equal((after.deck as City["discard"]).W, (before.deck as City["discard"]).W + 1);
});

test("places are the spaces, the reserves and the stacks", () => {
  const all = editor.places(at(city(built(PLAYABLE)), { names: ["Anne", "Bea", "Cem"] }), null, []);
  assert.equal(all.length, 81 + 3 + 12);
  assert.equal(new Set(all.map(({ value }) => value)).size, all.length);
  const label = (place: string) => all.find(({ value }) => value === place)?.label;
  assert.equal(label("c5"), "editor.position.tower c5 blocks.W 2, blocks.M 1");
  assert.equal(label("e5"), "editor.position.figure e5 Cem");
  assert.equal(label("d5"), "editor.position.cell d5 colour.G");
  assert.equal(label("blocks:1:B"), "editor.position.front Bea blocks.B 1");
});

test("places of a piece are those where it can go", () => {
  const there = (piece: string) =>
    new Set(editor.places(at(city(built(PLAYABLE))), piece, []).map(({ value }) => value));
  assert.ok(there("block:W").has("c5") && there("block:W").has("blocks:0:W"));
  assert.ok(!there("block:W").has("e5") && !there("block:W").has("blocks:0:M"));
  assert.deepEqual([...there("blocks")], ["blocks:0", "blocks:1", "blocks:2"]);
  assert.equal(there("figure:0").size, 81 - 5);
  assert.equal(there("card:W").size, 0);
});

test("hands and the discard pile are next to the board", () => {
  const full = built(PLAYABLE);
  const values = (piece: string | null) =>
    (editor.beside?.(full, piece, []) ?? []).map(({ choices }) => choices.filter(({ enabled }) => enabled).map(({ value }) => value));
  assert.deepEqual(values("card:W"), [["discard"]], "all hands are full");
  assert.deepEqual(values("block:W"), []);
  const [hand] = values(null);
  assert.deepEqual(hand, ["hand:0:W", "hand:0:G", "hand:0:B", "hand:0:M"]);
  const empty = editor.beside?.(editor.empty(), "cards", []) ?? [];
  assert.deepEqual(empty[0]?.choices.map(({ value }) => value), ["hand:0", "hand:1", "hand:2"]);
});

test("every place next to the board can be used", () => {
  const full = built(PLAYABLE);
  for (const { choices } of editor.beside?.(full, null, []) ?? []) {
    for (const { value } of choices) assert.notEqual(editor.take(full, value), full, value);
  }
  for (const piece of ["card:B", "cards"]) {
    for (const { choices } of editor.beside?.(editor.empty(), piece, []) ?? []) {
      for (const { value } of choices) assert.notDeepEqual(editor.put(editor.empty(), piece, [value]), editor.empty());
    }
  }
});

test("the tray counts what is left", () => {
  const groups = editor.tray(built(PLAYABLE));
  const enabled = groups.flatMap(({ choices }) => choices).filter((choice) => choice.enabled).map(({ value }) => value);
  assert.deepEqual(enabled, ["figure:0", "figure:1", "figure:2", "card:W", "card:G", "card:B", "card:M"]);
  const neutral = ofTwo.tray(ofTwo.empty())[1]?.choices.at(-1);
  assert.deepEqual([neutral?.value, neutral?.caption], ["figure:neutral", "×2"]);
});

test("fields set what is not on the board", () => {
  const fields = editor.fields(editor.empty()).map(({ id }) => id);
  assert.deepEqual(fields, [
    "seat", "phase", "round", "points:0", "points:1", "points:2", "joker:0", "joker:1", "joker:2",
  ]);
  let now = editor.set(editor.empty(), "phase", "last");
  for (const [id, value] of [["seat", "2"], ["round", "7"], ["points:1", "12"], ["joker:2", "down"]] as const) {
    now = editor.set(now, id, value);
  }
  const { phase, last_round, seat, round, points, jokers } = city(now);
  assert.deepEqual([phase, last_round, seat, round], [4, true, 2, 7]);
  assert.deepEqual([points, jokers], [[0, 12, 0], [true, true, false]]);
  assert.equal(city(editor.set(now, "phase", "3")).last_round, false);
  const phases = editor.fields(now).find(({ id }) => id === "phase");
  assert.equal(phases?.value, "last");
});

test("hidden cards of a view go back to the draw pile", () => {
  const adopted = city(ofTwo.adopt?.(input().position));
  assert.deepEqual(adopted.hands, ["WGGBM", ""]);
  assert.equal((adopted.deck as City["discard"]).W, 15 - 1 - 3);
  assert.equal(city(ofTwo.adopt?.({ ...input().position, seat: null })).seat, 0);
});

test("the examples for the engine are what is built here", () => {
  const two: Step[] = [
    ["block:G", "d4"], ["block:G", "d4"], ["blocks", "blocks:1"], ["figure:neutral", "h9"], ["figure:1", "a9"],
    ["cards", "hand:0"], ["cards", "hand:1"],
  ];
  const three = editor.set(editor.set(built(PLAYABLE), "phase", "last"), "seat", "1");
  const examples = [
    { options: { players: 3 }, fault: null, position: built(PLAYABLE) },
    { options: { players: 3 }, fault: null, position: three },
    { options: { players: 2 }, fault: null, position: built(two, ofTwo) },
    { options: { players: 3 }, fault: "fault.position.blocks_missing", position: editor.empty() },
    { options: { players: 3 }, fault: "fault.position.blocks_missing", position: editor.take(built(PLAYABLE), "blocks:2:W") },
    { options: { players: 3 }, fault: "fault.position.hand", position: editor.take(built(PLAYABLE), "hand:1:G") },
  ];
  const text = `${JSON.stringify(examples, null, 1)}\n`;
  if (process.env["WRITE_EXAMPLES"]) writeFileSync(EXAMPLES, text);
  assert.equal(readFileSync(EXAMPLES, "utf8"), text, "run with WRITE_EXAMPLES=1 to write them");
});
