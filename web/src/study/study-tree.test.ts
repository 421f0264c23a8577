import assert from "node:assert/strict";
import { test } from "node:test";
import type { Line } from "./study.ts";
import {
  endOf, eventsTo, lineOf, nodeAt, promoted, toggledMark, treeOf, withEvents, withNotes, without,
} from "./study-tree.ts";

const line: Line = {
  events: ["a", "b", "c"],
  notes: [{ at: 0, comment: "start" }, { at: 2, glyph: "!", marks: [{ kind: "circle", from: "d5", colour: "red" }] }],
  variations: [
    { at: 1, events: ["x", "y"], notes: [{ at: 2, comment: "also good" }], variations: [{ at: 1, events: ["z"] }] },
    { at: 3, events: ["d"] },
  ],
};

test("a line becomes a tree and the tree the same line", () => {
  const root = treeOf({ ...line, variations: line.variations?.slice(0, 1) ?? [] });
  assert.deepEqual(lineOf(root), { ...line, variations: line.variations?.slice(0, 1) });
  assert.equal(root.comment, "start");
  assert.deepEqual(eventsTo(root, [0, 1, 0]), ["a", "x", "y"]);
  assert.deepEqual(eventsTo(root, [0, 1, 1]), ["a", "x", "z"]);
  assert.equal(nodeAt(root, [0, 1, 0]).comment, "also good");
  assert.equal(nodeAt(root, [0, 0]).glyph, "!");
});

test("a variation after the last event continues the main line", () => {
  assert.deepEqual(lineOf(treeOf(line)).events, ["a", "b", "c", "d"]);
});

test("a variation that repeats the main line is joined with it", () => {
  const root = treeOf({ events: ["a", "b"], variations: [{ at: 0, events: ["a", "c"], notes: [{ at: 1, comment: "why" }] }] });
  assert.deepEqual(root.next.map(({ event }) => event), ["a"]);
  assert.deepEqual(nodeAt(root, [0]).next.map(({ event }) => event), ["b", "c"]);
  assert.equal(nodeAt(root, [0]).comment, "why");
});

test("withEvents follows what is there, and adds what is not", () => {
  const root = treeOf(line);
  const known = withEvents(root, [0], ["x", "y"]);
  assert.equal(known.root, root);
  assert.deepEqual(known.path, [0, 1, 0]);
  const added = withEvents(root, [0], ["x", "new"]);
  assert.deepEqual(added.path, [0, 1, 2]);
  assert.deepEqual(eventsTo(added.root, added.path), ["a", "x", "new"]);
  assert.equal(nodeAt(root, [0, 1]).next.length, 2, "the tree before stays as it is");
});

test("without removes a node and what follows it", () => {
  const root = without(treeOf(line), [0, 1]);
  assert.deepEqual(lineOf(root).variations, undefined);
  assert.deepEqual(without(root, []).next, []);
});

test("promoted makes a variation the main line", () => {
  const { root, path } = promoted(treeOf(line), [0, 1, 1]);
  assert.deepEqual(lineOf(root).events, ["a", "x", "z"]);
  assert.deepEqual(eventsTo(root, path), ["a", "x", "z"]);
  assert.deepEqual(lineOf(root).variations?.map(({ events }) => events), [["b", "c", "d"], ["y"]]);
});

test("endOf goes along the main line", () => {
  assert.deepEqual(endOf(treeOf(line), [0]), [0, 0, 0, 0]);
});

test("withNotes changes one node", () => {
  const root = withNotes(treeOf(line), [0], { comment: "here" });
  assert.deepEqual(lineOf(root).notes?.map(({ at, comment }) => [at, comment]), [[0, "start"], [1, "here"], [2, undefined]]);
});

test("toggledMark adds, recolours and removes", () => {
  const red = { kind: "arrow", from: "a1", to: "b2", colour: "red" } as const;
  assert.deepEqual(toggledMark([], red), [red]);
  assert.deepEqual(toggledMark([{ ...red, colour: "blue" }], red), [red]);
  assert.deepEqual(toggledMark([red], red), []);
});
