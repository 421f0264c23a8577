import assert from "node:assert/strict";
import { test } from "node:test";
import { isKept, lessonsPath, levelPath } from "./kept-paths.ts";

test("what is the same for everybody is kept", () => {
  for (const path of ["/api/games", "/api/games/blox/lessons", "/api/solo/levels", lessonsPath("on-top"), levelPath("1-07")]) {
    assert.ok(isKept(path), path);
  }
});

test("nothing of tables, accounts or other people is kept", () => {
  for (const path of [
    "/api/tables", "/api/tables/ABC", "/api/tables/ABC/record", "/api/me", "/api/account", "/api/members/x", "/api/ratings",
    "/api/games/preparation", "/api/games/blox/lessons/enter", "/api/solo/levels/1-07", "/health", "/api/gamesx",
    "/api/offline/levels/1-07/x", "/ws",
  ]) {
    assert.ok(!isKept(path), path);
  }
});
