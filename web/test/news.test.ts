import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NEWS } from "../src/news/news.ts";

const CHANGELOG = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
const WORDS = JSON.parse(readFileSync(new URL("../locales/en.json", import.meta.url), "utf8")) as Record<string, string>;
/** Versions of the changelog, the newest first, with the names of their entries. */
const SECTIONS = CHANGELOG.split(/^## /m).slice(1).map((section) => ({
  heading: section.slice(0, section.indexOf("\n")),
  entries: new Set([...section.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, name]) => name)),
}));

test("news has all versions of the changelog, in its order", () => {
  const headings = NEWS.map(({ version, date }) => (version === null ? "[Unreleased]" : `[${version}] - ${date}`));
  assert.deepEqual(headings, SECTIONS.map(({ heading }) => heading));
});

test("each piece of news is an entry of its version in the changelog", () => {
  for (const [index, { entries }] of NEWS.entries()) {
    for (const [key, entry] of entries) {
      assert.ok(SECTIONS[index]?.entries.has(entry), `${entry} is not in the changelog`);
      assert.ok(`news.${key}` in WORDS, key);
    }
  }
});

test("each message of the news is used", () => {
  const used = new Set(NEWS.flatMap(({ entries }) => entries.map(([key]) => `news.${key}`)));
  const others = ["news.link", "news.unreleased", "news.version"];
  const known = Object.keys(WORDS).filter((key) => key.startsWith("news."));
  assert.deepEqual(known.filter((key) => !used.has(key)).sort(), others);
});
