import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Drawing, drawn, type Facts, withPicture } from "./picture.ts";

interface Case {
  name: string;
  drawing: Drawing;
  facts: Facts;
  svg: string;
}

/** `tests/engine/pictures/test_drawing.py` draws the same in Python. */
const file = new URL("../../../tests/engine/pictures/drawings.json", import.meta.url);
const CASES = JSON.parse(readFileSync(file, "utf8")) as Case[];

for (const { name, drawing, facts, svg } of CASES) test(name, () => assert.equal(drawn(drawing, facts), svg));

const VIEW = new TextEncoder().encode('{"seat":null,"card":"dé"}');
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const show = (...path: (string | number)[]): Drawing => ({ show: path, between: "+", empty: "none" });
const DRAWING = ["<b>\n", show("view", "card"), " ", show("points"), " ", show("ranks"), " ", show("winners")];

test("a running game has points in its picture, but no ranks", () => {
  const state = { scores: () => [4, 2], reason: () => null, ranks: () => assert.fail("the game is not over") };
  assert.equal(text(withPicture(DRAWING, state, VIEW)), '{"seat":null,"card":"dé","picture":"<b>\\ndé 4+2 none none"}');
});

test("at the end all who are first have won", () => {
  const state = { scores: () => [4, 2, 4], reason: () => "end", ranks: () => [1, 3, 1] };
  assert.equal(text(withPicture(DRAWING, state, VIEW)), '{"seat":null,"card":"dé","picture":"<b>\\ndé 4+2+4 1+3+1 1+3"}');
});

test("a view without a drawing stays as it is", () => {
  const state = { scores: () => [], reason: () => null, ranks: () => [] };
  assert.equal(withPicture(null, state, VIEW), VIEW);
});
