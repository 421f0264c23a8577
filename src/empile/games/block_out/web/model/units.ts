/** Converts between body coordinates (millimetres, z up) and scene units (y up). */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { type Point, heightAbove, turned, upright } from "../../../../../../web/src/physics/geometry.ts";
import type { Solid } from "./position.ts";

/** Millimetres per scene unit. */
export const MM = 30;

export interface Spot {
  x: number;
  y: number;
  z: number;
}

/** Returns a point of the table in scene units. */
export function sceneSpot(x: number, y: number, z: number): Spot {
  return { x: x / MM, y: z / MM, z: -y / MM };
}

/** Transforms a point of a body's own frame. */
export function placed(point: Point, [x, y, z, ...turn]: BodyPose): Point {
  const [a, b, c] = turned(turn, point);
  return [x + a, y + b, z + c];
}

/** Returns the pose of a block that stands on its level face z0, turned by `degrees` about the vertical. */
export function standing(solid: Solid, x: number, y: number, z: number, degrees: number): BodyPose {
  const turn = upright(degrees);
  return [x, y, z + heightAbove(solid, turn), ...turn];
}

/** Returns the height of a body's highest corner. */
export function highest(solid: Solid, pose: BodyPose): number {
  return Math.max(...solid.corners.map((corner) => placed(corner, pose)[2]));
}
