import assert from "node:assert/strict";
import { test } from "node:test";
import { paragraphs } from "./plain-markdown.ts";

test("paragraphs reads headings, lists and text", () => {
  const text = "# Privacy\nFirst line\nsecond line\n\nNext.\n- one\n- two\n  goes on\n\n- alone\n";
  assert.deepEqual(paragraphs(text), [
    { kind: "heading", lines: ["Privacy"] },
    { kind: "text", lines: ["First line", "second line"] },
    { kind: "text", lines: ["Next."] },
    { kind: "list", lines: ["one", "two goes on"] },
    { kind: "list", lines: ["alone"] },
  ]);
});

test("markup stays text", () => {
  assert.deepEqual(paragraphs("<b>x</b> [a](javascript:b)"), [{ kind: "text", lines: ["<b>x</b> [a](javascript:b)"] }]);
});
