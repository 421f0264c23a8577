/** The face below a held block, and the block's shadow on it. */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { type Flat, type Point, cross, minus, topFace } from "../../../../../../web/src/physics/geometry.ts";
import type { Solid } from "../model/position.ts";

/** A supporting face: its corners counter-clockwise seen from above, and its plane. */
export interface Footing {
  around: readonly Flat[];
  /** Returns its height at a point. */
  height(x: number, y: number): number;
}

/** Beyond any reach, in millimetres. */
const FAR = 1000;

export const TABLE: Footing = {
  around: [[-FAR, -FAR], [FAR, -FAR], [FAR, FAR], [-FAR, FAR]],
  height: () => 0,
};

/** Returns the top face of a body. */
export function footingOn(solid: Solid, [x, y, z, ...turn]: BodyPose): Footing {
  const face = topFace(solid, [x, y, z], turn);
  const [a, b, c] = face as [Point, Point, Point];
  const [nx, ny, nz] = cross(minus(b, a), minus(c, a));
  return {
    around: face.map(([across, up]) => [across, up]),
    height: (across, up) => a[2] - (nx * (across - a[0]) + ny * (up - a[1])) / nz,
  };
}

/** Whether a point is above a support. */
export function isOver({ around }: Footing, point: Flat): boolean {
  return around.every((from, index) => left(from, next(around, index), point) >= 0);
}

function next(around: readonly Flat[], index: number): Flat {
  return around[(index + 1) % around.length] as Flat;
}

/** Returns how far a point is to the left of the line from `from` to `to`, times the line's length. */
function left(from: Flat, to: Flat, [x, y]: Flat): number {
  return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
}

/** Clips a convex shape to a support (Sutherland-Hodgman); empty if they do not overlap. */
export function clip(shape: readonly Flat[], { around }: Footing): readonly Flat[] {
  let rest = shape;
  around.forEach((from, edge) => {
    const to = next(around, edge);
    const kept: Flat[] = [];
    rest.forEach((here, index) => {
      const there = next(rest, index);
      const [a, b] = [left(from, to, here), left(from, to, there)];
      if (a >= 0) kept.push(here);
      if (a * b >= 0) return;
      const part = a / (a - b);
      kept.push([here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])]);
    });
    rest = kept;
  });
  return rest;
}
