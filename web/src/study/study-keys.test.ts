import assert from "node:assert/strict";
import { test } from "node:test";
import { besideOf, studyKey, type KeyHost } from "./study-keys.ts";
import { treeOf, type Path } from "./study-tree.ts";

const root = treeOf({ events: ["a", "b", "c"], variations: [{ at: 1, events: ["x"] }] });

/** Presses a key at an element that matches `inside`; returns what happened. */
function pressed(key: string, path: Path, { ctrlKey = false, shiftKey = false, inside = "" } = {}): unknown[] {
  const done: unknown[] = [];
  const host: KeyHost = {
    root, path, go: (to) => done.push([...to]), step: (to) => done.push(to), cut: () => done.push("cut"),
  };
  const matches = (selector: string) => inside !== "" && selector.includes(inside);
  const target = { matches, closest: (selector: string) => (matches(selector) ? {} : null) } as unknown as EventTarget;
  const known = studyKey({ key, ctrlKey, metaKey: false, shiftKey, altKey: false, target }, host);
  assert.equal(known, done.length > 0 || known);
  return done;
}

test("arrows go through the moves, Home and End to their ends", () => {
  assert.deepEqual(pressed("ArrowLeft", [0, 0]), [[0]]);
  assert.deepEqual(pressed("ArrowRight", [0]), [[0, 0]]);
  assert.deepEqual(pressed("ArrowRight", [0, 0, 0]), []);
  assert.deepEqual(pressed("Home", [0, 0]), [[]]);
  assert.deepEqual(pressed("End", []), [[0, 0, 0]]);
});

test("up and down go to other variations", () => {
  assert.deepEqual(pressed("ArrowDown", [0, 0]), [[0, 1]]);
  assert.deepEqual(pressed("ArrowUp", [0, 1]), [[0, 0]]);
  assert.deepEqual(besideOf(root, [0, 1], 1), [0, 1]);
  assert.deepEqual(besideOf(root, [], 1), []);
});

test("undo, redo and delete", () => {
  assert.deepEqual(pressed("z", [], { ctrlKey: true }), ["undo"]);
  assert.deepEqual(pressed("Z", [], { ctrlKey: true, shiftKey: true }), ["redo"]);
  assert.deepEqual(pressed("y", [], { ctrlKey: true }), ["redo"]);
  assert.deepEqual(pressed("Delete", [0]), ["cut"]);
  assert.deepEqual(pressed("z", []), []);
});

test("fields and dialogs keep their keys, the board its arrows", () => {
  assert.deepEqual(pressed("Delete", [0], { inside: "textarea" }), []);
  assert.deepEqual(pressed("Home", [0], { inside: "dialog" }), []);
  assert.deepEqual(pressed("ArrowLeft", [0], { inside: "game-board" }), []);
  assert.deepEqual(pressed("Home", [0], { inside: "game-board" }), [[]]);
});
