/** Rotations and convex solids: unit quaternions w, x, y, z; z is up. Lengths in millimetres. */
export type Point = readonly [x: number, y: number, z: number];
export type Turn = readonly [w: number, x: number, y: number, z: number];
export type Flat = readonly [x: number, y: number];

/** A convex solid, relative to its centre of mass and in its own frame. */
export interface Shape {
  name: string;
  /** Approximate edge length. */
  edge: number;
  corners: Point[];
  /** Corner indices of each face, counter-clockwise seen from outside. */
  faces: Record<string, number[]>;
}

export const LEVEL: Turn = [1, 0, 0, 0];

/** Applies `inner` first, then `outer`. */
export function composed(outer: Turn, inner: Turn): Turn {
  const [a, b, c, d] = outer;
  const [w, x, y, z] = inner;
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}

/** Returns the rotation about the vertical, counter-clockwise seen from above. */
export function upright(degrees: number): Turn {
  const half = (degrees * Math.PI) / 360;
  return [Math.cos(half), 0, 0, Math.sin(half)];
}

/** Returns the shorter rotation from one direction to another, in degrees. */
export function shortest(from: number, to: number): number {
  return (((to - from) % 360) + 540) % 360 - 180;
}

export function turned(turn: Turn, point: Point): Point {
  const [w, x, y, z] = turn;
  const [a, b, c] = point;
  // p + 2 w (v × p) + 2 v × (v × p)
  const i = 2 * (y * c - z * b);
  const j = 2 * (z * a - x * c);
  const k = 2 * (x * b - y * a);
  return [
    a + w * i + y * k - z * j,
    b + w * j + z * i - x * k,
    c + w * k + x * j - y * i,
  ];
}

/** Spherical linear interpolation along the shorter arc; `part` is from 0 to 1. */
export function between(from: Turn, to: Turn, part: number): Turn {
  const dot = from.reduce((sum, value, index) => sum + value * (to[index] ?? 0), 0);
  const sign = dot < 0 ? -1 : 1;
  const mixed = from.map((value, index) => value * (1 - part) + sign * part * (to[index] ?? 0));
  const length = Math.hypot(...mixed) || 1;
  const [w = 1, x = 0, y = 0, z = 0] = mixed.map((value) => value / length);
  return [w, x, y, z];
}

/**
 * Returns the orientation with a face exactly down. At 0 degrees the body's axis after the face's (y after x,
 * x after z) points along the table's x as far as possible.
 */
export function lying(shape: Shape, grip: string, degrees: number): Turn {
  const down = normal(shape, grip);
  const axis = "xyz".indexOf(grip.charAt(0));
  const beside: Point = [axis === 2 ? 1 : 0, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0];
  const along = unit(minus(beside, times(down, dot(beside, down))));
  const up = times(down, -1);
  // Rows: the body's directions that become the table's x, y and z.
  return composed(upright(degrees), ofRows(along, cross(up, along), up));
}

/** Tolerance in millimetres for equal corners. */
const SAME = 0.05;

/** Returns the grips that give distinct orientations; of symmetric ones the first. */
export function distinct(shape: Shape, grips: readonly string[]): string[] {
  const seen: Point[][] = [];
  return grips.filter((grip) => {
    const corners = placed(shape, [0, 0, 0], lying(shape, grip, 0));
    if (seen.some((others) => corners.every((corner) => others.some((other) => near(corner, other))))) return false;
    seen.push(corners);
    return true;
  });
}

function near(a: Point, b: Point): boolean {
  return Math.hypot(...minus(a, b)) < SAME;
}

/** Returns the outward unit normal of a face, in the body's frame. */
export function normal(shape: Shape, face: string): Point {
  const [a, b, c] = (shape.faces[face] ?? []).map((corner) => shape.corners[corner]);
  if (!a || !b || !c) return [0, 0, -1];
  return unit(cross(minus(b, a), minus(c, b)));
}

function ofRows(x: Point, y: Point, z: Point): Turn {
  const [wx, wy, wz] = [z[1] - y[2], x[2] - z[0], y[0] - x[1]];
  const [xy, xz, yz] = [x[1] + y[0], x[2] + z[0], y[2] + z[1]];
  // Each row is the same quaternion times four of one of its components; the longest is the most accurate.
  const rows: Turn[] = [
    [1 + x[0] + y[1] + z[2], wx, wy, wz],
    [wx, 1 + x[0] - y[1] - z[2], xy, xz],
    [wy, xy, 1 - x[0] + y[1] - z[2], yz],
    [wz, xz, yz, 1 - x[0] - y[1] + z[2]],
  ];
  const found = rows.reduce((best, row) => (Math.hypot(...row) > Math.hypot(...best) ? row : best));
  const length = Math.hypot(...found);
  return [found[0] / length, found[1] / length, found[2] / length, found[3] / length];
}

/** Returns the corners of a body with its centre of mass at `at`. */
export function placed(shape: Shape, at: Point, turn: Turn): Point[] {
  return shape.corners.map((corner) => {
    const [x, y, z] = turned(turn, corner);
    return [x + at[0], y + at[1], z + at[2]];
  });
}

/** Returns the height of the centre of mass above the lowest corner. */
export function heightAbove(shape: Shape, turn: Turn): number {
  return -Math.min(...shape.corners.map((corner) => turned(turn, corner)[2]));
}

/** Returns the corners of the upmost face, in the table's frame, counter-clockwise from above. */
export function topFace(shape: Shape, at: Point, turn: Turn): Point[] {
  const corners = placed(shape, at, turn);
  const faces = Object.values(shape.faces).map((face) => face.flatMap((corner) => corners.slice(corner, corner + 1)));
  const height = (face: Point[]) => face.reduce((sum, corner) => sum + corner[2], 0) / face.length;
  return faces.reduce((best, face) => (height(face) > height(best) ? face : best));
}

export function middle(face: readonly Point[]): Point {
  const sum = face.reduce<Point>((s, p) => [s[0] + p[0], s[1] + p[1], s[2] + p[2]], [0, 0, 0]);
  return times(sum, 1 / Math.max(1, face.length));
}

/** Returns the convex hull, counter-clockwise. */
export function around(points: readonly Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: Flat[]) => {
    const found: Flat[] = [];
    for (const point of ordered) {
      while (found.length > 1 && !isLeft(found.at(-2) as Flat, found.at(-1) as Flat, point)) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

function isLeft(a: Flat, b: Flat, c: Flat): boolean {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 1e-9;
}

export function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function times(a: Point, factor: number): Point {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Point): Point {
  return times(a, 1 / (Math.hypot(...a) || 1));
}
