import assert from "node:assert/strict";
import test from "node:test";
import { beats } from "./beats.ts";

test("words come in their order and within the time", () => {
  const found = beats("One, two, three, stand up tall for me!", 3);
  assert.deepEqual(found.map(({ word }) => word), [
    "One,", "two,", "three,", "stand", "up", "tall", "for", "me!",
  ]);
  assert.equal(found[0]?.at, 0);
  const times = found.map(({ at }) => at);
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
  assert.ok((times.at(-1) ?? 3) < 3);
});

test("a mark that stands alone belongs to the word before it", () => {
  const found = beats("tient bien droit !", 2);
  assert.deepEqual(found.map(({ word }) => word), ["tient", "bien", "droit !"]);
});

test("a mark before a word belongs to that word", () => {
  assert.deepEqual(beats("¡Un, dos", 1).map(({ word }) => word), ["¡Un,", "dos"]);
});

test("longer words take longer", () => {
  const [, second, third] = beats("a quick a", 3);
  assert.ok((third?.at ?? 0) - (second?.at ?? 0) > (second?.at ?? 0));
});

test("no words, no beats", () => {
  assert.deepEqual(beats("  ", 3), []);
});
