import assert from "node:assert/strict";
import { test } from "node:test";
import { holderOf, mustPass } from "./pass-device.ts";

const info = { imperfect_information: true, status: "playing" } as const;
const turnOf = (to_act: number | null, mine = true, game_number = 1) => ({ to_act, mine, game_number });

test("the device is passed before each turn of another person", () => {
  let holder: string | null = null;
  assert.ok(mustPass(info, turnOf(0), [0, 1], holder), "nobody has said to have it");
  holder = holderOf(turnOf(0));
  assert.equal(mustPass(info, turnOf(0), [0, 1], holder), false);
  assert.ok(mustPass(info, turnOf(1), [0, 1], holder));
  holder = holderOf(turnOf(1));
  assert.ok(mustPass(info, turnOf(0), [0, 1], holder), "a move that was taken back");
});

test("mustPass is false during others' turns", () => {
  const holder = holderOf(turnOf(0));
  assert.equal(mustPass(info, turnOf(2, false), [0, 1], holder), false);
  assert.equal(mustPass(info, turnOf(0), [0, 1], holder), false);
});

test("mustPass is false with one player, or without hidden information", () => {
  assert.equal(mustPass(info, turnOf(0), [0], null), false);
  assert.equal(mustPass({ ...info, imperfect_information: false }, turnOf(0), [0, 1], null), false);
});

test("mustPass is false at the end; a new game starts over", () => {
  const holder = holderOf(turnOf(0));
  assert.equal(mustPass({ ...info, status: "over" }, turnOf(null, false), [0, 1], holder), false);
  assert.ok(mustPass(info, turnOf(0, true, 2), [0, 1], holder));
});
