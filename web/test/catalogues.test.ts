import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";

type Message = string | Record<string, string>;

const WEB = join(import.meta.dirname, "..");
const folders = [join(WEB, "words"), ...globSync(join(WEB, "../src/empile/games/*/words"))];
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, Message>;

/** The places of a message; every plural form must have the same. */
function places(message: Message): string {
  const texts = typeof message === "string" ? [message] : Object.values(message);
  const found = texts.map((text) => [...new Set(text.match(/\{\w+(?::\w+)?\}/g) ?? [])].sort().join(" "));
  const fullest = found.reduce((a, b) => (a.length >= b.length ? a : b));
  return fullest.replace(/\{count\} ?/, "").trim();
}

for (const folder of folders) {
  const languages = globSync(join(folder, "*.json")).sort();
  const name = basename(dirname(folder));
  test(`the catalogues of ${name} say the same in every language`, () => {
    assert.ok(languages.length >= 2);
    const [first, ...others] = languages.map(read);
    for (const other of others) {
      assert.deepEqual(Object.keys(other).sort(), Object.keys(first!).sort());
      for (const [key, message] of Object.entries(first!)) {
        assert.equal(places(other[key]!), places(message), key);
      }
    }
  });
  for (const path of languages) {
    const language = basename(path, ".json");
    test(`plural forms of ${name} in ${language} are those of the language`, () => {
      const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const [key, message] of Object.entries(read(path))) {
        if (typeof message === "string") continue;
        assert.ok("other" in message, key);
        for (const form of Object.keys(message)) assert.ok(known.includes(form as never), key);
      }
    });
  }
}

test("every message that the page says is in its catalogue", () => {
  const words = read(join(WEB, "words/en.json"));
  const missing: string[] = [];
  for (const path of globSync(join(WEB, "src/**/*.ts"))) {
    const text = readFileSync(path, "utf8");
    for (const [, , key] of text.matchAll(/\b(to\.)?say\(\s*"([^"]+)"/g)) {
      if (key && !(key in words)) missing.push(`${basename(path)}: ${key}`);
    }
    for (const [, a, b] of text.matchAll(/\bsay\([^()"]*\? "([^"]+)" : "([^"]+)"/g)) {
      for (const key of [a, b]) if (key && !(key in words)) missing.push(`${basename(path)}: ${key}`);
    }
  }
  assert.deepEqual(missing, []);
});
