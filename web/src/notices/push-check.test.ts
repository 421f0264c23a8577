import assert from "node:assert/strict";
import test from "node:test";
import { isKey } from "./push-check.ts";

test("isKey compares the bytes of a subscription with the key of the server", () => {
  assert.ok(isKey(new Uint8Array([251, 255]).buffer, "-_8"));
  assert.ok(!isKey(new Uint8Array([251, 254]).buffer, "-_8"));
  assert.ok(!isKey(new Uint8Array([251]).buffer, "-_8"));
  assert.ok(isKey(null, "-_8"));
});
