import assert from "node:assert/strict";
import { test } from "node:test";
import { apart, headingOf, placeCorners } from "./lattice.ts";
import { Outline, RIM } from "./outline.ts";
import { LATTICE, SETUP } from "./fixtures.ts";

test("the board lies about the origin, its rows level and its upper rows away from the viewer", () => {
  assert.deepEqual(LATTICE.point("0,3"), { x: -3.5, z: 0 });
  assert.ok(Math.abs(LATTICE.half.x - 3.5) < 1e-9);
  assert.ok(LATTICE.point("0,6").z < LATTICE.point("3,0").z);
});

test("the corners of the three kinds of places begin at the acute corner of cell U", () => {
  assert.deepEqual(placeCorners("U22D22"), ["2,2", "3,2", "3,3", "2,3"]);
  assert.deepEqual(placeCorners("U22D21"), ["2,3", "2,2", "3,1", "3,2"]);
  assert.deepEqual(placeCorners("U22D12"), ["3,2", "2,3", "1,3", "2,2"]);
});

test("a tile's acute corners are further apart than its obtuse ones", () => {
  const gap = (a?: { x: number; z: number }, b?: { x: number; z: number }) =>
    Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.z ?? 0) - (b?.z ?? 0));
  for (const place of ["U22D22", "U22D21", "U22D12"]) {
    const [a, b, c, d] = LATTICE.placeCorners(place);
    assert.ok(Math.abs(gap(a, c) - Math.sqrt(3)) < 1e-9, place);
    assert.ok(Math.abs(gap(b, d) - 1) < 1e-9, place);
  }
});

test("headings of the kinds of places are a third of a turn apart", () => {
  const headings = ["U22D22", "U22D21", "U22D12"].map(headingOf);
  const third = (2 * Math.PI) / 3;
  for (const [a, b] of [[0, 1], [1, 2], [0, 2]] as const) {
    assert.ok(Math.abs(apart(headings[a] ?? 0, headings[b] ?? 0) - third) < 1e-9);
  }
});

test("the score track has tens of spaces at even steps, clear of the cells", () => {
  const outline = new Outline(LATTICE);
  const track = outline.track();
  assert.equal(track.length, 50);
  const steps = track.map((spot, index) => {
    const next = track[(index + 1) % track.length] as typeof spot;
    return Math.hypot(next.x - spot.x, next.z - spot.z);
  });
  assert.ok(Math.max(...steps) - Math.min(...steps) < 0.04);
  for (const spot of track) assert.ok(Math.abs(outline.distance(spot) - RIM.track) < 0.09);
  for (const cell of SETUP.cells) assert.ok(outline.distance(LATTICE.cell(cell)) < 0);
});
