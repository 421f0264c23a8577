/** What a body is placed on, and how the viewer sees it. Lengths in millimetres. */
import type { Bodies } from "../../stage/scene.ts";
import { turnOf, type Poses } from "../animation/animation.ts";
import { middle, placed, topFace, type Point } from "../geometry.ts";
import type { World } from "./world.ts";

/** CSS pixels between the two points that give the direction to the right. */
const APART = 20;

/** Returns the height of the bodies; 0 without any. */
export function topOf(world: World, poses: Poses): number {
  return Math.max(0, ...Object.entries(poses).flatMap(([name, pose]) => {
    const shape = world.shapes.get(name);
    return shape ? placed(shape, [pose[0], pose[1], pose[2]], turnOf(pose)).map(([, , z]) => z) : [];
  }));
}

/** Returns the middle of the top face of the highest body, or of the table. */
export function goalOf(world: World, poses: Poses): Point {
  let goal: Point = [0, 0, 0];
  let highest = 0;
  for (const [name, pose] of Object.entries(poses)) {
    const shape = world.shapes.get(name);
    if (!shape || pose[2] <= highest) continue;
    highest = pose[2];
    goal = middle(topFace(shape, [pose[0], pose[1], pose[2]], turnOf(pose)));
  }
  return goal;
}

/**
 * Returns the direction on the table that is to the viewer's right at the middle of `area`, as a unit vector.
 */
export function rightOf(bodies: Bodies, area: Element): readonly [x: number, y: number] {
  const box = area.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [from, to] = [x, x + APART].map((across) => bodies.under(across, y, bodies.top()));
  if (!from || !to) return [1, 0];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length > 0 ? [(to.x - from.x) / length, (to.y - from.y) / length] : [1, 0];
}
