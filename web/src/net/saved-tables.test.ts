import assert from "node:assert/strict";
import { test } from "node:test";
import { SavedTables, tokenOfFragment } from "./saved-tables.ts";

function storage(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("SavedTables finds a saved table with its token", () => {
  const shared = storage();
  new SavedTables(shared).keep("T1", "secret", "block-ness");
  assert.equal(new SavedTables(shared).token("T1"), "secret");
  assert.deepEqual(new SavedTables(shared).all().map(({ id }) => id), ["T1"]);
});

test("keeping it again without a game leaves the game known", () => {
  const tables = new SavedTables(storage());
  tables.keep("T1", "secret", "block-ness");
  tables.keep("T1", "other", "");
  assert.equal(tables.all()[0]?.game, "block-ness");
  assert.equal(tables.token("T1"), "other");
});

test("what lies broken in the storage is no table", () => {
  assert.deepEqual(new SavedTables(storage({ "empile.tables": "{broken" })).all(), []);
  assert.deepEqual(new SavedTables(storage({ "empile.tables": "null" })).all(), []);
});

test("a forbidden storage is borne", () => {
  const forbidden = {
    getItem: () => null,
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  assert.doesNotThrow(() => new SavedTables(forbidden).keep("T1", "secret", "g"));
});

test("the secret is read from the fragment", () => {
  assert.equal(tokenOfFragment("#seat=abc-123"), "abc-123");
  assert.equal(tokenOfFragment("#else=1"), null);
  assert.equal(tokenOfFragment(""), null);
});
