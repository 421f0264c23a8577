import assert from "node:assert/strict";
import test from "node:test";
import {
  around, between, distinct, heightAbove, lying, middle, placed, shortest, topFace, turned, upright, type Point,
} from "../geometry.ts";
import { TargetPose, HOVER } from "./target-pose.ts";
import { cube, WORLD } from "./fixtures.ts";

const near = (one: readonly number[], other: readonly number[]) =>
  one.every((value, index) => Math.abs(value - (other[index] ?? NaN)) < 1e-6);

test("with any face down that face is level, and nothing lies lower", () => {
  const shape = cube("lean", 3);
  for (const grip of Object.keys(shape.faces)) {
    const turn = lying(shape, grip, 25);
    const heights = placed(shape, [0, 0, 0], turn).map(([, , z]) => z);
    const down = (shape.faces[grip] ?? []).map((corner) => heights[corner] ?? NaN);
    assert.ok(down.every((z) => Math.abs(z - Math.min(...heights)) < 1e-6), grip);
    assert.ok(Math.abs(heightAbove(shape, turn) + Math.min(...heights)) < 1e-9);
  }
});

test("distinct merges symmetric grips and keeps the others", () => {
  const six = ["x0", "x1", "y0", "y1", "z0", "z1"];
  assert.deepEqual(distinct(cube("cube"), six), ["x0"]);
  // Longer along x than across: the three axes are no longer one another's turns.
  const long = cube("long");
  const longer = { ...long, corners: long.corners.map(([x, y, z]): Point => [2 * x, y, z]) };
  assert.deepEqual(distinct(longer, six), ["x0", "y0", "z0"]);
});

test("at no degrees the own axis after the face's points to the right", () => {
  const shape = cube("cube");
  assert.ok(near(turned(lying(shape, "z0", 0), [1, 0, 0]), [1, 0, 0]));
  assert.ok(near(turned(lying(shape, "x0", 0), [0, 1, 0]), [1, 0, 0]));
  assert.ok(near(turned(lying(shape, "y1", 90), [0, 0, 1]), [0, 1, 0]));
});

test("turns are counter-clockwise seen from above, and mix along the shorter arc", () => {
  assert.ok(near(turned(upright(90), [1, 0, 0]), [0, 1, 0]));
  const half = between(upright(0), upright(90).map((part) => -part) as never, 0.5);
  assert.ok(near(turned(half, [1, 0, 0]), [Math.SQRT1_2, Math.SQRT1_2, 0]));
  assert.equal(shortest(170, -170), 20);
  assert.equal(shortest(0, 540), -180);
});

test("topFace has its middle above the support", () => {
  const top = topFace(cube("cube"), [10, 20, 20], lying(cube("cube"), "z0", 45));
  assert.ok(near(middle(top), [10, 20, 40]));
});

test("a rubber band goes round the outermost points alone", () => {
  const found = around([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]]);
  assert.equal(found.length, 4);
});

test("TargetPose stays within reach, above the table and at the requested height", () => {
  const shape = WORLD.shapes.get("new");
  assert.ok(shape);
  const hold = new TargetPose(WORLD, shape, { grip: "z0", turn: 0, x: 0, y: -80, top: 40 });
  assert.equal(hold.aim.z, 40 + HOVER + 20);
  hold.moveTo(500, 0);
  assert.deepEqual([hold.x, hold.y], [200, 0]);
  hold.raiseBy(-500);
  assert.ok(hold.aim.z - 20 >= 1);
  hold.raiseBy(5000);
  assert.ok(hold.aim.z <= WORLD.reach.height);
  const start: Point = [hold.x, hold.y, hold.aim.z];
  hold.twist(720);
  assert.deepEqual([hold.x, hold.y, hold.aim.z], start);
});

test("what is held low is set down calmly, what is held high drops from there", () => {
  const shape = WORLD.shapes.get("new");
  assert.ok(shape);
  const hold = new TargetPose(WORLD, shape, { grip: "z0", turn: 0, x: 0, y: 0, top: 40 });
  let seconds = 0;
  while (!hold.setDown(0.02)) seconds += 0.02;
  assert.ok(seconds > 0.05 && seconds < 0.2);
  assert.ok(hold.gap > 0 && hold.gap < 2, "it is let go just above");
  hold.raiseTo(30);
  assert.equal(hold.setDown(0.02), true);
  assert.equal(hold.gap, 30);
});
