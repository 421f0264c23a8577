/** Bodies are told in millimetres with z up, scenes are in units with y up. */
import type { BodyPose } from "../../../../../web/src/board/scene.ts";
import type { Point, Solid } from "./position.ts";

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

/** `point`, turned by a pose's quaternion and moved to where its body is. */
export function placed(point: Point, [x, y, z, w, i, j, k]: BodyPose): [number, number, number] {
  const [a, b, c] = point;
  // v + 2 q x (q x v + w v), with q the quaternion's vector.
  const ra = j * c - k * b + w * a;
  const rb = k * a - i * c + w * b;
  const rc = i * b - j * a + w * c;
  return [
    x + a + 2 * (j * rc - k * rb),
    y + b + 2 * (k * ra - i * rc),
    z + c + 2 * (i * rb - j * ra),
  ];
}

/** Turned by `degrees` about the vertical, standing on its true face z0 at a place of the table. */
export function standing(solid: Solid, x: number, y: number, z: number, degrees: number): BodyPose {
  const half = (degrees * Math.PI) / 360;
  return [x, y, z - lowest(solid), Math.cos(half), 0, 0, Math.sin(half)];
}

/** How far below the centre of mass the face z0 is, as a negative number. */
function lowest({ corners }: Solid): number {
  return Math.min(...corners.map(([, , z]) => z));
}

/** The greatest height of a body's corners. */
export function highest(solid: Solid, pose: BodyPose): number {
  return Math.max(...solid.corners.map((corner) => placed(corner, pose)[2]));
}
