import assert from "node:assert/strict";
import { test } from "node:test";
import { reloadOnce, reloadSucceeded } from "./reload.ts";

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test("reloadOnce reloads once until a connection succeeded", () => {
  const kept = storage();
  let reloads = 0;
  reloadOnce(kept, () => (reloads += 1));
  reloadOnce(kept, () => (reloads += 1));
  assert.equal(reloads, 1);
  reloadSucceeded(kept);
  reloadOnce(kept, () => (reloads += 1));
  assert.equal(reloads, 2);
});

test("reloadOnce never reloads without storage", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  const kept = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };
  reloadOnce(kept, () => assert.fail("it would reload for ever"));
  reloadSucceeded(kept);
});
