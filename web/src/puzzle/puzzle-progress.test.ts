import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, daysInARow, NOTHING, readProgress, withKnown, withResult } from "./puzzle-progress.ts";

test("a right first try raises the rating, more for a harder puzzle; a wrong one lowers it", () => {
  const easy = withResult(NOTHING, "a", 900, true, null).rating;
  const hard = withResult(NOTHING, "a", 1500, true, null).rating;
  const failed = withResult(NOTHING, "a", 1200, false, null).rating;
  assert.ok(NOTHING.rating < easy && easy < hard);
  assert.ok(failed < NOTHING.rating);
});

test("only the first try of a puzzle counts", () => {
  const failed = withResult(NOTHING, "a", 1200, false, null);
  const solved = withResult(failed, "a", 1200, true, null);
  assert.deepEqual(solved, failed);
});

test("the streak counts days in a row, and ends after a day without", () => {
  let progress = NOTHING;
  for (const day of ["2026-11-29", "2026-11-30", "2026-12-01"]) progress = withResult(progress, day, 1200, true, day);
  assert.equal(daysInARow(progress, "2026-12-01"), 3);
  assert.equal(daysInARow(progress, "2026-12-02"), 3);
  assert.equal(daysInARow(progress, "2026-12-03"), 0);
  assert.equal(withResult(progress, "b", 1200, true, "2026-12-01").streak.days, 3, "twice a day counts once");
  assert.equal(withResult(progress, "c", 1200, true, "2026-12-05").streak.days, 1);
  assert.equal(withResult(progress, "d", 1200, false, "2026-12-02").streak.day, "2026-12-01");
});

test("what was kept is read, and damaged parts are left out", () => {
  const kept = withResult(NOTHING, "a", 1200, true, "2026-12-01");
  assert.deepEqual(readProgress(JSON.stringify(kept)), kept);
  assert.deepEqual(readProgress('{"rating":1300,"results":{"a":true,"b":7}}').results, { a: true });
  for (const text of [null, "", "{", "[]", "7", "null"]) assert.deepEqual(readProgress(text), NOTHING, String(text));
});

test("a day is that of UTC", () => {
  assert.equal(dayOf(Date.UTC(2026, 10, 26, 23, 59)), "2026-11-26");
});

test("what the account knows is added, and does not replace what is here or the rating", () => {
  const here = withResult(NOTHING, "a", 1200, false, null);
  const entry = (item: string, value: number) => ({ kind: "puzzle" as const, game: "blox", item, value });
  const known = [entry("a", 2), entry("b", 2), entry("c", 1), { ...entry("d", 2), kind: "solo" as const }];
  const both = withKnown(here, known);
  assert.deepEqual(both.results, { a: false, b: true, c: false });
  assert.equal(both.rating, here.rating);
  assert.equal(withKnown(both, known), both);
});
