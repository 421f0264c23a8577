import assert from "node:assert/strict";
import test from "node:test";
import { STANDING, RecordedBodies, WORLD } from "./fixtures.ts";
import { goalOf, rightOf, topOf } from "./support-surface.ts";

const ON_IT = [3, -2, 60, 1, 0, 0, 0] as const;
const area = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 400, height: 300 }) } as Element;

test("what stands is as high as its highest corner; nothing is as high as the table", () => {
  assert.equal(topOf(WORLD, {}), 0);
  assert.equal(topOf(WORLD, { low: STANDING }), 40);
  const edge = Math.SQRT1_2;
  // On its edge a cube is higher.
  assert.ok(topOf(WORLD, { low: [0, 0, 28.3, Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0] }) > 40 + 10 * edge);
});

test("goalOf is the top of the highest body, or the middle of the table", () => {
  assert.deepEqual(goalOf(WORLD, {}), [0, 0, 0]);
  assert.deepEqual(goalOf(WORLD, { low: STANDING }), [0, 0, 40]);
  assert.deepEqual(goalOf(WORLD, { new: ON_IT, low: STANDING }), [3, -2, 80]);
});

test("rightOf follows the picture, however the table is turned", () => {
  assert.deepEqual(rightOf(new RecordedBodies(), area), [1, 0]);
  class ViewChange extends RecordedBodies {
    override under(x: number, y: number): { x: number; y: number } {
      return { x: -y, y: x };
    }
  }
  assert.deepEqual(rightOf(new ViewChange(), area), [0, 1]);
  class Sky extends RecordedBodies {
    override under(): never {
      return null as never;
    }
  }
  assert.deepEqual(rightOf(new Sky(), area), [1, 0], "over the horizon nothing is known");
});
