import assert from "node:assert/strict";
import { test } from "node:test";
import { Touches } from "./touches.ts";

test("the first use is told at once, later ones every few seconds, the last one too", () => {
  let now = 1000;
  const sent: number[] = [];
  const timers: { at: number; action: () => void }[] = [];
  const touches = new Touches({
    now: () => now,
    later: (action, milliseconds) => {
      const timer = { at: now + milliseconds, action };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  }, () => sent.push(now));
  const until = (moment: number) => {
    for (const timer of timers.filter(({ at }) => at <= moment)) {
      now = timer.at;
      timer.action();
    }
    now = moment;
  };
  until(5000);
  assert.equal(touches.idle, 4000, "since it was opened");
  touches.note();
  assert.equal(touches.idle, 0);
  for (const moment of [5500, 6000, 7000]) {
    until(moment);
    touches.note();
  }
  assert.deepEqual(sent, [5000]);
  until(12_000);
  assert.deepEqual(sent, [5000, 8000]);
  assert.equal(timers.length, 0);
  touches.note();
  assert.deepEqual(sent, [5000, 8000, 12_000]);
});
