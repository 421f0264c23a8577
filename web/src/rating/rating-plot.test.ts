import assert from "node:assert/strict";
import { test } from "node:test";
import { HEIGHT, plotOf, WIDTH } from "./rating-plot.ts";
import { seasonsUntil } from "./seasons.ts";

const point = (points: number, uncertainty: number) =>
  ({ points, uncertainty, provisional: true, ended: 0, change: 0, players: 2, rank: 1, weight: 1 });

test("plotOf keeps the uncertainty inside, higher ratings above", () => {
  const plot = plotOf([point(1500, 240), point(1580, 200), point(1700, 120)]);
  assert.equal(plot.dots.length, 3);
  const [first, , last] = plot.dots;
  assert.ok(last!.y < first!.y && first!.x < last!.x);
  const numbers = plot.band.match(/[\d.]+ [\d.]+/g)!.map((pair) => pair.split(" ").map(Number));
  assert.equal(numbers.length, 6);
  for (const [x, y] of numbers) assert.ok(x! >= 0 && x! <= WIDTH && y! >= 0 && y! <= HEIGHT);
  assert.ok(plot.lines.length >= 3 && plot.lines.length <= 7);
});

test("plotOf draws a single game in the middle", () => {
  const plot = plotOf([point(1500, 10)]);
  assert.ok(plot.dots[0]!.x > WIDTH / 3 && plot.dots[0]!.x < (WIDTH * 2) / 3);
  assert.ok(!plot.line.includes("NaN") && !plot.band.includes("NaN"));
});

test("seasonsUntil crosses the turn of the year", () => {
  assert.deepEqual(seasonsUntil(20262, 4), [20262, 20261, 20254, 20253]);
});
