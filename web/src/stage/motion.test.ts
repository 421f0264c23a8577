import assert from "node:assert/strict";
import { test } from "node:test";
import { Motions, easeBoth, easeOut, easeSettle } from "./motion.ts";
import { pixelRatio } from "./quality.ts";
import { viewChangeForKey } from "./view-controls.ts";

test("a motion shows its beginning at once, its end once, and is over", () => {
  const seen: number[] = [];
  const motions = new Motions();
  motions.add(0.4, (done) => seen.push(done));
  assert.equal(motions.step(0.1), true);
  assert.equal(motions.step(5), false);
  assert.equal(motions.step(1), false);
  assert.deepEqual(seen, [0, 0.25, 1]);
});

test("a delayed motion waits, and finishing shows every end", () => {
  const seen: number[] = [];
  const motions = new Motions();
  motions.add(1, (done) => seen.push(done), 1);
  motions.step(0.5);
  motions.finish();
  assert.deepEqual(seen, [0, 0, 1]);
  assert.equal(motions.step(0.1), false);
});

test("a motion may start another when it ends", () => {
  const motions = new Motions();
  let later = 0;
  motions.add(0.1, (done) => {
    if (done === 1) motions.add(0.1, (also) => (later = also));
  });
  assert.equal(motions.step(0.2), true);
  assert.equal(motions.step(0.2), false);
  assert.equal(later, 1);
});

test("easing begins at 0 and ends at 1", () => {
  for (const ease of [easeBoth, easeOut, easeSettle]) {
    assert.ok(Math.abs(ease(0)) < 1e-9);
    assert.ok(Math.abs(ease(1) - 1) < 1e-9);
  }
});

test("pictures in motion keep to a number of pixels, those at rest do not", () => {
  const quality = { pixelRatio: 1.5, movingPixels: 250_000, shadowMap: 512 };
  const screen = { width: 1000, height: 1000, devicePixelRatio: 2 };
  assert.equal(pixelRatio(quality, screen, true), 1.5);
  assert.equal(pixelRatio(quality, screen, false), 0.5);
  assert.equal(pixelRatio(quality, { ...screen, width: 100, height: 100 }, false), 1.5);
});

test("plain arrows are left to the board; with Shift they turn the table", () => {
  const key = (name: string, shiftKey = false) =>
    viewChangeForKey({ key: name, shiftKey, ctrlKey: false, altKey: false, metaKey: false });
  assert.equal(key("ArrowLeft"), null);
  assert.ok((key("ArrowLeft", true)?.turn?.azimuth ?? 0) < 0);
  assert.ok((key("+")?.zoom ?? 0) > 1);
  assert.equal(key("0")?.home, true);
});
