import assert from "node:assert/strict";
import { test } from "node:test";
import { printBlocks, type Block } from "./print-blocks.ts";
import { treeOf } from "./study-tree.ts";
import type { Line } from "./study.ts";

/** Chance events begin with `~`. */
function blocksOf(line: Line): Block[] {
  return printBlocks(treeOf(line), (events) => {
    const text = events.at(-1) ?? "";
    return { text, isMove: !text.startsWith("~") };
  });
}

/** Blocks as short texts. */
function short(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    if (block.kind === "diagram") return `[${block.at} ${block.number}: ${block.events.join(" ")}] ${block.comment}`.trim();
    const indent = "-".repeat(block.depth);
    if (block.kind === "comment") return `${indent}“${block.text}”`;
    return indent + block.moves.map(({ number, text, glyph }) => `${number ?? ""}.${text}${glyph}`).join(" ");
  });
}

test("printBlocks numbers moves and shows the first and the last position", () => {
  assert.deepEqual(short(blocksOf({ events: ["~x", "a", "b", "~y", "c"] })), [
    "[start 0: ]", ".~x 1.a 2.b .~y 3.c", "[end 3: ~x a b ~y c]",
  ]);
  assert.deepEqual(short(blocksOf({ events: [] })), ["[start 0: ]"]);
});

test("printBlocks shows positions with a comment or marks on the main line", () => {
  const blocks = blocksOf({
    events: ["a", "b", "c", "d"],
    notes: [
      { at: 0, comment: "Begin." }, { at: 1, glyph: "!?" }, { at: 2, comment: "So." },
      { at: 3, marks: [{ kind: "circle", from: "d5", colour: "red" }] },
    ],
  });
  assert.deepEqual(short(blocks), [
    "[start 0: ] Begin.", "1.a!? 2.b", "[move 2: a b] So.", "3.c", "[move 3: a b c]", "4.d", "[end 4: a b c d]",
  ]);
  const marked = blocks[4];
  assert.ok(marked?.kind === "diagram");
  assert.deepEqual(marked.marks, [{ kind: "circle", from: "d5", colour: "red" }]);
});

test("printBlocks writes variations below the move that they replace, with its number", () => {
  const blocks = blocksOf({
    events: ["a", "b", "c"],
    variations: [
      { at: 1, events: ["x", "y", "z"], notes: [{ at: 2, comment: "Hm.", glyph: "?" }], variations: [{ at: 1, events: ["v"] }] },
      { at: 1, events: ["w"] },
    ],
  });
  assert.deepEqual(short(blocks), [
    "[start 0: ]", "1.a 2.b",
    "-2.x 3.y?", "-“Hm.”", "--3.v", "-4.z",
    "-2.w",
    "3.c", "[end 3: a b c]",
  ]);
});
