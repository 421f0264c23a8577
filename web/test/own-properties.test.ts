/** Components leave what they were given as it is. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";

test("no component changes a property that its parent sets again whenever it renders", () => {
  const changed: string[] = [];
  let count = 0;
  for (const file of globSync(`${import.meta.dirname}/../src/**/*.ts`)) {
    const text = readFileSync(file, "utf8");
    for (const [, name] of text.matchAll(/@property\(\{ attribute: false \}\)\s+(\w+)/g)) {
      count += 1;
      if (new RegExp(`this\\.${name} (?:=|\\?\\?=) `).test(text)) changed.push(`${file}: ${name}`);
    }
  }
  assert.ok(count > 100);
  assert.deepEqual(changed, []);
});
