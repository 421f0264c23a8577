import assert from "node:assert/strict";
import { test } from "node:test";
import { routeOf } from "../src/app/router.ts";

test("addresses lead to their pages", () => {
  assert.deepEqual(routeOf("/"), { page: "home" });
  assert.deepEqual(routeOf("/t/Zt3kq8wWcPq1"), { page: "table", id: "Zt3kq8wWcPq1" });
  assert.deepEqual(routeOf("/r"), { page: "replay", id: null });
  assert.deepEqual(routeOf("/r/abc/"), { page: "replay", id: "abc" });
  assert.deepEqual(routeOf("/rules/block-ness"), { page: "rules", game: "block-ness" });
  assert.deepEqual(routeOf("/box/blox"), { page: "keeper", game: "blox" });
  assert.deepEqual(routeOf("/make/blox/layout"), { page: "make", game: "blox", option: "layout" });
  assert.deepEqual(routeOf("/learn/blox"), { page: "learn", game: "blox", lesson: null });
  assert.deepEqual(routeOf("/learn/blox/enter/"), { page: "learn", game: "blox", lesson: "enter" });
});

test("all else is missing", () => {
  for (const path of ["/t", "/x/y", "/rules", "/box", "/learn", "/learn/a/b/c", "/t/a/b", "/t/%", "/make", "/make/a", "/make/a/b/c"]) {
    const { page } = routeOf(path);
    assert.equal(page, path === "/t/%" ? "table" : "missing", path);
  }
});
