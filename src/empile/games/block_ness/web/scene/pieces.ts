/** Rings, heads and tails. */
import type { Grid } from "../../../../../../web/src/board/cells.ts";
import { Group, Mesh, Sprite } from "three";
import { archAt, archWidth } from "../model/arch.ts";
import { type LaidRing, distanceOf } from "../model/position.ts";
import type { Resources } from "./resources.ts";

/** Render order of things that do not occlude each other by depth. */
export const ORDER = { glow: 2, ghost: 3, badge: 4 };
const BADGE = 0.56;
/** Smallest width of a number if there is room, in CSS pixels. */
const BADGE_PIXELS = 17;
const BADGE_MOST = 0.92;

/** Returns a ring on its feet; the group's x axis runs from the near foot to the far one. */
export function ringPiece(
  store: Resources,
  grid: Grid,
  ring: LaidRing,
  colour: string | undefined,
  ghost = 1,
): Group {
  const [near, far] = ring.feet.map((foot) => grid.named(foot)) as [Point, Point];
  const group = new Group();
  const shape = { distance: distanceOf(ring.feet), height: ring.height };
  const tube = new Mesh(store.arch(shape), store.skin(colour, ring.height, ghost));
  tube.castShadow = tube.receiveShadow = ghost === 1;
  if (ghost < 1) tube.renderOrder = ORDER.ghost;
  group.add(tube);
  group.position.set((near.x + far.x) / 2, 0, (near.z + far.z) / 2);
  group.rotation.y = heading(near, far);
  return group;
}

interface Point {
  x: number;
  z: number;
}

/** Returns the angle about y that turns +x towards `to`. */
export function heading(from: Point, to: Point): number {
  return Math.atan2(-(to.z - from.z), to.x - from.x);
}

/** The number on a ring, which faces the camera. */
export class Badge {
  readonly sprite: Sprite;
  readonly #at: { x: number; y: number; z: number };
  readonly #height: number;

  /** `along`: the best position for the number, in holes from the near foot. */
  constructor(
    store: Resources,
    grid: Grid,
    ring: LaidRing,
    colour: string | undefined,
    along: number,
    last: boolean,
  ) {
    this.sprite = new Sprite(store.badge(colour, ring.height, last));
    this.#height = ring.height;
    const distance = distanceOf(ring.feet);
    const [near, far] = ring.feet.map((foot) => grid.named(foot)) as [Point, Point];
    const part = along / distance;
    const shape = { distance, height: ring.height };
    this.#at = {
      x: near.x + (far.x - near.x) * part,
      y: archAt(shape, along),
      z: near.z + (far.z - near.z) * part,
    };
  }

  /** From above, numbers are on top of all rings; in the table view on their own ring. */
  show(plan: boolean, pixelsPerUnit: number): void {
    const { x, y, z } = this.#at;
    const size = Math.min(BADGE_MOST, Math.max(plan ? BADGE * 1.12 : BADGE, BADGE_PIXELS / pixelsPerUnit));
    this.sprite.scale.set(size, size, 1);
    this.sprite.position.set(x, plan ? 8 + this.#height : y + archWidth(this.#height) + 0.2, z);
    this.sprite.renderOrder = ORDER.badge + this.#height / 10;
  }
}

/**
 * Returns where along each ring its number is visible from above, not covered by a crossing or another
 * number.
 */
export function badgePlaces(rings: LaidRing[], grid: Grid): number[] {
  const taken: Point[] = [];
  const places = new Array<number>(rings.length).fill(0);
  const order = rings.map((_, index) => index).sort((a, b) => high(rings, b) - high(rings, a));
  for (const index of order) {
    const ring = rings[index] as LaidRing;
    const [near, far] = ring.feet.map((foot) => grid.named(foot)) as [Point, Point];
    const distance = distanceOf(ring.feet);
    let best = -Infinity;
    for (let k = 0; k < distance; k += 1) {
      const along = k + 0.5;
      const part = along / distance;
      const point = { x: near.x + (far.x - near.x) * part, z: near.z + (far.z - near.z) * part };
      const room = Math.min(1.2, ...taken.map((at) => Math.hypot(at.x - point.x, at.z - point.z)));
      const centred = -0.08 * Math.abs(along - distance / 2 - 0.01);
      const covered = rings.some((other) => high([other], 0) > ring.height && over(other, point, grid));
      const value = 2 * room + centred - (covered ? 0.8 : 0);
      if (value > best) {
        best = value;
        places[index] = along;
      }
    }
    const part = (places[index] as number) / distance;
    taken.push({ x: near.x + (far.x - near.x) * part, z: near.z + (far.z - near.z) * part });
  }
  return places;
}

function high(rings: LaidRing[], index: number): number {
  return rings[index]?.height ?? 0;
}

function over(ring: LaidRing, point: Point, grid: Grid): boolean {
  const [a, b] = ring.feet.map((foot) => grid.named(foot)) as [Point, Point];
  const inside = (value: number, from: number, to: number): boolean =>
    value > Math.min(from, to) - 0.2 && value < Math.max(from, to) + 0.2;
  return inside(point.x, a.x, b.x) && inside(point.z, a.z, b.z);
}

/** A head or a tail that moves from hole to hole. */
export class End {
  readonly group = new Group();
  readonly mesh: Mesh;
  hole: string | null = null;
  turn = 0;

  constructor(store: Resources, kind: "head" | "tail", colour: string | undefined, ghost = 1) {
    const geometry = kind === "head" ? store.head(colour) : store.tail(colour);
    this.mesh = new Mesh(geometry, store.body(ghost));
    this.mesh.castShadow = this.mesh.receiveShadow = ghost === 1;
    if (ghost < 1) this.mesh.renderOrder = ORDER.ghost;
    this.group.add(this.mesh);
    this.group.visible = false;
  }

  /** Places it on `hole`, facing `turn`. */
  stand(grid: Grid, hole: string, turn: number): void {
    const { x, z } = grid.named(hole);
    this.hole = hole;
    this.turn = turn;
    this.group.position.set(x, 0, z);
    this.group.rotation.y = turn;
    this.group.visible = true;
  }
}

/** Returns the direction that an end on `hole` faces: away from the ring on whose foot it stands. */
export function outward(grid: Grid, ring: LaidRing | undefined, hole: string): number {
  if (!ring) return 0;
  const other = ring.feet[0] === hole ? ring.feet[1] : ring.feet[0];
  return heading(grid.named(other), grid.named(hole));
}
