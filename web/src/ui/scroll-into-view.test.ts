import assert from "node:assert/strict";
import { test } from "node:test";
import { scrollNeeded } from "./scroll-into-view.ts";

const span = (top: number, bottom: number) => ({ top, bottom });

test("what is in the window already is not moved", () => {
  assert.equal(scrollNeeded(span(60, 500), span(520, 580), 600), 0);
});

test("what lies below the window comes just into it", () => {
  assert.equal(scrollNeeded(span(60, 500), span(640, 700), 600), 110);
});

test("what has gone out at the top comes back, as long as the last of it stays", () => {
  assert.equal(scrollNeeded(span(-200, 100), span(120, 180), 600), -210);
  assert.equal(scrollNeeded(span(-400, 300), span(320, 380), 600), -210, "and no further");
});

test("scrollNeeded prefers the last element if both do not fit", () => {
  assert.equal(scrollNeeded(span(0, 500), span(900, 1000), 600), 410);
});
