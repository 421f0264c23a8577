import assert from "node:assert/strict";
import { test } from "node:test";
import { LIVERIES } from "./colours.ts";
import { bagPicture, leftPicture, tilePicture } from "./svg-icons.ts";
import { flatTile, tileInlays } from "./tile-art.ts";

test("an acute corner has one segment of its colour, an obtuse one two, each with its mark", () => {
  const inlays = tileInlays("BRWY", flatTile());
  const count = (fill: string) => inlays.filter((inlay) => inlay.fill === fill && inlay.edge).length;
  assert.deepEqual(
    [LIVERIES.B, LIVERIES.R, LIVERIES.W, LIVERIES.Y].map(({ colour }) => count(colour)), [1, 2, 1, 2],
  );
  assert.equal(inlays.filter(({ edge }) => !edge).length, 6);
});

test("flatTile rotated by half a turn swaps opposite corners", () => {
  const [a, b, c, d] = flatTile();
  const turned = flatTile(Math.PI);
  const same = (one: typeof a, other: typeof a) =>
    assert.ok(one && other && Math.hypot(one.x - other.x, one.y - other.y) < 1e-9);
  [c, d, a, b].forEach((corner, index) => same(turned[index], corner));
});

test("pictures say how many there are, and show what is used up faintly", () => {
  assert.match(tilePicture("BRWY", 0), /<svg[^>]*viewBox/);
  assert.match(leftPicture([{ colour: "B", count: 17, neutral: false }], 4), />17<.*>4</s);
  assert.match(bagPicture({ BRWY: 2 }, ["BRWY", "RBWY"]), /opacity="1".*>2<.*opacity="0.28".*>0</s);
});
