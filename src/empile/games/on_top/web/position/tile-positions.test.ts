import assert from "node:assert/strict";
import { test } from "node:test";
import type { Position } from "../../../../../../web/src/stage/position-editor.ts";
import { at, RAW, t } from "../model/fixtures.ts";
import create from "./index.ts";

const editor = create(t, RAW, {});
const laid = (position: Position | null) => position?.["laid"];

function places(position: Position, piece: string | null): string[] {
  return editor.places(at(position), piece, []).map(({ value }) => value);
}

test("an empty board has the starting triangles and a tile in hand", () => {
  const { black, laid: tiles, tile, scores, pawns } = editor.empty();
  assert.deepEqual([black, tiles, tile, scores], [["D52", "U13"], [], "BRWY", [0, 0]]);
  assert.deepEqual(pawns, { B: 20, R: 21, W: 21, Y: 20 });
});

test("put, turn and take change the tiles", () => {
  const one = editor.put(editor.empty(), "RBWY", ["U12D12"]);
  assert.deepEqual(laid(one), ["U12D12 RBWY"]);
  assert.equal(editor.put(editor.empty(), "RBWY", []), null);
  const turned = one && editor.turn?.(one, "U12D12");
  assert.deepEqual(laid(turned ?? null), ["U12D12 WYRB"]);
  assert.equal(one && editor.turn?.(one, "U22D22"), null);
  assert.deepEqual(one && laid(editor.take(one, "U12D12")), []);
  assert.equal(one && editor.take(one, "2,3"), one);
});

test("places are free for a tile, and all that can be pointed at without one", () => {
  const one = editor.put(editor.empty(), "RBWY", ["U12D12"]) ?? {};
  const free = places(one, "BRWY");
  assert.equal(places(editor.empty(), "BRWY").length, 89 - 6, "two triangles");
  assert.ok(free.includes("U22D22") && !free.includes("U12D12") && !free.includes("U22D12"));
  const all = places(one, null);
  assert.ok(all.includes("U12D12") && all.includes("2,3") && all.includes("U22D22"));
  const tile = editor.places(at(one), null, []).find(({ value }) => value === "U12D12");
  assert.equal(tile?.label, "editor.position.laid U12D12 colour.R, colour.B, colour.W, colour.Y");
});

test("the tray counts the tiles that are not on the board", () => {
  const one = editor.put(editor.empty(), "RBWY", ["U12D12"]) ?? {};
  const [group] = editor.tray(one);
  assert.equal(group?.choices.length, 12);
  assert.equal(group?.choices.find(({ value }) => value === "RBWY")?.caption, "×1");
  const two = editor.put(one, "RBWY", ["U32D32"]) ?? {};
  assert.equal(editor.tray(two)[0]?.choices.find(({ value }) => value === "RBWY")?.enabled, false);
});

test("the fields choose the seat and the tile in hand", () => {
  const fields = editor.fields(editor.empty());
  assert.deepEqual(fields.map(({ id, value }) => [id, value]), [["seat", "0"], ["tile", "BRWY"]]);
  const changed = editor.set(editor.set(editor.empty(), "seat", "1"), "tile", "WRYB");
  assert.deepEqual([changed["seat"], changed["tile"]], [1, "WRYB"]);
});

test("adopt gives a position before a draw a tile in hand", () => {
  const start = { ...editor.empty(), tile: null, seat: 0 };
  assert.deepEqual(editor.adopt?.(start), editor.empty());
});
