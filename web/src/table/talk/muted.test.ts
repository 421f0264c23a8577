import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlaceInfo } from "../../net/protocol.ts";
import { SafeStore } from "../../ui/storage.ts";
import { Muted } from "./muted.ts";

const table = (id: string, ...members: (string | undefined)[]) =>
  ({ id, places: members.map((member, place) => ({ place, member })) as PlaceInfo[] });
const memory = () => new SafeStore(() => null);

test("a muted member is muted at every table", () => {
  const muted = new Muted(memory());
  muted.set(table("one", undefined, "bea"), 1, true);
  assert.ok(muted.has(table("two", "bea", undefined), 0));
  assert.ok(!muted.has(table("two", "bea", undefined), 1));
  muted.set(table("two", "bea", undefined), 0, false);
  assert.ok(!muted.has(table("one", undefined, "bea"), 1));
});

test("a muted guest is muted at this table only", () => {
  const muted = new Muted(memory());
  muted.set(table("one", undefined, undefined), 1, true);
  assert.ok(muted.has(table("one", undefined, undefined), 1));
  assert.ok(!muted.has(table("one", undefined, undefined), 0));
  assert.ok(!muted.has(table("two", undefined, undefined), 1));
});

test("the first of many muted players are forgotten", () => {
  const muted = new Muted(memory());
  for (let number = 0; number <= 200; number++) muted.set(table(`table ${number}`, undefined), 0, true);
  assert.ok(!muted.has(table("table 0", undefined), 0));
  assert.ok(muted.has(table("table 1", undefined), 0));
  assert.ok(muted.has(table("table 200", undefined), 0));
});

test("what is no list in the store is no mute", () => {
  const store = memory();
  for (const kept of ["{", "{}", "[1]", "null"]) {
    store.setItem("empile.muted", kept);
    assert.ok(!new Muted(store).has(table("one", undefined), 0));
  }
});

test("blocked players are muted at the table of which the server said so", () => {
  const muted = new Muted(memory());
  muted.block(table("one"), [1]);
  assert.ok(muted.has(table("one", undefined, undefined), 1));
  assert.ok(!muted.has(table("one", undefined, undefined), 0));
  assert.ok(!muted.has(table("two", undefined, undefined), 1));
  muted.block(table("one"), []);
  assert.ok(!muted.has(table("one", undefined, undefined), 1));
});
