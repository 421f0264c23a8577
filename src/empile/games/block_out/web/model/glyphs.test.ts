import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { cardPicture } from "./cards.ts";
import { drawGlyph, glyph } from "./glyphs.ts";
import { SETUP } from "./fixtures.ts";

const LOCALES = new URL("../../locales/", import.meta.url);

test("the letters of sizes can be drawn in every language, and how many cards are stacked", () => {
  const languages = readdirSync(LOCALES).filter((name) => name.endsWith(".json"));
  assert.equal(languages.length, 4);
  for (const language of languages) {
    const words = JSON.parse(readFileSync(new URL(language, LOCALES), "utf-8")) as Record<string, string>;
    const letters = ["S", "M", "L"].map((size) => words[`size.${size}.letter`] ?? "");
    for (const letter of letters) assert.ok(glyph(letter), `${language}: ${letter}`);
    assert.equal(new Set(letters.map(glyph)).size, 3, language);
  }
  const most = Math.max(...Object.values(SETUP.cards));
  for (let count = 2; count <= most; count += 1) assert.ok(glyph(String(count)));
  assert.equal(drawGlyph("", 0, 0, 1, "#000"), "");
});

test("languages with other letters have a cover of their own", () => {
  const letters = (language: string) => {
    const words = JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), "utf-8")) as Record<string, string>;
    return ["S", "M", "L"].map((size) => words[`size.${size}.letter`]).join("");
  };
  const covers = readdirSync(new URL("../pictures/", import.meta.url)).filter((name) => name.startsWith("cover."));
  // The cover without a language shows the letters of French.
  const wanted = readdirSync(LOCALES).map((name) => name.replace(".json", ""))
    .filter((language) => letters(language) !== letters("fr")).map((language) => `cover.${language}.webp`);
  assert.deepEqual(covers.sort(), ["cover.webp", ...wanted].sort());
});

test("no text lies in the picture of a card: it would be part of its button's name", () => {
  for (const card of Object.keys(SETUP.cards)) {
    const picture = cardPicture(card, SETUP.blocks, (block) => block[1] ?? "", { count: 3, drawn: true });
    assert.doesNotMatch(picture, /<text/);
  }
});
