/** Lights on the water: choices, the last move, feet, and bodies under water. */
import type { Grid } from "../../../../../../web/src/board/cells.ts";
import {
  Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  Path,
  PlaneGeometry,
  RingGeometry,
  Shape,
  ShapeGeometry,
  type Texture,
  Vector3,
} from "three";
import { InstancedFlats } from "../../../../../../web/src/stage/instanced-flats.ts";
import type { Motions } from "../../../../../../web/src/stage/motion.ts";
import { livery, ringColour } from "../model/colours.ts";
import { glowTexture } from "./paint.ts";
import { type LaidRing, type Link, distanceOf } from "../model/position.ts";
import { ORDER, heading } from "./pieces.ts";

const NEAR = new Color("#ffe38a");
const MANY = new Color("#d8c98d");
const FAR = new Color("#fff3c9");
const OTHER = new Color("#7fc4c9");
const CHOSEN = new Color("#ff9d2e");
const CROWD = 16;
const LAST = new Color("#ffd45e");

export class Marks {
  readonly root = new Group();
  readonly #grid: Grid;
  readonly #colours: string[];
  readonly #texture: Texture = glowTexture();
  readonly #glow: InstancedFlats;
  readonly #through: InstancedFlats;
  readonly #last: Mesh<ShapeGeometry, MeshBasicMaterial>;
  readonly #feet: InstancedFlats;
  readonly #links: InstancedFlats;
  #lit = "";

  constructor(grid: Grid, colours: string[]) {
    this.#grid = grid;
    this.#colours = colours;
    const plane = (): PlaneGeometry => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    const light = (opacity: number, depthTest: boolean): MeshBasicMaterial =>
      new MeshBasicMaterial({
        map: this.#texture,
        transparent: true,
        depthWrite: false,
        depthTest,
        opacity,
      });
    const flat = (opacity: number): MeshBasicMaterial =>
      new MeshBasicMaterial({ transparent: true, depthWrite: false, opacity });
    this.#links = new InstancedFlats(plane(), flat(0.55), 0);
    this.#last = new Mesh(new ShapeGeometry(), flat(0.95));
    this.#last.material.color = LAST;
    this.#last.renderOrder = 1;
    const foam = new RingGeometry(0.27, 0.325, 28).rotateX(-Math.PI / 2);
    this.#feet = new InstancedFlats(foam, flat(0.3), 1);
    this.#glow = new InstancedFlats(plane(), light(1, true), ORDER.glow);
    // Lights hidden behind an arch still shine through slightly.
    this.#through = new InstancedFlats(plane(), light(0.32, false), ORDER.glow);
    for (const flats of [this.#links, this.#feet, this.#through, this.#glow]) {
      this.root.add(flats.root);
    }
    this.root.add(this.#last);
  }

  /** Shows foam around every foot, the bodies between rings, and a light under the last ring. */
  pieces(rings: LaidRing[], links: Link[], last: LaidRing | undefined): void {
    this.#feet.begin(rings.length * 2);
    const foam = new Color("#eafaf8");
    for (const foot of rings.flatMap(({ feet }) => feet)) {
      this.#feet.add(this.#at(foot, 0.014), 0, { x: 1, z: 1 }, foam);
    }
    this.#links.begin(links.length);
    for (const { seat, from, to } of links) {
      const colour = new Color(ringColour(livery(this.#colours[seat]), 3));
      // Below the rims of the holes, since in the expert game a body passes under one.
      this.#strip(this.#links, from, to, 0.34, 0.004, colour);
    }
    this.#last.visible = last !== undefined;
    if (last) this.#surround(last);
  }

  /** Lights holes; changed ones pulse briefly if motion is allowed. */
  holes(
    holes: { near: string[]; far: string[]; otherNear: string[]; chosen: string | undefined },
    motions: Motions | null,
  ): void {
    const { near, far, otherNear, chosen } = holes;
    const count = near.length + far.length + otherNear.length + 1;
    this.#glow.begin(count);
    this.#through.begin(count);
    const light = (hole: string, size: number, colour: Color, through = true): void => {
      this.#glow.add(this.#at(hole, 0.024), 0, { x: size, z: size }, colour);
      if (through) this.#through.add(this.#at(hole, 0.024), 0, { x: size, z: size }, colour);
    };
    // At the start nearly every hole is one, and lighting all would be meaningless.
    if (otherNear.length <= CROWD) {
      for (const hole of otherNear) if (hole !== chosen) light(hole, 0.66, OTHER, false);
    }
    for (const hole of near) {
      if (near.length > CROWD) light(hole, 0.64, MANY, false);
      else light(hole, 0.92, NEAR);
    }
    for (const hole of far) light(hole, 1, FAR);
    if (chosen !== undefined) light(chosen, 1.1, CHOSEN);
    const lit = [...near, "/", ...far, "/", chosen ?? ""].join(" ");
    const changed = lit !== this.#lit && near.length + far.length > 0;
    this.#lit = lit;
    if (changed && motions) {
      motions.add(1.2, (done) => {
        this.#glow.material.opacity = 1 - 0.5 * Math.sin(done * 2 * Math.PI) ** 2;
      }, 0, this);
    }
  }

  dispose(): void {
    for (const flats of [this.#links, this.#feet, this.#through, this.#glow]) {
      flats.dispose();
    }
    this.#texture.dispose();
    this.#last.geometry.dispose();
    this.#last.material.dispose();
  }

  #at(hole: string, y: number): Vector3 {
    const { x, z } = this.#grid.named(hole);
    return new Vector3(x, y, z);
  }

  /** Draws a golden line around the last ring. */
  #surround(ring: LaidRing): void {
    const [near, far] = ring.feet;
    const from = this.#at(near, 0.016);
    const to = this.#at(far, 0.016);
    const half = distanceOf(ring.feet) / 2;
    const shape = stadium(new Shape(), half, 0.47);
    shape.holes.push(stadium(new Path(), half, 0.4));
    this.#last.geometry.dispose();
    this.#last.geometry = new ShapeGeometry(shape, 12).rotateX(-Math.PI / 2);
    this.#last.rotation.y = heading(from, to);
    this.#last.position.copy(from.lerp(to, 0.5));
  }

  #strip(
    flats: InstancedFlats,
    from: string,
    to: string,
    wide: number,
    y: number,
    colour: Color,
  ): void {
    const a = this.#at(from, y);
    const b = this.#at(to, y);
    const turn = heading(a, b);
    const length = a.distanceTo(b);
    flats.add(a.lerp(b, 0.5), turn, { x: length, z: wide }, colour);
  }
}

/** Traces two half circles of `radius` around (-half, 0) and (half, 0), joined by lines. */
function stadium<T extends Path>(path: T, half: number, radius: number): T {
  path.absarc(half, 0, radius, -Math.PI / 2, Math.PI / 2, false);
  path.absarc(-half, 0, radius, Math.PI / 2, 1.5 * Math.PI, false);
  path.closePath();
  return path;
}
