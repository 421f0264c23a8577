/** Geometry of a ring: a rounded tube from foot to foot. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import { archHeight, archWidth, steepness } from "../model/arch.ts";
import type { Ring } from "../model/position.ts";

const FOOT = -0.06;
const AROUND = 12;

/**
 * Returns the tube of a ring along x, centred at the origin, with its near foot at -distance / 2. The
 * texture's u runs along the tube in scene units, v around it with the ridge at 0.5.
 */
export function archGeometry(ring: Ring): BufferGeometry {
  const path = evenly(outline(ring), 14 + Math.min(26, ring.distance * 2 + ring.height * 2));
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  const wide = archWidth(ring.height);
  const thick = wide * 0.82;
  const last = path.length - 1;
  path.forEach(({ x, y, along }, index) => {
    const before = path[Math.max(0, index - 1)] as Point;
    const after = path[Math.min(last, index + 1)] as Point;
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const outX = -(after.y - before.y) / length;
    const outY = (after.x - before.x) / length;
    const flare = 1 + 0.16 * Math.exp(-Math.max(0, y - FOOT) * 5);
    for (let spoke = 0; spoke <= AROUND; spoke += 1) {
      const angle = (spoke / AROUND) * 2 * Math.PI - Math.PI;
      const out = Math.cos(angle);
      const side = Math.sin(angle);
      positions.push(
        x + outX * out * thick * flare,
        y + outY * out * thick * flare,
        side * wide * flare,
      );
      const scale = Math.hypot(out / thick, side / wide);
      normals.push((outX * out) / thick / scale, (outY * out) / thick / scale, side / wide / scale);
      uvs.push(along, spoke / AROUND);
    }
    if (index === last) return;
    for (let spoke = 0; spoke < AROUND; spoke += 1) {
      const a = index * (AROUND + 1) + spoke;
      const b = a + AROUND + 1;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  return geometry;
}

interface Point {
  x: number;
  y: number;
  along: number;
}

/** A superellipse on two short legs, finely sampled. */
function outline(ring: Ring): Point[] {
  const power = 2 / steepness(ring.distance);
  const half = ring.distance / 2;
  const top = archHeight(ring.height);
  const points: Point[] = [{ x: -half, y: FOOT, along: 0 }];
  const steps = 240;
  for (let step = 0; step <= steps; step += 1) {
    const angle = Math.PI * (1 - step / steps);
    const cosine = Math.cos(angle);
    const x = Math.sign(cosine) * Math.abs(cosine) ** power * half;
    points.push({ x, y: Math.max(0, Math.sin(angle)) ** power * top, along: 0 });
  }
  points.push({ x: half, y: FOOT, along: 0 });
  let along = 0;
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before) along += Math.hypot(point.x - before.x, point.y - before.y);
    point.along = along;
  });
  return points;
}

/** Returns `count` + 1 evenly spaced points of a path. */
function evenly(points: Point[], count: number): Point[] {
  const whole = (points.at(-1) as Point).along;
  const even: Point[] = [];
  let index = 0;
  for (let step = 0; step <= count; step += 1) {
    const along = (whole * step) / count;
    while (index < points.length - 2 && (points[index + 1] as Point).along < along) index += 1;
    const from = points[index] as Point;
    const to = points[index + 1] as Point;
    const part = to.along > from.along ? (along - from.along) / (to.along - from.along) : 0;
    even.push({
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      along,
    });
  }
  return even;
}
