/** The outline of a board: its convex hull, paths around it, and the score track. */
import type { Lattice, Spot } from "./lattice.ts";

/** Distances from the outermost intersections. */
export const RIM = { track: 0.55, edge: 0.83 };
/** Approximate distance between spaces of the score track. */
const SPACE = 0.46;
const FINE = 14;

export class Outline {
  /** Corners of the convex hull, clockwise seen from above. */
  readonly hull: Spot[];

  constructor(lattice: Lattice) {
    this.hull = convexHull(lattice.points.map((point) => lattice.point(point)));
  }

  /** Returns the approximate distance of a point from the hull; negative inside. */
  distance({ x, z }: Spot): number {
    return Math.max(
      ...this.#sides().map(({ from, normal }) => (x - from.x) * normal.x + (z - from.z) * normal.z),
    );
  }

  /** Returns how far a point inside is from the edge, in a direction of length one. */
  reach({ x, z }: Spot, along: Spot): number {
    const ways = this.#sides().map(({ from, normal }) => {
      const towards = along.x * normal.x + along.z * normal.z;
      const gap = (from.x - x) * normal.x + (from.z - z) * normal.z;
      return towards > 1e-9 ? gap / towards : Infinity;
    });
    return Math.min(...ways);
  }

  /** Returns the closed path at `distance` outside the hull, with round corners. */
  around(distance: number): Spot[] {
    const sides = this.#sides();
    return sides.flatMap(({ from, normal }, index) => {
      const before = sides[(index + sides.length - 1) % sides.length]?.normal ?? normal;
      const first = Math.atan2(before.z, before.x);
      let turn = Math.atan2(normal.z, normal.x) - first;
      while (turn < 0) turn += 2 * Math.PI;
      return Array.from({ length: FINE + 1 }, (_, step) => {
        const angle = first + (turn * step) / FINE;
        return { x: from.x + distance * Math.cos(angle), z: from.z + distance * Math.sin(angle) };
      });
    });
  }

  /** Returns the half sizes of the board with its rim. */
  half(): Spot {
    const edge = this.around(RIM.edge);
    return {
      x: Math.max(...edge.map(({ x }) => Math.abs(x))),
      z: Math.max(...edge.map(({ z }) => Math.abs(z))),
    };
  }

  /** Returns the spaces of the score track, from 0 at the viewer's left, clockwise; a multiple of ten. */
  track(): Spot[] {
    const path = this.around(RIM.track);
    const start = path.reduce(
      (best, spot, index) => (lowLeft(spot) > lowLeft(path[best] as Spot) ? index : best), 0,
    );
    const ring = [...path.slice(start), ...path.slice(0, start)];
    ring.push(ring[0] as Spot);
    const lengths = ring.slice(1).map((spot, index) => gap(spot, ring[index] as Spot));
    const whole = lengths.reduce((sum, length) => sum + length, 0);
    const count = Math.max(10, 10 * Math.floor(whole / SPACE / 10));
    const spaces: Spot[] = [];
    let passed = 0;
    lengths.forEach((length, index) => {
      const from = ring[index] as Spot;
      const to = ring[index + 1] as Spot;
      while (spaces.length < count && (spaces.length * whole) / count <= passed + length + 1e-9) {
        const part = length > 0 ? ((spaces.length * whole) / count - passed) / length : 0;
        spaces.push({ x: from.x + (to.x - from.x) * part, z: from.z + (to.z - from.z) * part });
      }
      passed += length;
    });
    return spaces;
  }

  /**
   * Returns the nearest x at which something of `size` at depth `z` is clear of the board; on the left if
   * `side` is -1.
   */
  beside(side: 1 | -1, z: number, size: number): number {
    let x = 0;
    while (this.distance({ x: side * x, z }) < RIM.edge + size) x += 0.02;
    return side * x;
  }

  #sides(): { from: Spot; normal: Spot }[] {
    return this.hull.map((from, index) => {
      const to = this.hull[(index + 1) % this.hull.length] as Spot;
      const length = gap(from, to);
      return { from, normal: { x: (to.z - from.z) / length, z: (from.x - to.x) / length } };
    });
  }
}

function lowLeft({ x, z }: Spot): number {
  return 2 * z - x;
}

function gap(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.z - b.z);
}

/** Andrew's monotone chain; clockwise seen from above, so that normals point outwards. */
function convexHull(spots: readonly Spot[]): Spot[] {
  const sorted = [...spots].sort((a, b) => a.x - b.x || a.z - b.z);
  const half = (order: Spot[]): Spot[] => {
    const chain: Spot[] = [];
    for (const spot of order) {
      for (;;) {
        const a = chain.at(-2);
        const b = chain.at(-1);
        if (!a || !b || (b.x - a.x) * (spot.z - a.z) - (b.z - a.z) * (spot.x - a.x) > 1e-9) break;
        chain.pop();
      }
      chain.push(spot);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
