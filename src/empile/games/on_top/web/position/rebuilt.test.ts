import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUP } from "../model/fixtures.ts";
import { rebuilt, tileName, towerOf } from "./rebuilt.ts";

test("tileName reads a tile from either acute corner", () => {
  assert.deepEqual(["BRWY", "WYBR"].map(tileName), ["BRWY", "BRWY"]);
});

test("towerOf puts all second colours below the first", () => {
  assert.equal(towerOf({ B: 1, Y: 2, R: 1, W: 0 }), "BRY");
  assert.equal(towerOf({ B: 0, Y: 0, R: 3, W: 0 }), "R");
  assert.equal(towerOf({ B: 2, Y: 0, R: 1, W: 2 }), "");
  assert.equal(towerOf({ B: 0, Y: 0, R: 0, W: 0 }), "");
});

// From a game, move by move.
const LAID = [
  "U14D13 WBRY", "U62D62 BYWR", "U12D12 RYWB", "U04D04 YBRW", "U03D03 YBWR",
];

test("rebuilt gives what a game gives: triangles, towers, points, pawns and bag", () => {
  assert.deepEqual(rebuilt(SETUP, LAID, "BWRY", 1), {
    laid: LAID, black: ["D02", "D52", "U13"], bare: [], reserve: 7,
    towers: { "0,4": "YR", "1,4": "WB", "0,3": "Y", "1,3": "B" }, scores: [3, 2], pawns: { B: 18, R: 20, W: 20, Y: 18 },
    bag: {
      BRWY: 3, BRYW: 2, BWRY: 2, BWYR: 3, BYRW: 3, BYWR: 2,
      RBWY: 2, RBYW: 3, RWYB: 2, RYWB: 1, WBYR: 3, WRYB: 2,
    },
    tile: "BWRY", seat: 1,
  });
});

test("rebuilt takes back what followed from a tile that is gone", () => {
  const before = rebuilt(SETUP, LAID.slice(0, -1), null, 0);
  const after = rebuilt(SETUP, LAID, null, 0);
  assert.ok(Object.keys(before.towers).length < Object.keys(after.towers).length);
  assert.deepEqual(rebuilt(SETUP, [...LAID].slice(0, -1), null, 0), before);
});

test("rebuilt holds another tile if the wanted one is on the board", () => {
  const one = rebuilt({ ...SETUP, tiles: { BRWY: 1, RBWY: 2 } }, ["U12D12 WYBR"], "BRWY", 1);
  assert.deepEqual([one.tile, one.bag, one.seat], ["RBWY", { RBWY: 1 }, 1]);
});

test("rebuilt leaves holes bare once the triangles are used up", () => {
  const start = new Set(["U03", "U12", "U05", "U15", "U25", "U35", "U45"]);
  const { black, bare, reserve } = rebuilt({ ...SETUP, start }, [], null, 0);
  assert.deepEqual(black, ["D02", "D05", "D15", ...[...start].sort()]);
  assert.deepEqual([bare, reserve], [["D25", "D35"], 0]);
});
