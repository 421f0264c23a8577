import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutPoses } from "./notation.ts";

test("resting poses are left out", () => {
  const recorded = "~stands kL@0.0,0.0,24.8/1,0,0,0 yM@-1.5,2,70.25/0.7,0,0.7,0";
  assert.equal(withoutPoses(recorded), "~stands");
});

test("other texts are whole", () => {
  for (const text of ["~hand ? ?", "y*>yM", "Hd5-d8^4", "c5xf5 WWM*", ""]) assert.equal(withoutPoses(text), text);
});
