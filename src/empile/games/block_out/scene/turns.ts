/** Turns as unit quaternions, and a little reckoning with vectors. */
import type { Point, Solid } from "./position.ts";

/** The product of two unit quaternions: first `b`, then `a`. */
export function times(a: Quaternion, b: Quaternion): Quaternion {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

/** w, x, y, z. */
export type Quaternion = readonly [number, number, number, number];

/**
 * How a block is turned with the face of `grip` down: the axis of its own frame that comes after the
 * grip's points along the table's x as far as it can.
 */
export function lying(solid: Solid, grip: string): Quaternion {
  const down = normalOf(solid, grip);
  const beside = ["z", "x", "y"].indexOf(grip[0] ?? "");
  const axis: [number, number, number] = [0, 0, 0];
  axis[beside] = 1;
  const onto = dot(axis, down);
  const along = unit([axis[0] - onto * down[0], axis[1] - onto * down[1], axis[2] - onto * down[2]]);
  const up: Point = [-down[0], -down[1], -down[2]];
  return ofRows(along, cross(up, along), up);
}

/** The unit vector out of a face. */
export function normalOf({ corners, faces }: Solid, face: string): Point {
  const [a, b, c] = (faces[face] ?? []).map((corner) => corners[corner]) as [Point, Point, Point];
  return unit(cross(minus(b, a), minus(c, a)));
}

/** The quaternion of a turn, given the directions that become the table's x, y and z. */
function ofRows(a: Point, b: Point, c: Point): Quaternion {
  const trace = a[0] + b[1] + c[2];
  // The largest of the four is divided by.
  const fours = [1 + trace, 1 + a[0] - b[1] - c[2], 1 - a[0] + b[1] - c[2], 1 - a[0] - b[1] + c[2]];
  const most = fours.indexOf(Math.max(...fours));
  const half = Math.sqrt(fours[most] ?? 1) / 2;
  const s = 1 / (4 * half);
  const [wx, wy, wz] = [c[1] - b[2], a[2] - c[0], b[0] - a[1]];
  const [xy, xz, yz] = [a[1] + b[0], a[2] + c[0], b[2] + c[1]];
  if (most === 0) return [half, wx * s, wy * s, wz * s];
  if (most === 1) return [wx * s, half, xy * s, xz * s];
  if (most === 2) return [wy * s, xy * s, half, yz * s];
  return [wz * s, xz * s, yz * s, half];
}

export function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function unit(a: Point): Point {
  const length = Math.sqrt(dot(a, a));
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** Write the turn that is `part` of the shorter way from one pose's turn to another's. */
export function slerp(
  from: Readonly<ArrayLike<number>>, to: Readonly<ArrayLike<number>>, part: number, into: number[],
): void {
  let cosine = 0;
  for (let index = 3; index < 7; index += 1) cosine += (from[index] ?? 0) * (to[index] ?? 0);
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const sine = Math.sin(angle);
  const a = sine < 1e-6 ? 1 - part : Math.sin((1 - part) * angle) / sine;
  const b = (sine < 1e-6 ? part : Math.sin(part * angle) / sine) * sign;
  for (let index = 3; index < 7; index += 1) into[index] = a * (from[index] ?? 0) + b * (to[index] ?? 0);
}
