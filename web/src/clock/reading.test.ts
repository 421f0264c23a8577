import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClockView } from "../net/protocol.ts";
import { digits, lowTime, nextChange, readClock, remaining } from "./reading.ts";

const clocks = (more: Partial<ClockView> = {}): ClockView =>
  ({ at: 0, left: [60_000, 30_000], running: 0, own: 0, starts_in: 0, ...more });

test("only the clock of the seat to act counts down", () => {
  assert.equal(readClock(clocks(), 0, 5_000).left, 55_000);
  assert.deepEqual(readClock(clocks(), 1, 5_000), {
    left: 30_000, own: 0, running: false, still: false, first: null,
  });
  assert.equal(readClock(clocks(), 0, 90_000).left, 0);
});

test("a move uses its own time before the reserve", () => {
  const view = clocks({ own: 20_000 });
  assert.deepEqual([readClock(view, 0, 15_000).own, readClock(view, 0, 15_000).left], [5_000, 60_000]);
  assert.deepEqual([readClock(view, 0, 25_000).own, readClock(view, 0, 25_000).left], [0, 55_000]);
  assert.equal(remaining(readClock(view, 0, 15_000)), 65_000);
});

test("a clock stands still until an animation or an absence is over", () => {
  const view = clocks({ starts_in: 4_000 });
  assert.ok(readClock(view, 0, 3_000).still);
  assert.equal(readClock(view, 0, 3_000).left, 60_000);
  assert.equal(readClock(view, 0, 6_000).left, 58_000);
});

test("a first move costs nothing, but must come", () => {
  const reading = readClock(clocks({ first_move_in: 60_000 }), 0, 20_000);
  assert.equal(reading.left, 60_000);
  assert.equal(remaining(reading), 40_000);
  const waiting = clocks({ first_move_in: 240_000, starts_in: 180_000 });
  assert.deepEqual([0, 179_000, 200_000].map((passed) => remaining(readClock(waiting, 0, passed))), [60_000, 60_000, 40_000]);
});

test("digits show tenths near the end, and hours if there are any", () => {
  assert.deepEqual(
    [3_723_000, 300_000, 59_999, 10_000, 9_999, 950, 0].map(digits),
    ["1:02:03", "5:00", "0:59", "0:10", "0:09.9", "0:00.9", "0:00.0"],
  );
});

test("the next change is when the text changes", () => {
  assert.ok(nextChange(59_400) <= 402);
  assert.ok(nextChange(5_050) <= 101);
  assert.equal(nextChange(3 * 86_400_000), 60_000);
});

test("low time depends on the clock", () => {
  assert.equal(lowTime({ kind: "real", base: 300 }), 30_000);
  assert.equal(lowTime({ kind: "real", base: 60 }), 10_000);
  assert.equal(lowTime({ kind: "turn" }), 10_000);
});
