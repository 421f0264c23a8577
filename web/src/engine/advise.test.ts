import assert from "node:assert/strict";
import { test } from "node:test";
import { rounded } from "./advise.ts";

test("numbers are rounded as in Python, what is halfway to the even digit", () => {
  const rounds: [value: number, digits: number, expected: number][] = [
    [0.0625, 3, 0.062], [0.1875, 3, 0.188], [-0.0625, 3, -0.062], [-0.9375, 3, -0.938], [0.9375, 3, 0.938], [0.4375, 3, 0.438],
    [0.0005, 3, 0.001], [0.0015, 3, 0.002], [0.0025, 3, 0.003], [1.0005, 3, 1], [2.675, 2, 2.67], [1 / 3, 3, 0.333], [-2 / 3, 3, -0.667],
    [0.25, 1, 0.2], [0.75, 1, 0.8], [-0.25, 1, -0.2], [27.25, 1, 27.2], [27.35, 1, 27.4], [12.75, 1, 12.8], [0.15, 1, 0.1], [-0.35, 1, -0.3],
    [1, 3, 1], [-1, 3, -1], [40, 1, 40], [0, 3, 0], [-0, 3, -0], [-0.0001, 3, -0], [0.5, 3, 0.5],
  ];
  for (const [value, digits, expected] of rounds) {
    assert.ok(Object.is(rounded(value, digits), expected), `${value} to ${digits} digits is ${rounded(value, digits)}, not ${expected}`);
  }
});
