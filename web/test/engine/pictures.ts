/**
 * Draws pictures that were drawn in Python, and compares them. `tests/long/engine/wasm` writes them.
 *
 * Usage: `node pictures.ts FILE`. Prints how many there were; exits with 1 at the first difference.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Drawing, drawn, type Facts } from "../../src/engine/picture.ts";

/** A line of the file: a game, and what is seen of its states. */
interface Pictures {
  game: string;
  drawing: Drawing;
  seen: { facts: Facts; svg: string }[];
}

let count = 0;
for (const line of readFileSync(process.argv[2] ?? "", "utf8").trimEnd().split("\n")) {
  const { game, drawing, seen } = JSON.parse(line) as Pictures;
  for (const { facts, svg } of seen) {
    assert.equal(drawn(drawing, facts), svg, `a picture of ${game}`);
    count += 1;
  }
}
console.log(count);
