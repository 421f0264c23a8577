import assert from "node:assert/strict";
import { test } from "node:test";
import { TileRotation, closes, closingText, openPlaces, otherWay, shortcuts, targets } from "./choices.ts";
import { LATTICE, LEGAL, at, input, move, t, showing } from "./fixtures.ts";

const held = (tile = "BRWY"): TileRotation => {
  const hold = new TileRotation();
  hold.follow(tile, null);
  return hold;
};

test("each legal place is one target, in reading order, at the middle of the shared side", () => {
  const found = targets(input(), LATTICE, held(), t);
  assert.deepEqual(found.map(({ value }) => value), ["U05D05", "U13D12", "U32D22"]);
  assert.ok(found.every(({ part }) => part === "place"));
  const [from, to] = ["3,2", "3,3"].map((point) => LATTICE.point(point));
  const middle = found[2]?.at;
  assert.ok(Math.abs((middle?.x ?? 0) - ((from?.x ?? 0) + (to?.x ?? 0)) / 2) < 1e-9);
  assert.ok(Math.abs((middle?.z ?? 0) - ((from?.z ?? 0) + (to?.z ?? 0)) / 2) < 1e-9);
});

test("closes marks places at which the tile would close circles", () => {
  const hold = held();
  hold.follow("BRWY", move("U13D12", "WYBR"));
  const [, place] = targets(input(), LATTICE, hold, t);
  assert.match(place?.label ?? "", /scene.closes 3 scene.closes.seat Anne colour.B 2 · scene.closes.tie · scene.closes.neutral colour.R 1/);
  assert.deepEqual(openPlaces(LEGAL, LATTICE).map(closes), [false, true, false]);
});

test("closes says when the last pawn of a second leaves a tower without a top", () => {
  const effects = { circles: [{ at: "4,4", tower: "BY", seat: null, points: 0 }], filled: [], over: true };
  assert.equal(closingText(effects, input(), t), "scene.closes 1 scene.closes.cut scene.closes.over");
});

test("the tile that is shown turns when touched once more, and can be carried elsewhere", () => {
  const shown = showing(move("U13D12", "BRWY"));
  const found = targets(shown, LATTICE, held(), t);
  const ghost = found.find(({ id }) => id === "place:U13D12");
  assert.equal(ghost?.part, "turn");
  assert.equal(ghost?.value, "WYBR");
  assert.equal(ghost?.carries, "place");
  assert.deepEqual(found.map(({ id }) => id), ["place:U05D05", "place:U13D12", "place:U32D22"]);
  assert.equal(otherWay(shown)?.parts["turn"], "WYBR");
  assert.deepEqual(shortcuts(shown, t).map(({ key, value }) => [key, value]), [["r", "WYBR"]]);
  assert.deepEqual(shortcuts(input(), t), []);
});

test("of the two ways to lie on a place the one for which the tile is turned less is usual", () => {
  const hold = held();
  const ways = (place: string) => LEGAL.filter(({ parts }) => parts["place"] === place);
  const first = hold.preferred(ways("U13D12"));
  assert.ok(first);
  hold.follow("BRWY", first);
  assert.equal(hold.preferred(ways("U13D12")), first);
  // Turned there, it is held the other way round from then on; stepping back shows it as it came.
  const other = ways("U13D12").find((way) => way !== first) ?? null;
  const before = hold.preferred(ways("U05D05"));
  hold.follow("BRWY", other);
  assert.notEqual(hold.preferred(ways("U05D05")), before);
  assert.equal(hold.preferred(ways("U13D12")), first);
});

test("no place is preferred to another, nor any way before a tile is drawn", () => {
  assert.equal(held().preferred(LEGAL), null);
  assert.equal(held("").preferred(LEGAL.slice(0, 2)), null);
  assert.equal(held().preferred([]), null);
});

test("without legal moves there is nothing to point at", () => {
  assert.deepEqual(targets(at({}, { legal: [] }), LATTICE, held(), t), []);
});
