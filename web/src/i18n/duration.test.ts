import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText } from "./duration.ts";

test("durationText uses the largest unit", () => {
  assert.deepEqual(
    [45, 60, 300, 3600, 5400, 172_800].map((seconds) => durationText(seconds, "en")),
    ["45 seconds", "1 minute", "5 minutes", "1 hour", "90 minutes", "2 days"],
  );
  assert.equal(durationText(604_800, "de"), "7 Tage");
});
