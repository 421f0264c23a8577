import assert from "node:assert/strict";
import { test } from "node:test";
import type { Target } from "../stage/scene.ts";
import { drawnMarks, picked } from "./study-marks.ts";

const place = (value: string, x: number): Target => ({
  id: `place:${value}`, part: "place", value, label: value, at: { x, y: 0, z: 0 }, radius: 0.4,
});
const places = [place("a1", 0), place("b2", 1)];

test("marks are drawn at their places, and left out if the board does not have these", () => {
  assert.deepEqual(drawnMarks([
    { kind: "circle", from: "a1", colour: "red" },
    { kind: "arrow", from: "a1", to: "b2", colour: "blue" },
    { kind: "arrow", from: "a1", to: "z9", colour: "blue" },
    { kind: "circle", from: "z9", colour: "green" },
  ], places), [
    { kind: "circle", colour: "red", from: places[0]?.at, radius: 0.4 },
    { kind: "arrow", colour: "blue", from: places[0]?.at, radius: 0.4, to: places[1]?.at },
  ]);
});

test("a circle needs one place, an arrow two different ones", () => {
  const circle = { kind: "circle", colour: "green", from: null } as const;
  assert.deepEqual(picked(circle, "a1"), { drawing: circle, mark: { kind: "circle", from: "a1", colour: "green" } });
  const arrow = { kind: "arrow", colour: "red", from: null } as const;
  const begun = picked(arrow, "a1");
  assert.deepEqual(begun, { drawing: { ...arrow, from: "a1" }, mark: null });
  assert.deepEqual(picked(begun.drawing, "b2"), { drawing: arrow, mark: { kind: "arrow", from: "a1", to: "b2", colour: "red" } });
  assert.deepEqual(picked(begun.drawing, "a1"), { drawing: arrow, mark: null }, "the same place takes the choice back");
});
