import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecord, recordFromFragment, replayPath } from "./record-link.ts";

const RECORD = {
  format: "empile/1", game: "block-ness", rules: 1, options: { players: 2 }, seats: ["Anne", "Béa"],
  events: Array.from({ length: 40 }, (_, index) => `c${1 + index % 6}-e${1 + index % 4}`), result: null,
};

test("a record survives the link, which is shorter than the record", async () => {
  const path = await replayPath(RECORD);
  assert.match(path, /^\/r#g=[\w-]+$/);
  assert.ok(path.length < JSON.stringify(RECORD).length / 2);
  assert.deepEqual(await recordFromFragment(path.slice(2)), RECORD);
});

test("other fragments and damaged links hold no record", async () => {
  const fragment = (await replayPath(RECORD)).slice(2);
  const list = (await replayPath([])).slice(2);
  for (const wrong of ["", "#", "#g=", "#g=%%%", "#p=abcd", fragment.slice(0, -9), list]) {
    assert.equal(await recordFromFragment(wrong), null, wrong);
  }
});

test("readRecord refuses what is not an object", () => {
  assert.deepEqual(readRecord('{"format": "empile/1"}'), { format: "empile/1" });
  for (const wrong of ["", "{", "[]", "null", "1"]) assert.throws(() => readRecord(wrong), SyntaxError, wrong);
});
