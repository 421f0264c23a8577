import assert from "node:assert/strict";
import test from "node:test";
import { clockOf, minuteOf } from "./minutes.ts";

test("minutes of the day become times and back", () => {
  for (const [minutes, text] of [[0, "00:00"], [7 * 60 + 5, "07:05"], [23 * 60 + 59, "23:59"]] as const) {
    assert.equal(clockOf(minutes), text);
    assert.equal(minuteOf(text), minutes);
  }
  assert.equal(clockOf(null), "");
  assert.equal(minuteOf(""), null);
  assert.equal(minuteOf(null), null);
});
