import assert from "node:assert/strict";
import { test } from "node:test";
import type { LaidRing } from "../model/position.ts";
import {
  addRing, addToHand, areInLine, changeRing, decode, describe, EMPTY, encode, isInZone, type LevelStart, moveRing,
  outside, placeEnd, removeFromHand, removeRing, topRing, zoneBetween,
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

test("areInLine and zoneBetween", () => {
  assert.ok(areInLine("c3", "c9") && areInLine("c3", "a3"));
  assert.ok(!areInLine("c3", "c3") && !areInLine("c3", "d4"));
  assert.deepEqual(zoneBetween("j3", "c10"), ["c3", "j10"]);
  assert.ok(isInZone(START, "j10") && !isInZone(START, "k10") && !isInZone(START, "c2"));
  assert.deepEqual(outside({ ...START, zone: ["c3", "e10"] }), [START.rings[0]]);
});

test("addRing sets the ends with the first own ring and moves them with the next", () => {
  const one = addRing(addRing(EMPTY, stone("a1", "c1"), 1), own("d4", "d6"), 1);
  assert.deepEqual([one.heads, one.tails], [["d6"], ["d4"]]);
  const two = addRing(one, own("d7", "f7", 2), 1);
  assert.deepEqual([two.heads, two.tails], [["f7"], ["d4"]]);
  const three = addRing(two, own("d3", "f3", 2), 1);
  assert.deepEqual([three.heads, three.tails], [["f7"], ["f3"]]);
  const apart = addRing(two, own("h9", "j9", 2), 1);
  assert.deepEqual([apart.heads, apart.tails], [["f7"], ["d4"]]);
  assert.deepEqual(addRing(one, own("d8", "f8", 2), 2).heads, ["f8"]);
});

test("removeRing and changeRing keep the ends on own feet", () => {
  const two = addRing(START, own("d7", "f7", 2), 1);
  assert.deepEqual(removeRing(two, 2).heads, ["d6"]);
  assert.deepEqual(removeRing(two, 1).tails, ["d7"]);
  const none = removeRing(START, 1);
  assert.deepEqual([none.heads, none.tails], [[null], [null]]);
  assert.deepEqual(changeRing(START, 1, { seat: null }).heads, [null]);
  assert.equal(changeRing(START, 0, { height: 5 }).rings[0]?.height, 5);
  assert.equal(START.rings[0]?.height, 3);
});

test("moveRing changes the order, not beyond its ends", () => {
  assert.deepEqual(moveRing(START, 0, 1).rings.map(({ seat }) => seat), [0, null]);
  assert.equal(moveRing(START, 0, -1), START);
  assert.equal(moveRing(START, 1, 1), START);
});

test("topRing finds the highest ring on or over a hole", () => {
  const crossed = { ...START, rings: [...START.rings, own("e6", "g6", 4)] };
  assert.equal(topRing(crossed, "f6"), 2);
  assert.equal(topRing(crossed, "f7"), 0);
  assert.equal(topRing(crossed, "a1"), -1);
});

test("placeEnd swaps the ends and ignores other holes", () => {
  const swapped = placeEnd(START, "heads", "d4");
  assert.deepEqual([swapped.heads, swapped.tails], [["d4"], ["d6"]]);
  assert.equal(placeEnd(START, "tails", "f5"), START);
});

test("addToHand and removeFromHand keep it sorted", () => {
  assert.deepEqual(addToHand(START, "2.1").reserves, [["2.1", "2.2", "2.3", "4.2"]]);
  assert.deepEqual(removeFromHand(START, "2.3").reserves, [["2.2", "4.2"]]);
  assert.deepEqual(removeFromHand(START, "9.9").reserves, START.reserves);
});
