import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { isMore, wordParts } from "../word-parts.ts";

const WEB = join(import.meta.dirname, "..");
const SHARED = join(WEB, "../src/empile/engine/locales");
const GAMES = join(WEB, "../src/empile/games");
/** Modules that are loaded before any lazy page. */
const ENTRANCES = ["shell/main.ts", "table/table-page.ts", "rules/rules-page.ts", "stage/index.ts"];

type Catalogue = Record<string, unknown>;
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Catalogue;

function part(path: string, which: "first" | "more"): Catalogue {
  const { load } = wordParts() as unknown as { load(id: string): { code: string } };
  const { code } = load.call({ addWatchFile: () => undefined }, `${path}?${which}`);
  return JSON.parse(JSON.parse(code.slice("export default JSON.parse(".length, -2)) as string) as Catalogue;
}

/** Returns the modules that these import, without dynamic imports. */
function modulesOf(entrances: string[]): string[] {
  const met = new Set<string>();
  const waiting = entrances.map((path) => join(WEB, "src", path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (met.has(path)) continue;
    met.add(path);
    const text = readFileSync(path, "utf8");
    for (const [, type, from] of text.matchAll(/^import (type )?(?:[^"]*from )?"(\.[^"]+\.ts)";/gm)) {
      if (!type) waiting.push(join(dirname(path), from!));
    }
  }
  return [...met];
}

for (const path of [...globSync(join(WEB, "locales/*.json")), ...globSync(join(GAMES, "*/locales/*.json"))]) {
  test(`each message of ${path.slice(path.indexOf("/locales/") - 12)} is in one part`, () => {
    const [first, more] = [part(path, "first"), part(path, "more")];
    // Those of link previews are the server's.
    const shared = path.includes("/web/locales/") ? read(join(SHARED, basename(path))) : {};
    const said = Object.entries({ ...shared, ...read(path) }).filter(([key]) => !key.startsWith("preview."));
    assert.deepEqual({ ...first, ...more }, Object.fromEntries(said));
    assert.equal(Object.keys(first).length + Object.keys(more).length, said.length);
    assert.ok(Object.keys(more).length > 0);
  });
}

test("what is there at first says nothing that comes later", () => {
  const words = join(WEB, "locales/en.json");
  const later = Object.keys(part(words, "more"));
  const modules = modulesOf(ENTRANCES);
  assert.ok(modules.length > 60 && modules.every((path) => existsSync(path)));
  const early: string[] = [];
  for (const path of modules) {
    const text = readFileSync(path, "utf8");
    // These load the lazy messages before they use them.
    if (/\b(withLazyMessages|loadLazyMessages)\(/.test(text) && !path.includes("/i18n/")) continue;
    // The log's rulings are exceptions that are in the first part; the card uses the rest.
    if (path.endsWith("/ruling/rulings.ts")) continue;
    for (const [, key] of text.matchAll(/"([\w.-]+)"/g)) {
      if (later.includes(key!)) early.push(`${path}: ${key}`);
    }
    for (const [, begin] of text.matchAll(/`(\w+\.[\w.-]*)\$\{/g)) {
      if (later.some((key) => key.startsWith(begin!))) early.push(`${path}: ${begin}…`);
    }
  }
  assert.deepEqual(early, []);
});

test("links to rooms are there before them", () => {
  const words = join(WEB, "locales/en.json");
  for (const key of ["boards.link", "keeper.link", "learn.by_playing", "learn"]) {
    assert.ok(key in read(words), key);
    assert.ok(!isMore(key, words), key);
  }
  assert.ok(isMore("keeper.lead", words));
});
