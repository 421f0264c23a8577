import assert from "node:assert/strict";
import { test } from "node:test";
import { embedCode } from "./embed-code.ts";

test("embed code shows the same replay", () => {
  const code = embedCode("A game of Blox", "https://example.org", "/r/ABC?game=2");
  assert.match(code, /src="https:\/\/example\.org\/embed\/ABC\?game=2"/);
  assert.match(embedCode("x", "https://example.org", "/r#abc"), /src="https:\/\/example\.org\/embed#abc"/);
});

test("embed code is safe HTML", () => {
  const code = embedCode('"><script>', "https://example.org", "/r/A?x=<&\"");
  assert.ok(!code.includes("<script"));
  assert.match(code, /title="&quot;&gt;&lt;script&gt;"/);
});
