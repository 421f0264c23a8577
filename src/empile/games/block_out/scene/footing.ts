/** What is below a block that is held: the face that it would come down on, and its shadow there. */
import type { BodyPose } from "../../../../../web/src/board/scene.ts";
import { placed } from "./frames.ts";
import type { Point, Solid } from "./position.ts";

/** A point seen from above, in millimetres. */
export interface Flat {
  x: number;
  y: number;
}

/** A face that things come down on: its corners counter-clockwise seen from above, and its plane. */
export interface Footing {
  around: readonly Flat[];
  /** Its height at a point. */
  height(x: number, y: number): number;
}

/** Farther than anybody reaches. */
const FAR = 1000;

export const TABLE: Footing = {
  around: [{ x: -FAR, y: -FAR }, { x: FAR, y: -FAR }, { x: FAR, y: FAR }, { x: -FAR, y: FAR }],
  height: () => 0,
};

/** The face of a body that is up. */
export function topFace(solid: Solid, pose: BodyPose): Footing {
  const corners = solid.corners.map((corner) => placed(corner, pose));
  let best: readonly Point[] = [];
  let most = -Infinity;
  for (const face of Object.values(solid.faces)) {
    const around = face.map((corner) => corners[corner] ?? [0, 0, 0] as const);
    const height = around.reduce((sum, [, , z]) => sum + z, 0);
    if (height <= most) continue;
    most = height;
    best = around;
  }
  const [a, b, , d] = best as [Point, Point, Point, Point];
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [d[0] - a[0], d[1] - a[1], d[2] - a[2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return {
    around: best.map(([x, y]) => ({ x, y })),
    height: (x, y) => a[2] - (nx * (x - a[0]) + ny * (y - a[1])) / nz,
  };
}

/** Whether a point is over a footing. */
export function isOver({ around }: Footing, x: number, y: number): boolean {
  return around.every((from, index) => left(from, around[(index + 1) % around.length] as Flat, x, y) >= 0);
}

/** How far a point is to the left of the way from `from` to `to`, times its length. */
function left(from: Flat, to: Flat, x: number, y: number): number {
  return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
}

/** The corners around `points`, counter-clockwise. */
export function hull(points: readonly Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (way: readonly Flat[]): Flat[] => {
    const found: Flat[] = [];
    for (const point of way) {
      while (found.length > 1 && left(found.at(-2) as Flat, found.at(-1) as Flat, point.x, point.y) <= 0) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** What of a convex shape lies over a footing; empty where nothing does. */
export function clip(shape: readonly Flat[], { around }: Footing): readonly Flat[] {
  let rest = shape;
  around.forEach((from, index) => {
    const to = around[(index + 1) % around.length] as Flat;
    const kept: Flat[] = [];
    rest.forEach((here, at) => {
      const next = rest[(at + 1) % rest.length] as Flat;
      const [a, b] = [left(from, to, here.x, here.y), left(from, to, next.x, next.y)];
      if (a >= 0) kept.push(here);
      if (a * b < 0) {
        const part = a / (a - b);
        kept.push({ x: here.x + part * (next.x - here.x), y: here.y + part * (next.y - here.y) });
      }
    });
    rest = kept;
  });
  return rest;
}
