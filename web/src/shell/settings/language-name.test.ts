import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { languageName } from "./language-name.ts";

test("each language of the page has the name that browsers give it", () => {
  const files = globSync(join(import.meta.dirname, "../../../locales/*.json"));
  assert.ok(files.length > 1);
  for (const file of files) {
    const code = basename(file, ".json");
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code)!;
    assert.equal(languageName(code), name.charAt(0).toLocaleUpperCase(code) + name.slice(1));
  }
});
