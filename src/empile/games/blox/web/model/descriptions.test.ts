import assert from "node:assert/strict";
import { test } from "node:test";
import { describe, remarks, seatFacts, seatMarks } from "./descriptions.ts";
import { SETUP, at, input, t } from "./fixtures.ts";

const remarksOf = (before: Parameters<typeof at>[0], next: Parameters<typeof at>[0], more = {}) =>
  remarks(at(before), at(next, more), SETUP, t);
const last = (pay: string) => ({ last: { seat: 0, text: "", parts: { figure: "c5", to: "d5", pay } } });

test("remarks report a new phase and the last round", () => {
  assert.deepEqual(remarksOf({}, { phase: 3 }), ["scene.remark.phase 3 1, 2, 3 4"]);
  assert.deepEqual(remarksOf({ phase: 4 }, { phase: 4, last_round: true }), ["scene.remark.last_round"]);
});

test("remarks report reaching and leaving seven blocks", () => {
  assert.deepEqual(remarksOf({}, { blocks: ["WWGGBBM", "BBBBBB"] }), ["scene.remark.full Anne 7"]);
  assert.deepEqual(remarksOf({}, { blocks: ["WGM", "BBBBBBMMM"] }), ["scene.remark.full Bea 9"]);
  assert.deepEqual(remarksOf({ blocks: ["WWGGBBM", ""] }, { blocks: ["WWGG", ""] }), ["scene.remark.free Anne 4"]);
  assert.deepEqual(remarksOf({ blocks: ["WWGGBBM", ""] }, { blocks: ["WWGGBBMM", ""] }), []);
});

test("remarks report the own joker turning up and down", () => {
  assert.deepEqual(remarksOf({}, { jokers: [true, true] }), []);
  assert.deepEqual(remarksOf({ jokers: [false, false] }, {}), ["scene.remark.joker_up"]);
  assert.deepEqual(remarksOf({}, { jokers: [false, false] }), ["scene.remark.joker_down"]);
});

test("the cards that one draws are named, those of others are not", () => {
  const hands = (mine: string) => ({ hands: [mine, "?????"] });
  assert.deepEqual(remarksOf(hands("WGGBM"), hands("WGBMM"), last("G")), ["scene.remark.drawn colour.M"]);
  assert.deepEqual(remarksOf(hands("WGGBM"), hands("WGGBM"), last("G")), ["scene.remark.drawn colour.G"]);
  assert.deepEqual(remarksOf(hands("WGGBM"), hands("WGGBM"), last("G*")), []);
  const theirs = { last: { seat: 1, text: "", parts: { figure: "c6", to: "d6", pay: "?" } } };
  assert.deepEqual(remarksOf(hands("WGGBM"), hands("WGGBM"), theirs), []);
});

test("what is taken back and the end of the game are no news", () => {
  assert.deepEqual(remarksOf({ phase: 3 }, { phase: 2 }), []);
  assert.deepEqual(remarksOf({ round: 4 }, { round: 3, jokers: [true, true] }), []);
  assert.deepEqual(remarksOf({}, { phase: 3 }, { toAct: null }), []);
  const same = at({});
  assert.deepEqual(remarks(same, { ...same, chosen: { figure: "c5" } }, SETUP, t), []);
});

test("each seat's facts are its points, blocks, figures and cards; seven blocks are marked", () => {
  const [anne, bea] = seatFacts(at({ blocks: ["WGM", "BBBBBBMMM"] }), t);
  assert.deepEqual(anne?.map(({ value }) => value), ["4", "", "×2", ""]);
  assert.equal(bea?.[1]?.label, "scene.fact.full 9");
  assert.equal(bea?.[1]?.value, "9!");
  assert.equal(anne?.[3]?.label, "scene.fact.hand_up 5");
  assert.equal(bea?.[3]?.label, "scene.fact.hand_down 5");
});

test("describe puts the position in words; seats differ in colour, mark and name", () => {
  const marks = seatMarks(input(), t);
  assert.equal(new Set(marks.map(({ mark }) => mark)).size, 2);
  assert.match(describe(input(), SETUP, t), /scene.tell.seat Anne scene.colour.blue 4 3 c5, g4/);
});
