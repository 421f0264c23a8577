import assert from "node:assert/strict";
import { test } from "node:test";
import { currentPath, isWhole, routeOf, tabOf } from "./router.ts";

test("addresses lead to their pages", () => {
  assert.deepEqual(routeOf("/"), { page: "home", code: "" });
  assert.deepEqual(routeOf("/t/Zt3kq8wWcPq1"), { page: "table", id: "Zt3kq8wWcPq1" });
  assert.deepEqual(routeOf("/r"), { page: "replay", id: null, embedded: false });
  assert.deepEqual(routeOf("/r/abc/"), { page: "replay", id: "abc", embedded: false });
  assert.deepEqual(routeOf("/rules/block-ness"), { page: "rules", game: "block-ness" });
  assert.deepEqual(routeOf("/scorepad/blox"), { page: "scorepad", game: "blox" });
  assert.deepEqual(routeOf("/editor/blox/layout"), { page: "editor", game: "blox", option: "layout" });
  assert.deepEqual(routeOf("/news"), { page: "news" });
  assert.deepEqual(routeOf("/games"), { page: "games" });
  assert.deepEqual(routeOf("/embed/abc"), { page: "replay", id: "abc", embedded: true });
  assert.deepEqual(routeOf("/lobby"), { page: "people", part: "lobby", friend: null });
  assert.deepEqual(routeOf("/watch"), { page: "people", part: "watch", friend: null });
  assert.deepEqual(routeOf("/transfer"), { page: "transfer" });
  assert.deepEqual(routeOf("/account"), { page: "account", part: "account" });
  assert.deepEqual(routeOf("/account/recover"), { page: "account", part: "account" });
  assert.deepEqual(routeOf("/family"), { page: "account", part: "family" });
  assert.deepEqual(routeOf("/friends"), { page: "people", part: "friends", friend: null });
  assert.deepEqual(routeOf("/notices"), { page: "account", part: "notices" });
  assert.deepEqual(routeOf("/messages"), { page: "people", part: "messages", friend: null });
  assert.deepEqual(routeOf("/messages/m3Xv9c"), { page: "people", part: "messages", friend: "m3Xv9c" });
  assert.deepEqual(routeOf("/privacy"), { page: "account", part: "privacy" });
  assert.deepEqual(routeOf("/leaderboard"), { page: "people", part: "leaderboard", friend: null });
  assert.deepEqual(routeOf("/moderate/fair-play/m1"), { page: "moderate", part: "fair-play", of: "m1" });
  assert.deepEqual(routeOf("/moderate/fair-play"), { page: "missing" });
  assert.deepEqual(routeOf("/decisions"), { page: "account", part: "decisions" });
  assert.deepEqual(routeOf("/moderate"), { page: "moderate", part: "queue", of: "" });
  assert.deepEqual(routeOf("/moderate/log"), { page: "moderate", part: "log", of: "" });
  assert.deepEqual(routeOf("/moderate/member/m1"), { page: "moderate", part: "member", of: "m1" });
  assert.deepEqual(routeOf("/moderate/report/7"), { page: "moderate", part: "report", of: "7" });
  assert.deepEqual(routeOf("/moderate/other"), { page: "missing" });
  assert.deepEqual(routeOf("/m/Zt3kq8wWcPq1"), { page: "profile", member: "Zt3kq8wWcPq1" });
  assert.deepEqual(routeOf("/games/more"), { page: "missing" });
  assert.deepEqual(routeOf("/study"), { page: "studies" });
  assert.deepEqual(routeOf("/puzzles"), { page: "puzzles", part: "list" });
  assert.deepEqual(routeOf("/puzzles/rush"), { page: "rush" });
  assert.deepEqual(routeOf("/puzzles/history"), { page: "puzzles", part: "history" });
  assert.deepEqual(routeOf("/puzzles/daily"), { page: "puzzle", game: "", puzzle: "" });
  assert.deepEqual(routeOf("/puzzles/blox/1a2b"), { page: "puzzle", game: "blox", puzzle: "1a2b" });
  assert.deepEqual(routeOf("/puzzles/blox"), { page: "missing" });
  assert.deepEqual(routeOf("/solo"), { page: "solo", level: null });
  assert.deepEqual(routeOf("/solo/1-07/"), { page: "solo", level: "1-07" });
  assert.deepEqual(routeOf("/learn"), { page: "learning" });
  assert.deepEqual(routeOf("/XDKBPN"), { page: "home", code: "XDKBPN" });
  assert.deepEqual(routeOf("/learn/blox"), { page: "learn", game: "blox", lesson: null });
  assert.deepEqual(routeOf("/learn/blox/enter/"), { page: "learn", game: "blox", lesson: "enter" });
});

test("all else is missing", () => {
  for (const path of ["/t", "/x/y", "/rules", "/scorepad", "/abcdef", "/ABCDE", "/ABCDEF/x", "/ABCDE0", "/learn/a/b/c", "/t/a/b", "/m", "/m/a/b", "/account/x", "/lobby/x", "/family/x", "/t/%", "/editor", "/editor/a", "/editor/a/b/c", "/solo/a/b", "/box/blox"]) {
    const { page } = routeOf(path);
    assert.equal(page, path === "/t/%" ? "table" : "missing", path);
  }
});

test("currentPath replaces the addresses of earlier versions", () => {
  assert.equal(currentPath("/box/blox"), "/scorepad/blox");
  assert.equal(currentPath("/make/on-top/start"), "/editor/on-top/start");
  assert.equal(currentPath("/puzzles/missed/Zt3kq8"), "/r/Zt3kq8");
  for (const path of ["/", "/boxes/blox", "/t/box", "/scorepad/box", "/constructor/x"]) assert.equal(currentPath(path), path);
});

test("pages belong to tabs", () => {
  assert.deepEqual(["/", "/games", "/study", "/puzzles/rush", "/lobby", "/account"].map((path) => tabOf(routeOf(path).page)),
    ["play", "play", "learn", "puzzles", "people", null]);
});

test("tables, lessons, puzzles and levels have the screen of a phone for themselves", () => {
  for (const path of ["/t/a", "/learn/blox", "/puzzles/daily", "/solo/1-07", "/study/blox"]) assert.ok(isWhole(routeOf(path)), path);
  for (const path of ["/", "/learn", "/puzzles", "/solo", "/study", "/lobby", "/transfer"]) assert.ok(!isWhole(routeOf(path)), path);
});
