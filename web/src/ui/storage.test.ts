/** Storage of browsers that keep everything, something or nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SafeStore, type Store } from "./storage.ts";

function kept(values: Map<string, string>, room = Infinity): Store {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
  };
}

test("values go to the browser's storage", () => {
  const values = new Map<string, string>();
  const store = new SafeStore(() => kept(values));
  store.setItem("a", "1");
  assert.equal(values.get("a"), "1");
  assert.ok(store.persists);
  store.removeItem("a");
  assert.equal(store.getItem("a"), null);
});

test("without storage values last until the page is closed", () => {
  const refuse = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  for (const find of [refuse, () => null]) {
    const store = new SafeStore(find);
    assert.ok(!store.persists && store.isBlocked);
    store.setItem("a", "1");
    assert.equal(store.getItem("a"), "1");
    store.removeItem("a");
    assert.equal(store.getItem("a"), null);
  }
});

test("a value that finds no room is read again, until a later one is kept", () => {
  const values = new Map([["a", "old"]]);
  const store = new SafeStore(() => kept(values, 3));
  assert.ok(!store.setItem("a", "too long"));
  assert.equal(store.getItem("a"), "too long");
  assert.ok(!store.persists);
  assert.ok(store.setItem("a", "new"));
  assert.deepEqual([store.getItem("a"), values.get("a"), store.persists], ["new", "new", true]);
  assert.ok(!store.isBlocked);
});
