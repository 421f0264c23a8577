import assert from "node:assert/strict";
import { test } from "node:test";
import { across, area, chanceOf, down, frameAt, points, sidesOf } from "./curves.ts";
import type { TurningPoint } from "./analysis-api.ts";

const point = (event: number, events = 1): TurningPoint => ({
  kind: "mistake", event, events, seat: 0, before: 0, after: 0, message: null, line: null,
});

test("a return becomes a chance", () => {
  assert.deepEqual([-1, -0.5, 0, 1, 1.2].map(chanceOf), [0, 0.25, 0.5, 1, 1]);
});

test("every seat that plays alone is a side", () => {
  const sides = sidesOf({ teams: [0, 1, 2], expected: [[0, 0, 0], [1, 0, -1]] });
  assert.deepEqual(sides.map(({ seats }) => seats), [[0], [1], [2]]);
  assert.deepEqual(sides.map(({ chances }) => chances), [[0.5, 1], [0.5, 0.5], [0.5, 0]]);
});

test("partners are one side", () => {
  const sides = sidesOf({ teams: [0, 1, 0, 1], expected: [[0.5, -0.25, 0.3, -0.75]] });
  assert.deepEqual(sides.map(({ seats }) => seats), [[0, 2], [1, 3]]);
  assert.deepEqual(sides.map(({ chances }) => chances[0]), [0.7, 0.25]);
});

test("the curve goes from left to right as far as it is known", () => {
  assert.equal(points([0.5, 1, 0], 4), "0,50 25,0 50,100");
  assert.equal(area([0.5, 1, 0], 4), "0,50 0,50 25,0 50,100 50,50");
  assert.equal(area([], 4), "");
  assert.equal(points([0.5], 0), "0,50");
  assert.deepEqual([across(1, 3), down(0.62)], [33.33, 38]);
});

test("a place on the graph is a position, and near turning points theirs", () => {
  assert.equal(frameAt(0.5, 10, [], 0.05), 5);
  assert.equal(frameAt(0.52, 100, [point(54)], 0.03), 55);
  assert.equal(frameAt(0.52, 100, [point(56)], 0.03), 52);
  assert.equal(frameAt(0.9, 100, [point(87, 3)], 0.03), 90);
  assert.deepEqual([frameAt(-0.2, 10, [], 0), frameAt(1.4, 10, [], 0)], [0, 10]);
});
