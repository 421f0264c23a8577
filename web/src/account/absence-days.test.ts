import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenPeriod, daysLeft } from "./absence-days.ts";

const NOON = new Date(2026, 11, 3, 12).getTime();

test("chosenPeriod includes the last day, and begins now if it begins today", () => {
  const end = new Date(2027, 0, 1).getTime();
  assert.deepEqual(chosenPeriod("2026-12-03", "2026-12-31", NOON), { began: null, ended: end });
  assert.equal(chosenPeriod("2026-12-02", "2026-12-31", NOON).began, null, "the page was opened yesterday");
  assert.deepEqual(chosenPeriod("2026-12-05", "2026-12-31", NOON), {
    began: new Date(2026, 11, 5).getTime(), ended: end,
  });
});

test("daysLeft counts whole days", () => {
  assert.equal(daysLeft(30 * 86_400_000), 30);
  assert.equal(daysLeft(29.9 * 86_400_000), 29);
});
