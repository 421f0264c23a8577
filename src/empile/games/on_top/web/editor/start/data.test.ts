import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cellCorners } from "../../model/lattice.ts";
import { groundOf, moved, NOTHING, readStart, reserveOf, rowsOf, step, toggled } from "./data.ts";

const FOLDER = join(import.meta.dirname, "../../../data");
const read = (path: string) => JSON.parse(readFileSync(join(FOLDER, path), "utf8"));

function ground(path: string) {
  const { cells, golden } = read(path) as { cells: string[]; golden: string[] };
  return groundOf({ cells, golden, points: [...new Set(cells.flatMap(cellCorners))], triangles: 10 });
}

const HOUSE = ground("components.json");
const LARGE = ground("board/large.json");

test("triangles are read on the board that they lie on", () => {
  assert.deepEqual(readStart(["U13", "D52"], HOUSE), ["U13", "D52"]);
  assert.deepEqual(readStart([], HOUSE), []);
  assert.equal(readStart(["U06"], HOUSE), null);
  assert.deepEqual(readStart(["U06"], LARGE), ["U06"]);
  for (const bad of [null, "house", 7, {}, ["U13", "U13"], [7], ["U99"], [["U13"]]]) {
    assert.equal(readStart(bad, HOUSE), null, JSON.stringify(bad));
  }
  assert.equal(groundOf({ cells: 7 }), NOTHING);
  assert.equal(groundOf(undefined), NOTHING);
});

test("the game's presets of starts fit their boards", () => {
  const files = readdirSync(join(FOLDER, "start"));
  assert.ok(files.length > 1);
  for (const file of files) {
    for (const board of [HOUSE, LARGE]) assert.ok(readStart(read(`start/${file}`), board), file);
  }
});

test("a triangle is laid and taken, ten at the most", () => {
  assert.deepEqual(toggled(["U13"], "D52", HOUSE), ["U13", "D52"]);
  assert.deepEqual(toggled(["U13", "D52"], "U13", HOUSE), ["D52"]);
  const ten = HOUSE.cells.slice(0, 10);
  assert.equal(toggled(ten, "U13", HOUSE), null);
  assert.equal(toggled(ten, ten[3] ?? "", HOUSE)?.length, 9);
});

test("a triangle is moved, taken off the board, and comes from the reserve", () => {
  assert.deepEqual(moved(["U13", "D52"], "U13", "U33", HOUSE), ["U33", "D52"]);
  assert.deepEqual(moved(["U13", "D52"], "U13", null, HOUSE), ["D52"]);
  assert.deepEqual(moved(["U13"], null, "D52", HOUSE), ["U13", "D52"]);
  assert.deepEqual(moved(["U13"], null, null, HOUSE), ["U13"]);
  assert.deepEqual(moved(["U13"], "U13", "U13", HOUSE), ["U13"]);
  assert.equal(moved(["U13", "D52"], "U13", "D52", HOUSE), null, "two do not lie on one cell");
  assert.equal(moved(["U13"], null, "U13", HOUSE), null);
});

test("the reserve loses the start and the holes that it makes", () => {
  assert.deepEqual(reserveOf(["U13", "D52"], [], HOUSE), { left: 8, holes: 0 });
  assert.deepEqual(reserveOf(["D50", "D60"], ["D50", "D60", "U60"], HOUSE), { left: 7, holes: 1 });
  const ten = HOUSE.cells.slice(0, 10);
  assert.deepEqual(reserveOf(ten, [...ten, "U60"], HOUSE), { left: 0, holes: 0 });
});

test("keys lead over every cell of the board", () => {
  for (const board of [HOUSE, LARGE]) {
    const rows = rowsOf(board);
    assert.equal(rows.flat().length, board.cells.length);
    const found = new Set([board.cells[0] ?? ""]);
    for (const cell of found) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        found.add(step(rows, cell, key, board) ?? "");
      }
    }
    assert.equal(found.size, board.cells.length);
  }
  const rows = rowsOf(HOUSE);
  assert.equal(step(rows, "U13", "Home", HOUSE), rows[2]?.[0]);
  assert.equal(step(rows, "U05", "ArrowUp", HOUSE), "U05");
  assert.equal(step(rows, "U13", "x", HOUSE), null);
  assert.equal(step([], "U13", "ArrowUp", NOTHING), null);
});
