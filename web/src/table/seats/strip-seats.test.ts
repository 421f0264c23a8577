import assert from "node:assert/strict";
import { test } from "node:test";
import type { SeatView } from "./seat-list.ts";
import { seatsOfStrip } from "./strip-seats.ts";

type Seat = Pick<SeatView, "clock" | "toAct" | "ours"> & { n: number };
const seats = (count: number, acting: number, own: number[], bots: number[] = []): Seat[] =>
  Array.from({ length: count }, (_, n) => ({
    n, toAct: n === acting, ours: own.includes(n), clock: bots.includes(n) ? null : ({} as NonNullable<SeatView["clock"]>),
  }));
const shown = (all: Seat[]) => seatsOfStrip(all).map(({ n }) => n);

test("of two seats, both clocks are shown, one's own first", () => {
  assert.deepEqual(shown(seats(2, 0, [1])), [1, 0]);
  assert.deepEqual(shown(seats(2, 1, [])), [0, 1]);
  assert.deepEqual(shown(seats(2, 1, [0, 1])), [1, 0]);
});

test("of more seats, one's own and that of the player to act are shown", () => {
  assert.deepEqual(shown(seats(6, 4, [2])), [2, 4]);
  assert.deepEqual(shown(seats(6, 2, [2])), [2]);
  assert.deepEqual(shown(seats(4, 3, [0, 3])), [3]);
  assert.deepEqual(shown(seats(4, 1, [])), [1]);
});

test("computers have no clock", () => {
  assert.deepEqual(shown(seats(4, 1, [0], [1, 2])), [0, 3]);
  assert.deepEqual(shown(seats(2, 1, [], [0, 1])), []);
});
