/** Geometry of the blocks, with slightly rounded edges. */
import { type Point, cross, dot, minus, normal as normalOf, unit } from "../../../../../../web/src/physics/geometry.ts";
import { type Cell, FIELD, cell } from "../model/texture-atlas.ts";
import { MM } from "../model/units.ts";
import type { Solid } from "../model/position.ts";

/** Width of the bevel, in millimetres. */
const BEVEL = 1.3;
/** The two faces with end grain. */
const SAWN = "x";

/** Triangles, three corners each. */
export interface Shape {
  positions: number[];
  normals: number[];
  uvs: number[];
}

interface Corner {
  at: Point;
  normal: Point;
  uv: readonly [number, number];
}

/**
 * Returns a block around its centre of mass, in scene units and axes (y up). Faces are inset, and the gaps
 * between them closed by strips with interpolated normals.
 */
export function shapeOf(solid: Solid): Shape {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const put = (...corners: readonly Corner[]): void => {
    for (const { at: [x, y, z], normal: [a, b, c], uv } of corners) {
      positions.push(x / MM, z / MM, -y / MM);
      normals.push(a, c, -b);
      uvs.push(...uv);
    }
  };
  const faces = Object.entries(solid.faces).map(([name, corners]) => drawnIn(solid, name, corners));
  for (const face of faces) {
    const [a, b, c, d] = [...face.values()] as [Corner, Corner, Corner, Corner];
    put(a, b, c, a, c, d);
  }
  faces.forEach((face, index) => {
    for (const [corner, next] of edgesOf([...face.keys()])) {
      const other = faces.findIndex((found, at) => at !== index && found.has(corner) && found.has(next));
      if (other < index) continue;
      const [a, b] = [face.get(corner), face.get(next)] as [Corner, Corner];
      const [c, d] = [faces[other]?.get(next), faces[other]?.get(corner)] as [Corner, Corner];
      // The strip uses the texture of this face's rim.
      put(b, a, { ...d, uv: a.uv }, b, { ...d, uv: a.uv }, { ...c, uv: b.uv });
    }
  });
  for (let corner = 0; corner < solid.corners.length; corner += 1) {
    const [a, b, c] = faces.flatMap((face) => face.get(corner) ?? []) as [Corner, Corner, Corner];
    const out = solid.corners[corner] as Point;
    const outwards = dot(cross(minus(b.at, a.at), minus(c.at, a.at)), out) > 0;
    const [second, third] = outwards ? [b, c] : [c, b];
    put(a, { ...second, uv: a.uv }, { ...third, uv: a.uv });
  }
  return { positions, normals, uvs };
}

function edgesOf(corners: readonly number[]): [number, number][] {
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] as number]);
}

/** Returns the inset corners of a face, by corner index. */
function drawnIn(solid: Solid, name: string, numbers: readonly number[]): ReadonlyMap<number, Corner> {
  const normal = normalOf(solid, name);
  const around = numbers.map((number) => solid.corners[number] as Point);
  const middle = around.reduce<[number, number, number]>(
    ([x, y, z], [a, b, c]) => [x + a / around.length, y + b / around.length, z + c / around.length],
    [0, 0, 0],
  );
  const up: Point = name.startsWith("z") ? [0, 1, 0] : [0, 0, 1];
  const right = cross(up, normal);
  const skin = cell(solid.name, name.startsWith(SAWN));
  return new Map(numbers.map((number, index) => {
    const here = around[index] as Point;
    const before = unit(minus(around[(index + around.length - 1) % around.length] as Point, here));
    const next = unit(minus(around[(index + 1) % around.length] as Point, here));
    const sine = Math.hypot(...cross(before, next));
    const at = here.map((value, axis) =>
      value + ((before[axis] ?? 0) + (next[axis] ?? 0)) * (BEVEL / sine)) as unknown as Point;
    return [number, { at, normal, uv: uvOf(minus(at, middle), right, up, solid.edge, skin) }];
  }));
}

function uvOf(arm: Point, right: Point, up: Point, edge: number, { u, v, wide, high }: Cell): [number, number] {
  const field = edge * FIELD;
  return [u + (dot(arm, right) * wide) / field, v + (dot(arm, up) * high) / field];
}
