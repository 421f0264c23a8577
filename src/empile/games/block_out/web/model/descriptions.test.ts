import assert from "node:assert/strict";
import { test } from "node:test";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import type { Position } from "./position.ts";
import { POSITION, SETUP, at, input, move, t } from "./fixtures.ts";
import { describe, newCards, remarks, seatFacts, seatMarks } from "./descriptions.ts";

const told = (old: Partial<Position>, now: Partial<Position>, more: Partial<SceneInput> = {}) =>
  remarks(at(old), at(now, more), t);

test("describe lists the tower from the bottom up, free blocks and sizes of hands", () => {
  const text = describe(input(), SETUP, t);
  assert.match(text, /^scene.tell.play Anne scene.tell.tower 2 block.kL, block.yM scene.tell.free block.kS, /);
  assert.match(text, /scene.tell.hand Anne 5, scene.tell.hand Bea 3 scene.direction.forward$/);
  assert.match(describe(at({ tower: [] }), SETUP, t), /scene.tell.no_tower scene.tell.hands/);
  assert.match(describe(input({ chosen: { card: "y*" } }), SETUP, t), /scene.tell.open block.yS, block.yL/);
});

test("describe names no turn while the outcome is open, nor at the end", () => {
  assert.match(describe(input({ toAct: null, legal: [] }), SETUP, t), /^scene.tell.watch/);
  assert.match(describe(at({ stage: "over" }, { toAct: null, legal: [] }), SETUP, t), /^scene.tell.over/);
});

test("remarks report a fall with the number of blocks, but not a new block", () => {
  assert.deepEqual(told({}, { tower: [], stage: "rebuild" }), ["scene.remark.fall 2"]);
  assert.deepEqual(told({}, { tower: ["kL", "yM", "kS"] }), []);
  assert.deepEqual(told({}, { tower: [], turn: 30 }), [], "another place of the game is no news");
  assert.deepEqual(told({}, { tower: [], turn: 2 }), [], "nor is what was taken back");
});

test("remarks report others' last card, a change of direction, and a card that must be played", () => {
  assert.deepEqual(told({}, { hands: [POSITION.hands[0] ?? [], ["?"]] }), ["scene.remark.last_card Bea"]);
  assert.deepEqual(told({ hands: [["pass", "pass"], ["?"]] }, { hands: [["pass"], ["?"]] }), [], "one's own is seen");
  assert.deepEqual(told({}, { direction: -1 }), [], "with two seats nothing changes");
  const three = { hands: [[], ["?"], ["?"]] };
  assert.deepEqual(told(three, { ...three, direction: -1 }), ["scene.direction.back"]);
  const drawn = { drawn: "y*", hands: [["y*"], ["?", "?", "?"]] };
  assert.deepEqual(told({}, drawn, { legal: [move("y*", "yS")] }), ["scene.note.drawn card.y*"]);
  assert.deepEqual(told({}, drawn, { legal: [], toAct: 1 }), []);
});

test("newCards are known only for a known hand", () => {
  const next = { ...POSITION, hands: [["kS", "kS", "y*", "**", "**", "pass"], ["?", "?", "?", "?"]] };
  assert.deepEqual([...newCards(POSITION, next, 0)], ["kS"]);
  assert.deepEqual([...newCards(POSITION, next, 1)], []);
  assert.deepEqual([...newCards({ ...POSITION, hands: [[], []] }, next, 0)], [], "a whole hand is dealt quietly");
});

test("seatFacts give the number of cards, seatMarks are distinct", () => {
  assert.deepEqual(seatFacts(input(), t).map(([fact]) => fact?.value), ["×5", "×3"]);
  const six = { names: [..."ABCDEF"] };
  assert.equal(new Set(seatMarks(six, t).map(({ mark }) => mark)).size, 6);
  assert.equal(new Set(seatMarks(six, t).map(({ colour }) => colour)).size, 6);
});
