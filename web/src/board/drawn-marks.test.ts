/** Circles and arrows that a user draws. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type DrawnMark, markShapes } from "./drawn-marks.ts";

const project = ({ x, z }: { x: number; z: number }) => ({ x: 100 * x, y: 100 * z, scale: 100 });
const at = (x: number, z: number) => ({ x, y: 0, z });

/** Returns a template's text with its values. */
function text(part: unknown): string {
  if (Array.isArray(part)) return part.map(text).join("");
  if (typeof part === "symbol") return "";
  if (typeof part !== "object" || part === null) return String(part);
  const { strings, values } = part as { strings: string[]; values: unknown[] };
  return strings.map((before, index) => before + text(values[index] ?? "")).join("");
}

const drawn = (...marks: DrawnMark[]) => text(markShapes(marks, project));

test("markShapes draws a circle around a place, which stays visible if the board is small", () => {
  const shown = drawn({ kind: "circle", colour: "green", from: at(1, 2), radius: 0.4 });
  assert.match(shown, /data-mark=circle data-colour=green/);
  assert.equal([...shown.matchAll(/<circle class=\w+ cx=100 cy=200 r=40 /g)].length, 3);
  assert.match(drawn({ kind: "circle", colour: "red", from: at(0, 0), radius: 0.01 }), /r=12 /);
});

test("markShapes draws an arrow from one place to another, none from a place to itself", () => {
  const shown = drawn({ kind: "arrow", colour: "blue", from: at(0, 0), to: at(1, 0) });
  assert.match(shown, /<path class=line d=M0 0L76 0 \/><polygon class=line points=91,0 76,9 76,-9 \/>/);
  assert.equal(drawn({ kind: "arrow", colour: "blue", from: at(1, 1), to: at(1, 1) }), "");
  assert.equal(drawn({ kind: "arrow", colour: "blue", from: at(1, 1) }), "");
});
