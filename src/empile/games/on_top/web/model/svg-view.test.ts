import assert from "node:assert/strict";
import { test } from "node:test";
import { SidePieces } from "./side-pieces.ts";
import { svgView } from "./svg-view.ts";
import { Outline } from "./outline.ts";
import { markerSpot } from "./markers.ts";
import { LATTICE, LEGAL, SETUP, at, input, showing } from "./fixtures.ts";
import { PAWN, levels, pawnSize } from "./sizes.ts";

const OUTLINE = new Outline(LATTICE);
const TRACK = OUTLINE.track();
const CORNERS = new SidePieces(OUTLINE);

test("a lone marker stands on its space; the track goes round, and debts stand on 0", () => {
  assert.deepEqual(markerSpot(TRACK, 7, [7, 3], 0), { ...TRACK[7], size: 1 });
  assert.deepEqual(markerSpot(TRACK, 57, [57, 3], 0), { ...TRACK[7], size: 1 });
  assert.deepEqual(markerSpot(TRACK, -4, [-4, 3], 0), { ...TRACK[0], size: 1 });
});

test("markerSpot separates markers on one space", () => {
  const scores = [5, 5, 5, 5];
  const spots = scores.map((score, seat) => markerSpot(TRACK, score, scores, seat));
  for (const [index, a] of spots.entries()) {
    for (const b of spots.slice(index + 1)) assert.ok(Math.hypot(a.x - b.x, a.z - b.z) > 0.15);
  }
});

test("pawns of a tower stand on each other, the lower ones wider", () => {
  const feet = levels("BYRW");
  assert.equal(feet.length, 5);
  for (let level = 1; level < feet.length; level += 1) assert.ok((feet[level] ?? 0) > (feet[level - 1] ?? 0));
  assert.ok(pawnSize(3) * PAWN.radius < 0.455, "the circle shows round the tower");
});

test("side pieces are clear of the board and inside the extent", () => {
  for (const colour of ["B", "Y", "R", "W"] as const) {
    for (const spot of [CORNERS.stock(colour), CORNERS.hand(colour)]) {
      assert.ok(OUTLINE.distance(spot) > 0.8);
      assert.ok(Math.abs(spot.x) < CORNERS.extent.x && Math.abs(spot.z) < CORNERS.extent.z);
    }
  }
});

test("the flat plan draws tiles, towers with their height, lights and the move that is shown", () => {
  const plan = (shown: Parameters<typeof svgView>[0]): string =>
    svgView(shown, SETUP, LATTICE, OUTLINE, CORNERS);
  const { x, z } = CORNERS.extent;
  const drawn = plan(input());
  assert.match(drawn, new RegExp(`viewBox="${(-x).toFixed(1)}`));
  assert.ok(z > 0);
  assert.match(drawn, />3<\/text>/);
  assert.equal(drawn.match(/stroke-opacity=".75"/g)?.length, 3);
  assert.doesNotMatch(plan(at({}, { legal: [] })), /stroke-opacity=".75"/);
  const closing = LEGAL[1];
  assert.ok(closing);
  assert.match(plan(showing(closing)), />\+2<\/text>/);
});
