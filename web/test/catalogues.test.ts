import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";

type Message = string | Record<string, string>;

const WEB = join(import.meta.dirname, "..");
const SRC = join(WEB, "../src/empile");
const LANGUAGES = ["de", "en", "es", "fr"];
const folders = [
  join(WEB, "locales"), join(SRC, "cli/locales"), join(SRC, "engine/locales"),
  ...globSync(join(SRC, "games/*/locales")),
];
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, Message>;

/** Returns the placeholders of a message; all plural forms must have the same ones, except for the number. */
function places(message: Message): string {
  const texts = typeof message === "string" ? [message] : Object.values(message).filter(Boolean);
  const forms = (texts.length ? texts : [""]).map((text) =>
    [...new Set(text.match(/\{\w+(:\w+)?\}/g) ?? [])].filter((place) => place !== "{count}").sort().join(" "),
  );
  assert.equal(new Set(forms).size, 1, `plural forms have unlike places: ${forms.join(" | ")}`);
  return forms[0]!;
}

/**
 * Returns the plural forms that a language needs for the numbers of a game, which stay far below a million.
 */
function formsNeeded(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 2000 }, (_, count) => rules.select(count)))].sort();
}

/** Whether a message is empty for some number; it must then be empty in every language. */
function isSilent(message: Message): boolean {
  return message === "" || Object.values(message).includes("");
}

for (const folder of folders) {
  const name = basename(dirname(folder));
  const catalogues = Object.fromEntries(
    globSync(join(folder, "*.json")).map((path) => [basename(path, ".json"), read(path)]),
  );
  test(`${name} speaks all four languages`, () => {
    assert.deepEqual(Object.keys(catalogues).sort(), LANGUAGES);
  });

  for (const [language, catalogue] of Object.entries(catalogues)) {
    test(`the catalogue of ${name} in ${language} says all that the English one does`, () => {
      const english = catalogues.en!;
      assert.deepEqual(Object.keys(catalogue).sort(), Object.keys(english).sort());
      for (const [key, message] of Object.entries(english)) {
        assert.equal(places(catalogue[key]!), places(message), key);
        const counts = (one: Message) => JSON.stringify(one).includes("{count}");
        assert.equal(counts(catalogue[key]!), counts(message), key);
      }
    });

    test(`the catalogue of ${name} in ${language} has the plural forms of the language`, () => {
      for (const [key, message] of Object.entries(catalogue)) {
        if (typeof message === "string") continue;
        for (const form of formsNeeded(language)) assert.ok(form in message, `${key}: ${form}`);
        const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        for (const form of Object.keys(message)) assert.ok(known.includes(form as never), key);
      }
    });

    test(`no message of ${name} in ${language} is lost or has a brace too many`, () => {
      for (const [key, message] of Object.entries(catalogue)) {
        for (const text of typeof message === "string" ? [message] : Object.values(message)) {
          assert.ok(text.trim() || isSilent(catalogues.en![key]!), key);
          assert.doesNotMatch(text.replaceAll(/\{\w+(:\w+)?\}/g, ""), /[{}]/, key);
        }
      }
    });
  }
}

test("levels are named alike on the page and by the engine, and by no game", () => {
  const levels = (path: string) => Object.entries(read(path)).filter(([key]) => key.startsWith("level."));
  for (const language of LANGUAGES) {
    const named = levels(join(WEB, `locales/${language}.json`));
    assert.equal(named.length, 5);
    assert.equal(new Set(named.map(([, name]) => name)).size, 5);
    assert.deepEqual(levels(join(SRC, `engine/locales/${language}.json`)), named);
  }
  for (const path of globSync(join(SRC, "games/*/locales/*.json"))) assert.deepEqual(levels(path), [], path);
});

test("every message that the page says is in its catalogue", () => {
  const words = read(join(WEB, "locales/en.json"));
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

test("numbers are formatted in one place, which knows the minus sign", () => {
  const elsewhere = globSync(join(WEB, "src/**/*.ts")).filter((path) =>
    basename(path) !== "message-format.ts" && readFileSync(path, "utf8").includes("new Intl.NumberFormat("));
  assert.deepEqual(elsewhere, []);
});

test("games without points do not speak of points at a table", () => {
  for (const path of globSync(join(SRC, "games/block_{ness,out}/locales/*.json"))) {
    const told = Object.entries(read(path)).filter(([key, message]) =>
      /^(reason|scene|log|score\.left|tutorial.*why)/.test(key) && /\b(points?|Punkte?|puntos?)\b/.test(JSON.stringify(message)));
    assert.deepEqual(told, [], path);
  }
});
