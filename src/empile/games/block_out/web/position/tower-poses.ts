/** Poses of a tower that is set up, which the physics referee needs. */
import {
  type Point, type Turn, composed, cross, dot, minus, normal, topFace, turned, unit, upright,
} from "../../../../../../web/src/physics/geometry.ts";
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { type Solid, solidOf } from "../model/position.ts";
import type { Box, Posed } from "./box.ts";

/**
 * Returns the poses of a tower's blocks from the bottom up: of the lowest ones as before; those above lie flat on each
 * other. Without physics, poses are kept for an unchanged tower only.
 */
export function posesAfter(tower: readonly string[], before: Posed, { setup, physics }: Box): string[] | null {
  const known = before.poses ?? [];
  const changed = tower.findIndex((block, level) => block !== before.tower[level] || known[level] === undefined);
  const kept = known.slice(0, changed < 0 ? tower.length : changed);
  if (!physics) return tower.length > 0 && kept.length === before.tower.length && changed < 0 ? kept : null;
  if (tower.length === 0) return null;
  const poses = [...kept];
  for (const block of tower.slice(kept.length)) {
    const below = poses.at(-1);
    const top = below === undefined ? TABLE : topOf(solidOf(setup, tower[poses.length - 1] ?? ""), readPose(below));
    poses.push(poseText(block, lyingOn(solidOf(setup, block), top)));
  }
  return poses;
}

/** The plane on which a block is laid. */
interface Plane {
  /** Where the block's centre of mass goes, seen from above. */
  x: number;
  y: number;
  point: Point;
  up: Point;
}

const TABLE: Plane = { x: 0, y: 0, point: [0, 0, 0], up: [0, 0, 1] };

function topOf(solid: Solid, [x, y, z, ...turn]: BodyPose): Plane {
  const face = topFace(solid, [x, y, z], turn);
  const [a = TABLE.point, b = a, c = b] = face;
  return { x, y, point: a, up: unit(cross(minus(b, a), minus(c, b))) };
}

/** Returns the pose of a block flat on a plane, turned by quarters so that its own top is as level as possible. */
function lyingOn(solid: Solid, { x, y, point, up }: Plane): BodyPose {
  const lean = leaning(up);
  const turns = [0, 90, 180, 270].map((degrees) => composed(lean, upright(degrees)));
  const level = turns.map((turn) => turned(turn, normal(solid, "z1"))[2]);
  const turn = turns[level.reduce((best, value, index) => (value > (level[best] ?? 0) + 1e-9 ? index : best), 0)] ?? lean;
  const corner = solid.corners[solid.faces["z0"]?.[0] ?? 0] ?? TABLE.point;
  const above = dot(corner, normal(solid, "z0"));
  const z = (dot(up, point) + above - up[0] * x - up[1] * y) / up[2];
  return [x, y, z, ...turn];
}

/** Returns the shortest rotation that takes the vertical to `up`. */
function leaning([x, y, z]: Point): Turn {
  const length = Math.hypot(1 + z, x, y);
  return [(1 + z) / length, -y / length, x / length, 0];
}

/** Reads a pose such as `kL@0,0,24.8/1,0,0,0`. */
export function readPose(text: string): BodyPose {
  const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0] = text.split("@")[1]?.split(/[,/]/).map(Number) ?? [];
  return [x, y, z, w, i, j, k];
}

function poseText(block: string, [x, y, z, ...turn]: BodyPose): string {
  return `${block}@${[x, y, z].map((value) => number(value, 3))}/${turn.map((value) => number(value, 6))}`;
}

/** Returns a decimal number without exponent and without zeros at its end. */
function number(value: number, digits: number): string {
  const text = value.toFixed(digits).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}
