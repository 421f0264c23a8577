/** Geometries of tiles, black triangles and pawns. */
import { BufferGeometry, Float32BufferAttribute, LatheGeometry, Vector2 } from "three";
import type { Spot } from "../model/lattice.ts";
import { SHEET, tileScale } from "./tile-sheet.ts";
import { PAWN, TILE_HEIGHT } from "../model/sizes.ts";
import { flatTile } from "../model/tile-art.ts";

/** Returns a tile of the sheet around the origin, with its first acute corner to the right. */
export function tileGeometry(index: number): BufferGeometry {
  const { columns, rows, wide, high } = SHEET;
  const scale = tileScale();
  const centre = { x: ((index % columns) + 0.5) * wide, y: (Math.floor(index / columns) + 0.5) * high };
  const outline = flatTile().map(({ x, y }) => ({ x, z: y }));
  // The top's texture continues over the edge and down the side.
  return prism(outline, (x, z) => [
    (centre.x + x * scale) / (columns * wide),
    1 - (centre.y + z * scale) / (rows * high),
  ]);
}

/** Returns a black triangle around the origin, pointing away from the viewer. */
export function triangleGeometry(): BufferGeometry {
  const high = Math.sqrt(3) / 2;
  const outline = [
    { x: -0.5, z: high / 3 }, { x: 0.5, z: high / 3 }, { x: 0, z: (-2 * high) / 3 },
  ];
  return prism(outline, () => [0, 0]);
}

/** Returns a flat prism with bevelled edges, slightly smaller than `outline`, standing on y = 0. */
function prism(outline: readonly Spot[], uv: (x: number, z: number) => [number, number]): BufferGeometry {
  const foot = shrunk(outline, 0.012);
  const rim = shrunk(outline, 0.045);
  const bevel = TILE_HEIGHT - 0.03;
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangle = (...corners: [Spot, number][]): void => {
    for (const [{ x, z }, y] of corners) {
      positions.push(x, y, z);
      uvs.push(...uv(x, z));
    }
  };
  const clockwise = area(outline) > 0;
  outline.forEach((_, index) => {
    const [a, b] = [index, (index + 1) % outline.length];
    const [from, to] = clockwise ? [b, a] : [a, b];
    const [f0, f1, r0, r1] = [foot[from], foot[to], rim[from], rim[to]] as [Spot, Spot, Spot, Spot];
    triangle([f0, 0], [f1, 0], [f1, bevel]);
    triangle([f0, 0], [f1, bevel], [f0, bevel]);
    triangle([f0, bevel], [f1, bevel], [r1, TILE_HEIGHT]);
    triangle([f0, bevel], [r1, TILE_HEIGHT], [r0, TILE_HEIGHT]);
  });
  for (let index = 1; index + 1 < rim.length; index += 1) {
    const [a, b, c] = [rim[0], rim[index], rim[index + 1]] as [Spot, Spot, Spot];
    if (clockwise) triangle([a, TILE_HEIGHT], [c, TILE_HEIGHT], [b, TILE_HEIGHT]);
    else triangle([a, TILE_HEIGHT], [b, TILE_HEIGHT], [c, TILE_HEIGHT]);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  geometry.computeVertexNormals();
  return geometry;
}

/** Returns the outline inset by `by`. */
function shrunk(outline: readonly Spot[], by: number): Spot[] {
  const count = outline.length;
  return outline.map((at, index) => {
    const before = outline[(index + count - 1) % count] as Spot;
    const next = outline[(index + 1) % count] as Spot;
    const one = towards(at, before);
    const other = towards(at, next);
    const sine = Math.abs(one.x * other.z - one.z * other.x);
    return { x: at.x + ((one.x + other.x) * by) / sine, z: at.z + ((one.z + other.z) * by) / sine };
  });
}

function towards(from: Spot, to: Spot): Spot {
  const length = Math.hypot(to.x - from.x, to.z - from.z);
  return { x: (to.x - from.x) / length, z: (to.z - from.z) / length };
}

function area(outline: readonly Spot[]): number {
  return outline.reduce((sum, at, index) => {
    const next = outline[(index + 1) % outline.length] as Spot;
    return sum + at.x * next.z - next.x * at.z;
  }, 0);
}

/**
 * Returns a pawn standing on the origin: a turned disc with a darker groove. Its colour is that of the
 * instance.
 */
export function pawnGeometry(): BufferGeometry {
  const { radius, height } = PAWN;
  const profile: [number, number, number][] = [
    [0.001, 0, 0.6], [0.93, 0, 0.6], [1, 0.12, 0.95], [1, 0.42, 1], [0.9, 0.52, 0.62], [0.9, 0.6, 0.62],
    [0.985, 0.7, 1], [0.985, 0.86, 1], [0.91, 1, 1], [0.001, 1, 1],
  ];
  const around = 22;
  const lathe = new LatheGeometry(
    profile.map(([x, y]) => new Vector2(x * radius, y * height)), around,
  );
  const shades = Array.from({ length: around + 1 }, () => profile.map(([, , shade]) => shade)).flat();
  const colours = shades.flatMap((shade) => [shade, shade, shade]);
  lathe.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return lathe;
}
