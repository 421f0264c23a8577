import assert from "node:assert/strict";
import { test } from "node:test";
import type { Target } from "../stage/scene.ts";
import { tabStop, arrowTarget } from "./arrow-navigation.ts";

const at = (x: number, z: number, id = `${x},${z}`): Target => ({
  id, part: "near", value: id, label: id, at: { x, y: 0, z }, radius: 0.4,
});
const grid = [0, 1, 2].flatMap((z) => [0, 1, 2].map((x) => at(x, z)));

test("arrows go to the neighbour as it looks from above", () => {
  assert.equal(grid[arrowTarget(grid, 4, "ArrowLeft")]?.id, "0,1");
  assert.equal(grid[arrowTarget(grid, 4, "ArrowRight")]?.id, "2,1");
  assert.equal(grid[arrowTarget(grid, 4, "ArrowUp")]?.id, "1,0");
  assert.equal(grid[arrowTarget(grid, 4, "ArrowDown")]?.id, "1,2");
});

test("at the edge nothing changes", () => {
  assert.equal(arrowTarget(grid, 0, "ArrowLeft"), 0);
  assert.equal(arrowTarget(grid, 0, "ArrowUp"), 0);
});

test("every target of a scattered board is reached from every other", () => {
  const scattered = [at(0, 0), at(5, 0.5), at(2, 3), at(7, 6), at(1, 6), at(2, 3, "twin")];
  for (let start = 0; start < scattered.length; start += 1) {
    const reached = new Set([start]);
    for (const from of reached) {
      for (const arrow of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const) {
        reached.add(arrowTarget(scattered, from, arrow));
      }
    }
    assert.equal(reached.size, scattered.length, `from ${start}`);
  }
});

test("an empty board leads nowhere", () => {
  assert.equal(arrowTarget([], 0, "ArrowUp"), -1);
});

test("Tab leads to what it led to before, as long as that is in the picture", () => {
  const seen = [{ id: "a", visible: true }, { id: "b", visible: true }];
  assert.equal(tabStop(seen, "b"), 1);
  assert.equal(tabStop([{ id: "a", visible: true }, { id: "b", visible: false }], "b"), 0);
});

test("tabStop falls back to the first visible target", () => {
  assert.equal(tabStop([{ id: "a", visible: false }, { id: "b", visible: true }], "gone"), 1);
});

test("with nothing in the picture Tab leads to something all the same", () => {
  const hidden = [{ id: "a", visible: false }, { id: "b", visible: false }];
  assert.equal(tabStop(hidden, "b"), 1);
  assert.equal(tabStop(hidden, "gone"), 0);
  assert.equal(tabStop([], "gone"), -1);
});

test("right and down lead through targets at one point, left and up back", () => {
  const twins = [at(1, 1, "a"), at(1, 1, "b"), at(1, 1, "c")];
  for (const [forward, back] of [["ArrowRight", "ArrowLeft"], ["ArrowDown", "ArrowUp"]] as const) {
    assert.equal(arrowTarget(twins, 0, forward), 1);
    assert.equal(arrowTarget(twins, 1, forward), 2);
    assert.equal(arrowTarget(twins, 2, back), 1);
    assert.equal(arrowTarget(twins, 1, back), 0);
  }
});
