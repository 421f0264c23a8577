import assert from "node:assert/strict";
import { test } from "node:test";
import type { SoloParts } from "../board/level-editor.ts";
import { hasLevel, levelFragment, levelFromFragment } from "./level-link.ts";

const parts = {
  variants: ["base", "expert"],
  encode: (start) => String(start["text"]),
  decode: (text) => (text.startsWith("ok") ? { text } : null),
} as Partial<SoloParts> as SoloParts;

test("levelFromFragment reads what levelFragment writes, escaped too", () => {
  const level = { variant: "expert", start: { text: "ok;a1,b2" } };
  assert.equal(levelFragment(parts, level), "#level=expert:ok;a1,b2");
  assert.deepEqual(levelFromFragment(parts, levelFragment(parts, level)), level);
  assert.deepEqual(levelFromFragment(parts, "#level=expert%3Aok%3Ba1%2Cb2"), level);
});

test("levelFromFragment refuses other fragments", () => {
  for (const fragment of ["", "#board=x", "#level=", "#level=base", "#level=other:ok", "#level=base:no", "#level=%"]) {
    assert.equal(levelFromFragment(parts, fragment), null, fragment);
  }
  assert.ok(hasLevel("#level=") && !hasLevel("#seat=1"));
});
