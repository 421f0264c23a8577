import assert from "node:assert/strict";
import test from "node:test";
import { bytesOf } from "./push.ts";

test("bytesOf reads base64url without its end", () => {
  assert.deepEqual([...bytesOf("-_8")], [251, 255]);
  assert.deepEqual([...bytesOf("AAEC")], [0, 1, 2]);
});
