import assert from "node:assert/strict";
import { test } from "node:test";
import type { WatchedGame } from "../net/protocol.ts";
import { pictureUrl, WatchList } from "./watch-list.ts";

function game(table: string, position = 1): WatchedGame {
  return { table, game: "blox", places: [], position, since: 0 };
}

function tables(list: WatchList): string[] {
  return list.others.map(({ table }) => table);
}

test("the featured game is apart, and others keep their places when they change", () => {
  const list = new WatchList();
  assert.ok(!list.known);
  list.take({ type: "watching", whole: true, games: [game("a"), game("b"), game("c")], featured: "b", running: 3 });
  assert.deepEqual([list.featured?.table, list.running, tables(list)], ["b", 3, ["a", "c"]]);
  list.take({ type: "watching", games: [game("a", 2)], featured: "b", running: 3 });
  assert.deepEqual(tables(list), ["a", "c"]);
  assert.equal(pictureUrl(list.others[0]!), "/pictures/a.svg?at=2");
  list.take({ type: "watching", gone: ["b"], featured: "c", running: 2 });
  assert.deepEqual([list.featured?.table, tables(list)], ["c", ["a"]]);
});

test("a whole list replaces the one before", () => {
  const list = new WatchList();
  list.take({ type: "watching", whole: true, games: [game("a")], featured: "a", running: 1 });
  list.take({ type: "watching", whole: true });
  assert.deepEqual([list.known, list.featured, list.running, tables(list)], [true, null, 0, []]);
});
