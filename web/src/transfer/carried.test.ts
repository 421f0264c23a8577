import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, countOf, isCarriedData, merge, type ListedStore } from "./carried.ts";

function stored(values: Record<string, unknown>): ListedStore {
  const kept = new Map(Object.entries(values).map(([key, value]) =>
    [key, typeof value === "string" ? value : JSON.stringify(value)]));
  return {
    keys: () => [...kept.keys()],
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function read(store: ListedStore, key: string): unknown {
  return JSON.parse(store.getItem(key) ?? "null");
}

test("collect takes games and progress, but no settings of the device", () => {
  const store = stored({
    "empile.tables": { a: {} }, "empile.games": { "a/1": {}, "a/2": {} }, "empile.learnt.on-top": "one two",
    "empile.solo": {}, "empile.boards": {}, "empile.volume": "50", "empile.language": "fr", other: "x",
  });
  const found = collect(store);
  assert.deepEqual(Object.keys(found).sort(),
    ["empile.boards", "empile.games", "empile.learnt.on-top", "empile.solo", "empile.tables"]);
  assert.equal(countOf(found), 2);
});

test("merge keeps what only one of the two has, and the later of two versions", () => {
  const here = stored({ "empile.games": { "a/1": { at: 5, by: "here" }, "b/1": { at: 1, by: "here" } } });
  merge(here, { "empile.games": JSON.stringify({ "a/1": { at: 4, by: "there" }, "b/1": { at: 2, by: "there" }, c: {} }) });
  assert.deepEqual(read(here, "empile.games"),
    { "a/1": { at: 5, by: "here" }, "b/1": { at: 2, by: "there" }, c: {} });
});

test("merge unites lessons and keeps the better progress in solo levels", () => {
  const here = stored({ "empile.learnt.blox": "one two", "empile.solo": { x: [1, 0, 9, 1, 0], y: [3, 0, 5, 0, 0] } });
  merge(here, {
    "empile.learnt.blox": "two three",
    "empile.solo": JSON.stringify({ x: [3, 0, 7, 0, 0], y: [0, 2, 3, 0, 0], z: [2, 0, 4, 0, 1] }),
  });
  assert.equal(here.getItem("empile.learnt.blox"), "one two three");
  assert.deepEqual(read(here, "empile.solo"), { x: [3, 0, 7, 0, 0], y: [3, 0, 5, 0, 0], z: [2, 0, 4, 0, 1] });
});

test("merge keeps the later of two boards with a name", () => {
  const here = stored({ "empile.boards": { "g/o": [{ name: "a", at: 1, value: 1 }, { name: "b", at: 3, value: 1 }] } });
  merge(here, { "empile.boards": JSON.stringify({ "g/o": [{ name: "a", at: 2, value: 2 }, { name: "b", at: 2, value: 2 }] }) });
  assert.deepEqual(read(here, "empile.boards"),
    { "g/o": [{ name: "a", at: 2, value: 2 }, { name: "b", at: 3, value: 1 }] });
});

test("merge survives damaged values", () => {
  const here = stored({ "empile.games": "{", "empile.solo": "[" });
  merge(here, { "empile.games": "{}", "empile.solo": "[1]", "empile.tables": "{}" });
  assert.deepEqual(read(here, "empile.games"), {});
});

test("isCarriedData refuses other keys and types", () => {
  assert.equal(isCarriedData({ "empile.tables": "{}", "empile.learnt.blox": "" }), true);
  assert.equal(isCarriedData({ "empile.language": "fr" }), false);
  assert.equal(isCarriedData({ "empile.tables": {} }), false);
  assert.equal(isCarriedData([]), false);
});
