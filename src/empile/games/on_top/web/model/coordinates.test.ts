/** The coordinates around the board. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coordinates } from "./coordinates.ts";
import { LATTICE, SETUP } from "./fixtures.ts";
import { placeText } from "./lattice.ts";
import { Outline, RIM } from "./outline.ts";

test("coordinates name each diagonal and each row once, between the cells and the score track", () => {
  const outline = new Outline(LATTICE);
  const found = coordinates(SETUP.cells, LATTICE, outline);
  assert.deepEqual(found.map(({ text }) => text).sort(), [..."0123456", ..."012345"].sort());
  for (const { text, x, z } of found) {
    const away = outline.distance({ x, z });
    assert.ok(away > 0.1 && away < RIM.track - 0.3, `${text} is ${away} away`);
  }
  found.forEach((one, index) => {
    for (const other of found.slice(0, index)) {
      assert.ok(Math.hypot(one.x - other.x, one.z - other.z) > 0.4, `${one.text} and ${other.text} are apart`);
    }
  });
});

test("coordinates stand at the ends of the row and the diagonal of a cell", () => {
  const outline = new Outline(LATTICE);
  const found = coordinates(SETUP.cells, LATTICE, outline);
  const { x, z } = LATTICE.rhombus("U13");
  const [row] = found.filter((one) => one.text === "3" && Math.abs(one.z - z) < 1e-9);
  assert.ok(row && row.x < x);
  const [diagonal] = found.filter((one) => one.text === "1" && one.z < z);
  assert.ok(diagonal && Math.abs((diagonal.x - x) * Math.sqrt(3) + (diagonal.z - z)) < 1e-9);
});

test("a place is named by the numbers on the board", () => {
  const said = (place: string): string => placeText(place, (key, args) => `${key} ${JSON.stringify(args)}`);
  assert.equal(said("U32D31"), 'scene.place.rows {"diagonal":3,"rows":"1–2"}');
  assert.equal(said("U32D22"), 'scene.place.diagonals {"diagonals":"2–3","row":2}');
  assert.equal(said("U32D32"), 'scene.place.cell {"diagonal":3,"row":2}');
  assert.equal(said("a1"), "a1");
});
