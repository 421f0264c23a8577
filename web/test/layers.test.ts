/** The layers of the page: folders import only from folders below them, and no modules form a cycle. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { test } from "node:test";

const SRC = join(import.meta.dirname, "../src");
const GAMES = join(import.meta.dirname, "../../src/empile/games");

/** The folders of `src` from bottom to top. */
const LAYERS = [
  "engine", "ui", "i18n", "news", "net", "local", "offline", "account", "reports", "clock", "rating", "contacts", "calls", "notices", "messages", "moderation", "stage", "board", "physics", "rules", "table", "analysis", "games", "profile", "learn", "puzzle", "replay",
  "setup", "friends", "start", "editor", "study", "solo", "transfer", "watch", "lobby", "scorepad", "home", "shell",
];

interface Import {
  from: string;
  to: string;
  /** Whether it is an `import()`, which loads the module later. */
  lazy: boolean;
}

/** The imports between the modules in `folder`, tests left out; paths are relative to it. */
function importsIn(folder: string): Import[] {
  const name = (path: string) => relative(folder, path).split(sep).join("/");
  return globSync("**/*.ts", { cwd: folder }).filter((path) => !path.endsWith(".test.ts")).flatMap((path) => {
    const file = join(folder, path);
    const text = readFileSync(file, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    const found = text.matchAll(/(?:^(?:import|export)\s[^"']*?|(import)\()"(\.[^"]+\.ts)"/gm);
    return [...found].map(([, lazy, target]) => ({
      from: name(file), to: name(resolve(dirname(file), target ?? "")), lazy: lazy !== undefined,
    }));
  });
}

const imports = importsIn(SRC);
const layerOf = (path: string) => path.split("/")[0] ?? "";
const crossing = imports.filter(({ from, to }) => layerOf(from) !== layerOf(to));

test("each folder has its layer", () => {
  const folders = new Set(globSync("**/*.ts", { cwd: SRC }).map((path) => layerOf(path.split(sep).join("/"))));
  assert.deepEqual([...folders].sort(), [...LAYERS].sort());
});

test("no folder imports from one above it", () => {
  assert.ok(crossing.length > 100, "the imports are found");
  const backward = crossing.filter(({ from, to }) => LAYERS.indexOf(layerOf(to)) > LAYERS.indexOf(layerOf(from)));
  assert.deepEqual(backward.map(({ from, to }) => `${from} -> ${to}`), []);
});

test("ui imports nothing of the page, and nothing imports shell", () => {
  assert.deepEqual(crossing.filter(({ from }) => layerOf(from) === "ui"), []);
  assert.deepEqual(crossing.filter(({ to }) => layerOf(to) === "shell"), []);
});

/** A cycle among the imports, as a list of modules; null without one. */
function cycleIn(edges: readonly Import[]): string[] | null {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (module: string, path: readonly string[]): string[] | null => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return null;
    for (const to of targets.get(module) ?? []) {
      const cycle = visit(to, [...path, module]);
      if (cycle) return cycle;
    }
    done.add(module);
    return null;
  };
  for (const module of targets.keys()) {
    const cycle = visit(module, []);
    if (cycle) return cycle;
  }
  return null;
}

test("cycleIn finds a cycle", () => {
  const edge = (from: string, to: string) => ({ from, to, lazy: false });
  assert.deepEqual(cycleIn([edge("a", "b"), edge("b", "c"), edge("c", "b")]), ["b", "c", "b"]);
  assert.equal(cycleIn([edge("a", "b"), edge("a", "c"), edge("b", "c")]), null);
});

test("no modules import each other in a cycle", () => {
  assert.equal(cycleIn(imports.filter(({ lazy }) => !lazy)), null);
  for (const game of globSync("*/web", { cwd: GAMES })) {
    assert.equal(cycleIn(importsIn(join(GAMES, game))), null, game);
  }
});
