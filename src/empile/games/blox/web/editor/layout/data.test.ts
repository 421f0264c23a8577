import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  CELLS, cellName, cellOf, clear, EMPTY, paint, progress, readLayout, sign, step, type Layout,
} from "./data.ts";

const house = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../data/components.json"), "utf8"),
) as Layout;

test("cells are named as on the board, row 9 above", () => {
  assert.deepEqual([0, 8, 40, 72, 80].map(cellName), ["a9", "i9", "e5", "a1", "i1"]);
  for (let cell = 0; cell < CELLS; cell += 1) assert.equal(cellOf(cellName(cell)), cell);
  for (const name of ["", "a", "j1", "a0", "…", "a10", "aa"]) assert.equal(cellOf(name), -1, name);
});

test("painting changes one cell of one part and nothing in place", () => {
  const painted = paint(house, cellOf("e5"), { part: "colours", sign: "M" });
  assert.equal(sign(painted, "colours", cellOf("e5")), "M");
  assert.equal(sign(house, "colours", cellOf("e5")), "B");
  assert.deepEqual(painted.squares, house.squares);
  const different = [...Array(CELLS).keys()].filter(
    (cell) => sign(painted, "colours", cell) !== sign(house, "colours", cell),
  );
  assert.deepEqual(different.map(cellName), ["e5"]);
});

test("painting what is there already changes nothing", () => {
  assert.equal(paint(house, cellOf("e6"), { part: "squares", sign: "4" }), house);
});

test("clearing a cell takes colour and squares", () => {
  const cleared = clear(house, cellOf("e6"));
  assert.equal(sign(cleared, "colours", cellOf("e6")), ".");
  assert.equal(sign(cleared, "squares", cellOf("e6")), ".");
});

test("the house board is all that is known of the box", () => {
  for (const { what, count, of } of progress(house)) assert.equal(count, of, what);
});

test("counts follow what is painted", () => {
  const counts = (layout: Layout) =>
    Object.fromEntries(progress(layout).map(({ what, count }) => [what, count]));
  assert.ok(progress(EMPTY).every(({ count }) => count === 0));
  let layout = paint(EMPTY, 0, { part: "squares", sign: "1" });
  layout = paint(layout, 1, { part: "squares", sign: "4" });
  layout = paint(layout, 0, { part: "colours", sign: "G" });
  assert.deepEqual(counts(layout), {
    W: 0, G: 1, B: 0, M: 0, squares: 5, singles: 1, "singles.G": 1, "singles.W": 0,
  });
});

test("boards are read, finished or not; all else is not", () => {
  assert.deepEqual(readLayout(house), house);
  assert.deepEqual(readLayout(EMPTY), EMPTY);
  const bad: unknown[] = [
    null, 7, "house", [], {}, { ...house, more: 1 }, { colours: house.colours },
    { ...house, colours: house.colours.slice(1) }, { ...house, squares: house.squares.join("") },
    { ...house, colours: house.colours.map((row) => row.toLowerCase()) },
    { ...house, squares: house.squares.map((row) => row.replaceAll(".", "0")) },
    { ...house, squares: [...house.squares.slice(1), "....5...."] },
    { ...house, colours: [...house.colours.slice(1), 123456789] },
  ];
  for (const data of bad) assert.equal(readLayout(data), null, JSON.stringify(data));
});

test("keys walk over the board and stop at its edges", () => {
  const walk = (from: string, key: string, control = false) => {
    const to = step(cellOf(from), key, control);
    return to === null ? null : cellName(to);
  };
  assert.equal(walk("e5", "ArrowUp"), "e6");
  assert.equal(walk("e5", "ArrowLeft"), "d5");
  assert.equal(walk("a1", "ArrowLeft"), "a1");
  assert.equal(walk("i9", "ArrowUp"), "i9");
  assert.equal(walk("e5", "Home"), "a5");
  assert.equal(walk("e5", "End", true), "i1");
  assert.equal(walk("e5", "PageDown"), "e1");
  assert.equal(walk("e5", "x"), null);
});
