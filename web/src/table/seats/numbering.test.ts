import assert from "node:assert/strict";
import { test } from "node:test";
import { numberAmong } from "./numbering.ts";

test("numberAmong counts in the order of the seats, or of the places before they are drawn", () => {
  const numbers = (seats: number[]) => [1, 3].map((place) => numberAmong(place, [1, 3], seats));
  assert.deepEqual(numbers([]), [1, 2]);
  assert.deepEqual(numbers([0, 1, 2, 3]), [1, 2]);
  assert.deepEqual(numbers([2, 3, 0, 1]), [2, 1]);
});
