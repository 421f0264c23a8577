import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGINE_LIST, type EngineList } from "../../net/engine-list.ts";
import {
  dailyPath, enginePaths, isEngine, isKept, isPackaged, lessonsPath, levelPath, outdatedPaths, PACKAGE_LIST, packagedPaths, puzzlePath, puzzlesPath,
} from "./kept-paths.ts";

test("what is the same for everybody is kept", () => {
  for (const path of [ENGINE_LIST, "/api/games", "/api/games/blox/lessons", "/api/solo/levels", PACKAGE_LIST, lessonsPath("on-top"), levelPath("1-07")]) {
    assert.ok(isKept(path), path);
  }
  for (const path of [puzzlesPath("blox"), puzzlePath("blox", "1a2b3c"), dailyPath("2026-11-26")]) {
    assert.ok(isKept(new URL(path, "https://play.example.org").pathname), path);
  }
});

test("nothing of tables, accounts or other people is kept", () => {
  for (const path of [
    "/api/tables", "/api/tables/ABC", "/api/tables/ABC/record", "/api/me", "/api/account", "/api/members/x", "/api/ratings",
    "/api/games/preparation", "/api/games/blox/lessons/enter", "/api/solo/levels/1-07", "/health", "/api/gamesx",
    "/api/offline/levels/1-07/x", "/api/puzzles", "/api/puzzles/blox/1a2b3c/try", "/ws",
  ]) {
    assert.ok(!isKept(path), path);
  }
});

test("files of packages are kept by version", () => {
  const packages = { hex: { base: "/packages/hex/bb/", files: ["model.js", "locales/fr.json"] } };
  assert.deepEqual(packagedPaths(packages, ["hex", "blox", "constructor"]), [
    "/packages/hex/bb/model.js", "/packages/hex/bb/locales/fr.json",
  ]);
  const kept = ["/packages/hex/aa/model.js", "/packages/hex/bb/model.js", "/packages/hexes/bb/model.js"];
  assert.ok(kept.every(isPackaged));
  assert.deepEqual(outdatedPaths(packages, kept), ["/packages/hex/aa/model.js", "/packages/hexes/bb/model.js"]);
  assert.ok(!isPackaged("/packages.json") && !isKept("/packages/hex/bb/model.js"));
});

test("rules are kept by game, each file once", () => {
  const bundle = (players: number) => ({ players, facts: `/engine/blox-${players}.aa.json`, data: "/engine/blox.bb.bin" });
  const listed: EngineList = {
    games: { blox: { status: "ready", module: "/engine/blox.cc.wasm", bundles: [bundle(2), bundle(3)] }, hex: { status: "compiling" } },
  };
  const paths = ["/engine/blox.cc.wasm", "/engine/blox-2.aa.json", "/engine/blox.bb.bin", "/engine/blox-3.aa.json"];
  assert.deepEqual(enginePaths(listed), paths);
  assert.deepEqual(enginePaths(listed, ["blox", "hex", "constructor"]), paths);
  assert.deepEqual(enginePaths(listed, []), []);
  assert.ok(paths.every((path) => isEngine(path) && !isKept(path)) && !isEngine(ENGINE_LIST));
});
