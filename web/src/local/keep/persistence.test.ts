/** The question whether the browser keeps tables for good. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { askToPersist } from "./persistence.ts";

function settings() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

for (const [name, persist, granted] of [
  ["grants", () => Promise.resolve(true), true],
  ["denies", () => Promise.resolve(false), false],
  ["fails", () => Promise.reject(new Error("no")), false],
] as const) {
  test(`a browser that ${name} it is asked once`, async () => {
    let times = 0;
    const counted = () => {
      times += 1;
      return persist();
    };
    const kept = settings();
    for (const _ of [1, 2]) assert.equal(await askToPersist(kept, { persist: counted }), granted);
    assert.equal(times, 1);
  });
}

test("a browser that cannot be asked is asked once it can", async () => {
  const kept = settings();
  assert.equal(await askToPersist(kept, undefined), null);
  assert.equal(await askToPersist(kept, {}), null);
  assert.equal(await askToPersist(kept, { persist: () => Promise.resolve(true) }), true);
});
