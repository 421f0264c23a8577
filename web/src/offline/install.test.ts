import assert from "node:assert/strict";
import { test } from "node:test";
import { countDay, isWelcome } from "./install.ts";

function store(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test("days are counted once each", () => {
  const kept = store();
  assert.deepEqual(["2026-01-01", "2026-01-01", "2026-01-02", "2026-01-03"].map((day) => countDay(day, kept)), [1, 1, 2, 2]);
});

test("a damaged count starts again", () => {
  const kept = store();
  kept.setItem("empile.days", "many");
  assert.equal(countDay("2026-01-01", kept), 1);
});

test("the hint to install is not for the first visit, and waits until something was finished", () => {
  assert.equal(isWelcome({ days: 1, finished: true, closed: false }), false);
  assert.equal(isWelcome({ days: 2, finished: false, closed: false }), false);
  assert.equal(isWelcome({ days: 2, finished: true, closed: false }), true);
  assert.equal(isWelcome({ days: 2, finished: true, closed: true }), false);
});
