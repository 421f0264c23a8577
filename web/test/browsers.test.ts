/** The supported browsers: the message of `index.html`, the documentation and the build agree. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const INDEX = read("../index.html");
const DOCS = read("../../docs/how-to/host.md");
const VERSIONS = [/Chrome (?:oder|or|ou|o) Edge (\d+)/, /Firefox (\d+)/, /Safari (\d+\.\d+)/];

test("the message names the documented versions in every language", () => {
  const found = VERSIONS.map((version) => version.exec(DOCS)?.[1]);
  assert.ok(found.every((version) => version !== undefined), "docs/how-to/host.md names all browsers");
  const messages = [...INDEX.matchAll(/<p lang="(\w+)">([\s\S]*?)<\/p>/g)];
  assert.deepEqual(messages.map(([, language]) => language).sort(), ["de", "en", "es", "fr"]);
  for (const [, language, text] of messages) {
    const flat = (text ?? "").replaceAll(/\s+/g, " ");
    assert.deepEqual(VERSIONS.map((version) => version.exec(flat)?.[1]), found, language);
  }
});

test("the documented build target is that of the build", () => {
  const target = /target: "(\w+)"/.exec(read("../vite.config.ts"))?.[1];
  assert.ok(target && DOCS.includes(`\`${target}\``), target);
});
