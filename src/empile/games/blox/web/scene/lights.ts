/** Lights on the ground: choices, the selection and the last move. */
import {
  Color,
  Group,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  PlaneGeometry,
  type Texture,
  Vector3,
} from "three";
import { InstancedFlats } from "../../../../../../web/src/stage/instanced-flats.ts";
import type { Motions } from "../../../../../../web/src/stage/motion.ts";
import { LIGHTS } from "../model/colours.ts";
import { lightTexture } from "./paint.ts";
import { place, CELLS } from "../model/position.ts";
import type { Spot } from "../model/trays.ts";

export interface Lit {
  cell: string | null;
  /** Position, if it is not on a cell. */
  spot?: Spot;
  kind: keyof typeof LIGHTS;
}

const ROUND = new Set<keyof typeof LIGHTS>(["figure", "enter", "move", "chosen"]);
const WHITE = new Color("#ffffff");
const SHADE = new Color("#120c06");
/** With more lights than this, small ones are used: large ones all over the board would be meaningless. */
const CROWD = 14;

export class Lights {
  readonly root = new Group();
  readonly #textures = { round: lightTexture("round"), square: lightTexture("square"), aim: lightTexture("aim") };
  readonly #round: InstancedFlats[];
  readonly #square: InstancedFlats[];
  readonly #aim: InstancedFlats[];
  readonly #shade: InstancedFlats;
  readonly #path: InstancedFlats;
  #lit = "";

  constructor() {
    const plane = (): PlaneGeometry => new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    const flats = (material: MeshBasicMaterialParameters, order: number): InstancedFlats =>
      new InstancedFlats(plane(), new MeshBasicMaterial({ transparent: true, depthWrite: false, ...material }), order);
    // Lights hidden behind a tower still shine through slightly.
    const pair = (map: Texture): InstancedFlats[] => [
      flats({ map, opacity: 0.4, depthTest: false }, 3),
      flats({ map }, 3),
    ];
    this.#round = pair(this.#textures.round);
    this.#square = pair(this.#textures.square);
    this.#aim = pair(this.#textures.aim);
    this.#shade = flats({ opacity: 0.46, color: SHADE }, 1);
    this.#path = flats({ opacity: 0.75 }, 1.5);
    for (const each of this.#all()) this.root.add(each.root);
  }

  /**
   * Shows `lit`; if `shaded`, the other cells are darkened. The cell of the last move is framed. New lights
   * pulse briefly if `motions` is given.
   */
  show(lit: Lit[], shaded: boolean, last: string | null, motions: Motions | null): void {
    for (const each of [...this.#round, ...this.#square, ...this.#aim]) each.begin(lit.length + 2);
    const bright = new Set(lit.map(({ cell }) => cell));
    const dark = shaded ? CELLS.filter((cell) => !bright.has(cell)) : [];
    this.#shade.begin(81);
    for (const cell of dark) this.#shade.add(at(place(cell), 0.01), 0, { x: 1, z: 1 }, WHITE);
    // The last move is secondary, so it does not shine through.
    if (last !== null) this.#add(this.#square.slice(1), place(last), "last", 0.98);
    for (const { cell, spot, kind } of lit) {
      const where = spot ?? (cell === null ? null : place(cell));
      if (where === null) continue;
      const shape = kind === "strike" ? this.#aim : ROUND.has(kind) ? this.#round : this.#square;
      const small = lit.length > CROWD && (kind === "enter" || kind === "move");
      this.#add(shape, where, kind, small ? 0.58 : cell === null ? 0.84 : ROUND.has(kind) ? 0.92 : 1.04);
    }
    const now = lit.map(({ cell, kind }) => `${kind} ${cell}`).join();
    const changed = now !== this.#lit && lit.length > 0;
    this.#lit = now;
    if (changed && motions) {
      motions.add(1.1, (done) => {
        const strength = 1 - 0.5 * Math.sin(done * 2 * Math.PI) ** 2;
        for (const [, over] of [this.#round, this.#square, this.#aim]) {
          if (over) over.material.opacity = strength;
        }
      }, 0, this);
    }
  }

  /** Shows the path of the previewed move; none if `from` is null. */
  path(from: Spot | null, to: Spot | null): void {
    this.#path.begin(1);
    if (from === null || to === null) return;
    const a = at(from, 0.02);
    const b = at(to, 0.02);
    const length = a.distanceTo(b);
    const turn = Math.atan2(-(b.z - a.z), b.x - a.x);
    this.#path.add(a.lerp(b, 0.5), turn, { x: length, z: 0.13 }, new Color(LIGHTS.chosen));
  }

  dispose(): void {
    for (const each of this.#all()) each.dispose();
    for (const texture of Object.values(this.#textures)) texture.dispose();
  }

  #all(): InstancedFlats[] {
    return [this.#shade, this.#path, ...this.#round, ...this.#square, ...this.#aim];
  }

  #add(flats: InstancedFlats[], spot: Spot, kind: keyof typeof LIGHTS, size: number): void {
    for (const each of flats) each.add(at(spot, 0.03), 0, { x: size, z: size }, new Color(LIGHTS[kind]));
  }
}

function at({ x, z }: Spot, y: number): Vector3 {
  return new Vector3(x, y, z);
}
