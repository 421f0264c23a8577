import assert from "node:assert/strict";
import { test } from "node:test";
import { CARRY_SECONDS, DROP_SECONDS, LIFT_SECONDS, Motions, easeBoth, easeOut, fallen, hop } from "./motion.ts";
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

test("a new motion takes a thing from where it is; the motions of others go on", () => {
  const motions = new Motions();
  let piece = 0;
  let other = 0;
  const carry = (to: number): void => {
    const from = piece;
    motions.add(0.2, (done) => (piece = from + (to - from) * done), 0, "piece");
  };
  motions.add(0.2, (done) => (other = done), 0, "other");
  carry(8);
  motions.step(0.1);
  assert.equal(piece, 4);
  carry(0);
  assert.equal(piece, 4, "it does not jump to the end of the motion before");
  motions.step(0.1);
  assert.deepEqual([piece, other], [2, 1]);
  assert.deepEqual([motions.moves("piece"), motions.moves("other")], [true, false]);
  motions.step(0.1);
  assert.equal(piece, 0);
});

test("a motion that is replaced during a step plays no more", () => {
  const motions = new Motions();
  let old = 0;
  motions.add(1, (done) => {
    if (done > 0) motions.add(1, () => undefined, 0, "piece");
  });
  motions.add(1, () => (old += 1), 0, "piece");
  motions.step(0.1);
  assert.equal(old, 1, "only its first frame was seen");
  assert.ok(motions.moves("piece"));
});

test("pieces are lifted, carried and dropped in less than 300 ms", () => {
  for (const seconds of [LIFT_SECONDS, CARRY_SECONDS, DROP_SECONDS]) assert.ok(seconds < 0.3);
});

test("a dropped piece falls faster and faster, touches the board, and hops only then", () => {
  const motions = new Motions();
  const heights: number[] = [];
  motions.drop(DROP_SECONDS, (done) => heights.push(1 - fallen(done) + hop(done)));
  const touching = motions.contact;
  assert.ok(touching > 0 && touching < DROP_SECONDS);
  for (let frame = 0; frame < 4; frame += 1) motions.step(touching / 4);
  const falls = heights.slice(1).map((height, index) => (heights[index] ?? 0) - height);
  assert.ok(falls.every((fall, index) => fall > (falls[index - 1] ?? 0)), String(falls));
  assert.ok(Math.abs(heights.at(-1) ?? 1) < 1e-9, "it touches at the moment of contact");
  assert.ok(motions.contact < 1e-9);
  motions.step((DROP_SECONDS - touching) / 2);
  assert.ok((heights.at(-1) ?? 0) > 0.01);
  motions.step(DROP_SECONDS);
  assert.ok(Math.abs(heights.at(-1) ?? 1) < 1e-9);
});

test("easing begins at 0 and ends at 1", () => {
  for (const ease of [easeBoth, easeOut, fallen]) {
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
