import assert from "node:assert/strict";
import { test } from "node:test";
import { isBetter, keepTry, progress, readProgress, starsOf, type Try } from "./progress.ts";

const solved: Try = { left: 0, moves: 4, hints: 0, undone: false };

test("starsOf counts hints and moves taken back", () => {
  assert.equal(starsOf(solved), 3);
  assert.equal(starsOf({ ...solved, undone: true }), 2);
  assert.equal(starsOf({ ...solved, undone: true, hints: 1 }), 1);
  assert.equal(starsOf({ ...solved, left: 1 }), 0);
});

test("isBetter compares pieces left, then hints, then moves", () => {
  assert.ok(isBetter(solved, undefined));
  assert.ok(isBetter({ ...solved, hints: 9 }, { ...solved, left: 1 }));
  assert.ok(isBetter({ ...solved, moves: 9 }, { ...solved, hints: 1 }));
  assert.ok(isBetter(solved, { ...solved, moves: 5 }));
  assert.ok(!isBetter(solved, solved));
});

test("readProgress leaves out what is damaged", () => {
  assert.deepEqual(readProgress('{"1-01":[3,0,4,0,0],"1-02":[4,0,4,0,0],"1-03":[1],"1-04":"x","1-05":[1,0,-1,0,0]}'), {
    "1-01": { stars: 3, best: solved },
  });
  for (const text of [null, "", "[]", "null", "{", "7"]) assert.deepEqual(readProgress(text), {}, String(text));
});

test("keepTry keeps the stars of one try and the best of another, without storage too", () => {
  assert.equal(typeof globalThis.localStorage?.getItem, "undefined", "this test has no storage");
  keepTry("1-01", { ...solved, left: 2 });
  assert.equal(progress()["1-01"]?.stars, 0);
  keepTry("1-01", { ...solved, undone: true, moves: 3 });
  keepTry("1-01", { ...solved, moves: 7 });
  assert.deepEqual(progress()["1-01"], { stars: 3, best: { ...solved, undone: true, moves: 3 } });
  keepTry("1-01", { ...solved, left: 1 });
  assert.equal(progress()["1-01"]?.stars, 3);
});
