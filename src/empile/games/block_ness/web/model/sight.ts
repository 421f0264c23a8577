/** Which rings stand between the viewer and a hole. */
import type { Grid } from "../../../../../../web/src/board/cells.ts";
import { archAt } from "./arch.ts";
import { type LaidRing, distanceOf } from "./position.ts";

/** Distance of a ring's middle line from the line of sight within which it hides the hole. */
const HIDES = 0.42;
/** Distance between the points of a ring that are looked at. */
const STEP = 0.2;

interface Point {
  x: number;
  y: number;
  z: number;
}

/**
 * Returns the rings that hide one of `holes`, as the camera at `eye` sees them, or as they are seen from
 * straight above if it is null. Feet hide nothing: a hole with a foot cannot be chosen.
 */
export function hidingRings(
  rings: readonly LaidRing[], holes: readonly string[], grid: Grid, eye: Point | null,
): Set<LaidRing> {
  const ways = holes.map((hole) => {
    const { x, z } = grid.named(hole);
    return { from: { x, y: 0, z }, way: eye ? unit({ x: eye.x - x, y: eye.y, z: eye.z - z }) : { x: 0, y: 1, z: 0 } };
  });
  return new Set(rings.filter((ring) => {
    const points = middleLine(ring, grid);
    return ways.some(({ from, way }) => points.some((point) => away(point, from, way) < HIDES));
  }));
}

function middleLine(ring: LaidRing, grid: Grid): Point[] {
  const distance = distanceOf(ring.feet);
  const [near, far] = [grid.named(ring.feet[0]), grid.named(ring.feet[1])];
  const points: Point[] = [];
  for (let along = STEP; along < distance; along += STEP) {
    const part = along / distance;
    points.push({
      x: near.x + (far.x - near.x) * part,
      y: archAt({ distance, height: ring.height }, along),
      z: near.z + (far.z - near.z) * part,
    });
  }
  return points;
}

/** Returns the distance of a point from the half line that leaves `from` along the unit vector `way`. */
function away(point: Point, from: Point, way: Point): number {
  const by = { x: point.x - from.x, y: point.y - from.y, z: point.z - from.z };
  const along = Math.max(0, by.x * way.x + by.y * way.y + by.z * way.z);
  return Math.hypot(by.x - along * way.x, by.y - along * way.y, by.z - along * way.z);
}

function unit({ x, y, z }: Point): Point {
  const length = Math.hypot(x, y, z) || 1;
  return { x: x / length, y: y / length, z: z / length };
}
