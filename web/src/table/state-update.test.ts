import assert from "node:assert/strict";
import { test } from "node:test";
import type { Update, StateUpdate, StateView } from "../net/protocol.ts";
import { merged } from "./state-update.ts";

const ASIDE: StateUpdate = { seq: 5, asks: [], takeback: true, pending_ruling: null };
const STATE: StateView = {
  ...ASIDE, seq: 4, game_number: 1, seats: [1, 0], to_act: 1, mine: true, legal: [{ text: "a", parts: {} }],
  board_setup: { rows: 3 }, position: { seat: 1 }, scores: [1, 0], result: null, last: null, poses: {},
};

const update = (state: StateUpdate, events: Update["events"] = []): Update =>
  ({ type: "update", events, state });

test("an aside changes what it carries and keeps the rest", () => {
  assert.deepEqual(merged(STATE, update(ASIDE)), { ...STATE, ...ASIDE });
});

test("an update without a state changes nothing", () => {
  assert.equal(merged(STATE, { type: "update", events: [] }), STATE);
});

test("a move becomes the last one, with its parts", () => {
  const moved = { ...ASIDE, to_act: 0, mine: false, legal: [], position: { seat: 0 }, scores: [1, 2], result: null };
  const after = merged(STATE, update(moved, [
    { kind: "move", seq: 5, at: 0, seat: 1, text: "b", parts: { near: "b" } },
    { kind: "chance", seq: 6, at: 0, text: "~x" },
  ]));
  assert.deepEqual(after, { ...STATE, ...moved, last: { seat: 1, text: "b", parts: { near: "b" } } });
});

test("what the server says about the last move counts", () => {
  const before = { ...STATE, last: { seat: 1, text: "b", parts: {} } };
  const moves: Update["events"] = [{ kind: "move", seq: 5, at: 0, seat: 1, text: "c" }];
  assert.equal(merged(before, update({ ...ASIDE, last: null }, moves))?.last, null);
});

test("without a state, only a whole one is taken", () => {
  assert.equal(merged(null, update(ASIDE)), null);
  assert.deepEqual(merged(null, update(STATE)), STATE);
});

test("the board's setup stays the same object, so that scenes are not built again", () => {
  assert.equal(merged(STATE, update(ASIDE))?.board_setup, STATE.board_setup);
});
