import assert from "node:assert/strict";
import { test } from "node:test";
import { KeptTables, tokenOfFragment } from "../src/net/tables.ts";

function storage(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("a table kept is found again, with its secret", () => {
  const shared = storage();
  new KeptTables(shared).keep("T1", "secret", "block-ness");
  assert.equal(new KeptTables(shared).token("T1"), "secret");
  assert.deepEqual(new KeptTables(shared).all().map(({ id }) => id), ["T1"]);
});

test("keeping it again without a game leaves the game known", () => {
  const tables = new KeptTables(storage());
  tables.keep("T1", "secret", "block-ness");
  tables.keep("T1", "other", "");
  assert.equal(tables.all()[0]?.game, "block-ness");
  assert.equal(tables.token("T1"), "other");
});

test("what lies broken in the storage is no table", () => {
  assert.deepEqual(new KeptTables(storage({ "empile.tables": "{broken" })).all(), []);
  assert.deepEqual(new KeptTables(storage({ "empile.tables": "null" })).all(), []);
});

test("a forbidden storage is borne", () => {
  const forbidden = {
    getItem: () => null,
    setItem: () => {
      throw new Error("forbidden");
    },
  };
  assert.doesNotThrow(() => new KeptTables(forbidden).keep("T1", "secret", "g"));
});

test("the secret is read from the fragment", () => {
  assert.equal(tokenOfFragment("#seat=abc-123"), "abc-123");
  assert.equal(tokenOfFragment("#else=1"), null);
  assert.equal(tokenOfFragment(""), null);
});
