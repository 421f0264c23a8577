import assert from "node:assert/strict";
import { test } from "node:test";
import { cellName } from "../../../../../../web/src/board/cells.ts";
import {
  type LaidRing,
  type Position,
  distanceOf,
  links,
  readBoardSetup,
  ringOn,
  stepBetween,
} from "./position.ts";

function ring(feet: string, height: number, seat: number | null = 0): LaidRing {
  const [near, far] = feet.split("-") as [string, string];
  return { seat, feet: [near, far], height };
}

function position(rings: LaidRing[], head: string | null, tail: string | null): Position {
  return { stage: "play", seat: 0, rings, heads: [head], tails: [tail], reserves: [[]] };
}

test("readBoardSetup lists zones from the deep water outwards and fills in missing ones", () => {
  const said = { columns: 12, rows: 12, deep: ["c3", "j10"], zone: ["a1", "l12"], colours: [], rings: [] };
  const zones = { "4": ["a1", "l12"], "2": ["c3", "j10"], "3": ["b2", "k11"] };
  assert.deepEqual(readBoardSetup({ ...said, zones }).zones.map(([low]) => cellName(low)), ["c3", "b2", "a1"]);
  assert.deepEqual(readBoardSetup(said).zones.map(([low]) => cellName(low)), ["c3", "a1"]);
});

test("a ring more or less is one step, anything else is a jump", () => {
  const first = position([ring("c3-e3", 1)], "e3", "c3");
  const second = position([...first.rings, ring("f3-h3", 2)], "h3", "c3");
  const other = position([ring("c4-e4", 1), ring("f4-h4", 2)], "h4", "c4");
  assert.equal(stepBetween(null, first).kind, "other");
  assert.equal(stepBetween(first, first).kind, "same");
  assert.deepEqual(stepBetween(first, second), { kind: "laid", ring: second.rings[1] });
  assert.deepEqual(stepBetween(second, first), { kind: "taken-back", ring: second.rings[1] });
  assert.equal(stepBetween(first, other).kind, "other");
  assert.equal(stepBetween(position([], null, null), second).kind, "other");
});

test("rings hang together from end to near foot", () => {
  const rings = [ring("c7-c9", 1), ring("c6-g6", 5), ring("d9-d8", 2)];
  assert.deepEqual(links(position(rings, "d8", "g6")), [
    { seat: 0, from: "c7", to: "c6" },
    { seat: 0, from: "c9", to: "d9" },
  ]);
});

test("links attach a near foot next to both ends to the one that leaves head and tail in place", () => {
  // Tail d4 and head d6 are both next to d5.
  const rings = [ring("d4-d6", 1), ring("d5-h5", 3)];
  assert.deepEqual(links(position(rings, "h5", "d4")), [{ seat: 0, from: "d6", to: "d5" }]);
  assert.deepEqual(links(position(rings, "d6", "h5")), [{ seat: 0, from: "d4", to: "d5" }]);
});

test("the ring under an end is the one with a foot there", () => {
  const rings = [ring("c3-e3", 1), ring("f3-f7", 4)];
  assert.equal(ringOn(position(rings, "f7", "c3"), "f7")?.height, 4);
  assert.equal(ringOn(position(rings, "f7", "c3"), "a1"), undefined);
  assert.equal(distanceOf(["f3", "f7"]), 4);
});
