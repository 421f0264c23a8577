import assert from "node:assert/strict";
import { test } from "node:test";
import { diagramFrame } from "./study-diagram.ts";

test("diagramFrame projects points of a picture seen from above", () => {
  const { height, project } = diagramFrame({ extent: { x: 6, z: 3, height: 2 } });
  assert.equal(height, 240);
  assert.deepEqual(project({ x: 0, y: 5, z: 0 }), { x: 240, y: 120, scale: 40 });
  assert.deepEqual(project({ x: -6, y: 0, z: 3 }), { x: 0, y: 240, scale: 40 });
});

test("diagramFrame projects points of a picture that leans", () => {
  const { height, project } = diagramFrame({ extent: { x: 6, z: 6, height: 3, low: 1 }, lean: { deep: 0.5, high: 1 } });
  assert.equal(height, 320);
  assert.deepEqual(project({ x: 0, y: 2, z: 0 }), { x: 240, y: 160, scale: 40 });
  assert.deepEqual(project({ x: 6, y: 3, z: -6 }), { x: 480, y: 0, scale: 40 });
});
