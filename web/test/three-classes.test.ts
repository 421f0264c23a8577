/** The classes of three.js that scenes of packages get. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { three } from "../src/stage/three-classes.ts";

const STAGE = join(import.meta.dirname, "../src/stage");
const GAMES = join(import.meta.dirname, "../../src/empile/games");
/** Classes that the renderer uses. */
const BY_RENDERER = ["Box3", "Material", "Object3D"];

function importedFromThree(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder }).filter((path) => !path.endsWith("three-classes.ts")).flatMap((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const found = [...text.matchAll(/^import \{([^}]*)\} from "three";/gm)];
    return found.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim().split(" ")[0] ?? ""));
  });
}

test("three has only classes that the page loads anyway", () => {
  const used = new Set([
    ...importedFromThree(STAGE, "*.ts"), ...importedFromThree(GAMES, "*/web/scene/*.ts"), ...BY_RENDERER,
  ]);
  const classes = Object.entries(three).filter(([, value]) => typeof value === "function").map(([name]) => name);
  assert.ok(classes.length > 30);
  assert.deepEqual(classes.filter((name) => !used.has(name)), []);
});

test("three cannot be changed by a scene", () => {
  assert.ok(Object.isFrozen(three));
  assert.throws(() => Object.assign(three, { Mesh: null }), TypeError);
});
