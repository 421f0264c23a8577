import assert from "node:assert/strict";
import { test } from "node:test";
import type { LaidRing } from "../model/position.ts";
import {
  addToHand, changeRing, decode, describe, EMPTY, encode, isInZone, type LevelStart, moveRing, outside,
  removeFromHand, zoneBetween,
} from "./level.ts";

const own = (near: string, far: string, height = 1): LaidRing => ({ seat: 0, feet: [near, far], height });
const stone = (near: string, far: string, height = 1): LaidRing => ({ ...own(near, far, height), seat: null });
const START: LevelStart = {
  ...EMPTY,
  zone: ["c3", "j10"],
  rings: [stone("f5", "f8", 3), own("d4", "d6")],
  heads: ["d6"],
  tails: ["d4"],
  reserves: [["2.2", "2.3", "4.2"]],
};

test("encode is short, and decode reads it back", () => {
  assert.equal(encode(START), "c3j10;_f5f8.3,d4d6.1;d6d4;2.2,2.3,4.2");
  for (const start of [START, EMPTY, { ...START, zone: ["a1", "l12"] as [string, string] }]) {
    assert.deepEqual(decode(encode(start)), start);
  }
});

test("decode refuses other texts", () => {
  const texts = [
    "", "c3j10", "c3j10;;d6d4", "c3;;--;", "c3j10;f5.3;--;", "m3j10;;--;", "c3j13;;--;", "c3j10;f5f8.0;--;",
    "c3j10;;d6;", "c3j10;;--;2", "c3j10;;--;2.10", "c3j10;;--;2.2;", "c3j10;x;--;", "c3j10;;m1d4;",
  ];
  for (const text of texts) assert.equal(decode(text), null, text);
});

test("describe lists rings, ends and hand", () => {
  const words = describe(START, (key, args) => `${key} ${Object.values(args ?? {}).join(" ")}`);
  assert.deepEqual(words, [
    "solo.list.stone f5 f8 3", "solo.list.own d4 d6 1", "solo.list.head d6", "solo.list.tail d4",
    "solo.list.hand 2 2", "solo.list.hand 2 3", "solo.list.hand 4 2",
  ]);
});

test("zoneBetween, isInZone and outside", () => {
  assert.deepEqual(zoneBetween("j3", "c10"), ["c3", "j10"]);
  assert.ok(isInZone(START, "j10") && !isInZone(START, "k10") && !isInZone(START, "c2"));
  assert.deepEqual(outside({ ...START, zone: ["c3", "e10"] }), [START.rings[0]]);
});

test("moveRing changes the order, not beyond its ends", () => {
  assert.deepEqual(moveRing(START, 0, 1).rings.map(({ seat }) => seat), [0, null]);
  assert.equal(moveRing(START, 0, -1), START);
  assert.equal(moveRing(START, 1, 1), START);
});

test("addToHand and removeFromHand keep it sorted", () => {
  assert.deepEqual(addToHand(START, "2.1").reserves, [["2.1", "2.2", "2.3", "4.2"]]);
  assert.deepEqual(removeFromHand(START, "2.3").reserves, [["2.2", "4.2"]]);
  assert.deepEqual(removeFromHand(START, "9.9").reserves, START.reserves);
});

test("changeRing keeps the ends on own feet", () => {
  assert.deepEqual(changeRing(START, 1, { seat: null }).heads, [null]);
  assert.equal(changeRing(START, 0, { height: 5 }).rings[0]?.height, 5);
  assert.equal(START.rings[0]?.height, 3);
});
