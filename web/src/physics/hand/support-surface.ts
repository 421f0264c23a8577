/** What stands on the table while a hand is at work, and how who looks sees it. Lengths in millimetres. */
import type { Bodies } from "../../stage/scene.ts";
import { turnOf, type Poses } from "../animation/animation.ts";
import { middle, placed, topFace, type Point } from "../geometry.ts";
import type { World } from "./world.ts";

/** CSS pixels over which it is found out which way is to the right. */
const APART = 20;

/** How high bodies stand; 0 where there are none. */
export function topOf(world: World, poses: Poses): number {
  return Math.max(0, ...Object.entries(poses).flatMap(([name, pose]) => {
    const shape = world.shapes.get(name);
    return shape ? placed(shape, [pose[0], pose[1], pose[2]], turnOf(pose)).map(([, , z]) => z) : [];
  }));
}

/** The middle of the uppermost face of the highest body; the table's middle where nothing stands. */
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

/** Which way on the table is to the right of who looks at the middle of `area`: a unit vector. */
export function rightOf(bodies: Bodies, area: Element): readonly [x: number, y: number] {
  const box = area.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const [from, to] = [x, x + APART].map((across) => bodies.under(across, y, bodies.top()));
  if (!from || !to) return [1, 0];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length > 0 ? [(to.x - from.x) / length, (to.y - from.y) / length] : [1, 0];
}
