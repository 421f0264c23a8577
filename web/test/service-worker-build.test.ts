import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { manifest } from "../app-manifest.ts";
import { keptFiles } from "../service-worker-build.ts";

test("the worker keeps the page, its assets and public files, and nothing else", () => {
  const kept = keptFiles(
    ["index.html", "chunks.json", "assets/b-1.js", "assets/a-2.css", "assets/a-2.css.map", "assets/sounds-3.flac", "manifest.fr.webmanifest"],
    new Map([["favicon.svg", "f1"]]), "id",
  );
  assert.deepEqual(kept, [
    { url: "/", revision: "id" },
    { url: "/assets/a-2.css", revision: null },
    { url: "/assets/b-1.js", revision: null },
    { url: "/favicon.svg", revision: "f1" },
  ]);
});

test("the manifest has icons of all kinds that exist, and texts in its language", () => {
  for (const language of ["fr", "en", "de", "es"]) {
    const words = JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), "utf8")) as Record<string, string>;
    const found = JSON.parse(manifest(language, words)) as {
      lang: string; description: string; icons: { src: string; purpose: string; sizes: string }[];
    };
    assert.equal(found.lang, language);
    assert.equal(found.description, words["app.description"]);
    assert.deepEqual([...new Set(found.icons.map(({ purpose }) => purpose))].sort(), ["any", "maskable"]);
    assert.ok(found.icons.some(({ sizes }) => sizes === "512x512"));
    for (const { src } of found.icons) assert.ok(readFileSync(new URL(`../public${src}`, import.meta.url)).length > 100, src);
  }
});

test("a catalogue without a text of the manifest is refused", () => {
  assert.throws(() => manifest("fr", {}), /'app.description'/);
});
