import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reached } from "../../account/progress-sync.ts";
import { readScores, rushName, withKnown } from "./rush-scores.ts";

test("the better score of browser and account is kept", () => {
  const entry = (game: string, item: string, value: number): Reached => ({ kind: "rush", game, item, value });
  const here = { [rushName("blox", true)]: 5, [rushName("", false)]: 9 };
  const known = [entry("blox", "timed", 7), entry("all", "untimed", 8), { ...entry("on-top", "timed", 3), kind: "solo" as const }];
  assert.deepEqual(withKnown(here, known), { "blox timed": 7, "all untimed": 9 });
  assert.equal(withKnown(here, [entry("blox", "timed", 5)]), here);
});

test("damaged scores are left out", () => {
  assert.deepEqual(readScores('{"all timed":4,"blox timed":"x"}'), { "all timed": 4 });
  for (const text of [null, "{", "[]", "7", "null"]) assert.deepEqual(readScores(text), {});
});
