/** Bodies are told in millimetres with z up, scenes are in units with y up. */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { type Point, heightAbove, turned, upright } from "../../../../../../web/src/physics/geometry.ts";
import type { Solid } from "./position.ts";

/** Millimetres to a scene unit. */
export const MM = 30;

export interface Spot {
  x: number;
  y: number;
  z: number;
}

/** A point of the table in scene units. */
export function sceneSpot(x: number, y: number, z: number): Spot {
  return { x: x / MM, y: z / MM, z: -y / MM };
}

/** Where a point of a body's own frame is. */
export function placed(point: Point, [x, y, z, ...turn]: BodyPose): Point {
  const [a, b, c] = turned(turn, point);
  return [x + a, y + b, z + c];
}

/** Turned by `degrees` about the vertical, standing on its true face z0 at a place of the table. */
export function standing(solid: Solid, x: number, y: number, z: number, degrees: number): BodyPose {
  const turn = upright(degrees);
  return [x, y, z + heightAbove(solid, turn), ...turn];
}

/** The greatest height of a body's corners. */
export function highest(solid: Solid, pose: BodyPose): number {
  return Math.max(...solid.corners.map((corner) => placed(corner, pose)[2]));
}
