import assert from "node:assert/strict";
import { test } from "node:test";
import { nameBeside } from "./names.ts";

test("spaces are normalized, and an empty name stays empty", () => {
  assert.equal(nameBeside("  Ann \t Lee ", []), "Ann Lee");
  assert.equal(nameBeside(" ", ["", "A"]), "");
});

test("a number tells names apart that differ by case or form only", () => {
  assert.equal(nameBeside("mila", ["Mila", ""]), "mila 2");
  assert.equal(nameBeside("ＭＩＬＡ", ["mila", "Mila 2"]), "ＭＩＬＡ 3");
  const long = "x".repeat(40);
  assert.equal(nameBeside(long, [long]), `${"x".repeat(38)} 2`);
});

test("names that are too long, or of which nothing or too much shows, are refused", () => {
  assert.equal(nameBeside("日".repeat(40), []), "日".repeat(40));
  assert.equal(nameBeside("👩‍🚀", []), "👩‍🚀");
  assert.throws(() => nameBeside("x".repeat(41), []), { code: "bad_request", message: "a name may have at most 40 characters" });
  for (const text of ["a\u0007b", "\u200d", "a\u202eb"]) assert.throws(() => nameBeside(text, []), /printable characters/);
});
