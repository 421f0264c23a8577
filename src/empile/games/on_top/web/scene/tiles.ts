/** Tiles and black triangles, and the tile in hand. */
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  MeshPhongMaterial,
  type Texture,
} from "three";
import { InstancedPieces, type PiecePose } from "../../../../../../web/src/stage/instanced-pieces.ts";
import {
  CARRY_SECONDS, DROP_SECONDS, LIFT_SECONDS, type Motions, easeOut, fallen, hop,
} from "../../../../../../web/src/stage/motion.ts";
import { WOOD, colourOf } from "../model/colours.ts";
import type { SidePieces } from "../model/side-pieces.ts";
import { type Lattice, type Spot, headingOf } from "../model/lattice.ts";
import { painter } from "./painter.ts";
import { type Position, type BoardSetup, readLaid, turned } from "../model/position.ts";
import { tileGeometry, triangleGeometry } from "./shapes.ts";
import { IN_HAND, LIFT, TILE_HEIGHT } from "../model/sizes.ts";

const HAND_SIZE = 0.8;
/** Held at the height of the board, so that no edge hides it. */
const HELD = 0;
/** A bare cell that counts as black is marked by a thin triangle. */
const BARE_DEPTH = -TILE_HEIGHT + 0.02;

interface Lie extends Spot {
  y: number;
  heading: number;
  size: number;
}

export class Tiles {
  readonly root = new Group();
  readonly #lattice: Lattice;
  readonly #corners: SidePieces;
  readonly #names: string[];
  readonly #sheet: Texture;
  readonly #wood: MeshPhongMaterial;
  readonly #glass: MeshPhongMaterial;
  readonly #shapes: BufferGeometry[];
  readonly #laid: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #moving: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #hand: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #ghost: Mesh<BufferGeometry, MeshPhongMaterial>;
  readonly #triangle = triangleGeometry();
  readonly #black = new MeshPhongMaterial({ color: WOOD.black, specular: 0x444444, shininess: 40 });
  readonly #bareWood = new MeshLambertMaterial({ color: WOOD.bare });
  readonly #blacks: InstancedPieces;
  readonly #bares: InstancedPieces;
  readonly #blackGhost: Mesh<BufferGeometry, MeshPhongMaterial>[] = [];
  #shown = "";
  /** Where the previewed tile is held, and how it is turned. */
  #held = "";

  constructor(boardSetup: BoardSetup, lattice: Lattice, corners: SidePieces) {
    this.#lattice = lattice;
    this.#corners = corners;
    this.#names = Object.keys(boardSetup.tiles);
    this.#sheet = painter.texture("tiles", this.#names);
    this.#sheet.anisotropy = 4;
    const look = { map: this.#sheet, specular: 0x2a2620, shininess: 34 };
    this.#wood = new MeshPhongMaterial(look);
    this.#glass = new MeshPhongMaterial({ ...look, transparent: true, opacity: 0.86 });
    this.#shapes = this.#names.map((_, index) => tileGeometry(index));
    const [first] = this.#shapes;
    this.#laid = new Mesh(new BufferGeometry(), this.#wood);
    this.#moving = new Mesh(first, this.#wood);
    this.#hand = new Mesh(first, this.#wood);
    this.#ghost = new Mesh(first, this.#glass);
    for (const mesh of [this.#laid, this.#moving, this.#hand, this.#ghost]) {
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.visible = false;
      this.root.add(mesh);
    }
    this.#blacks = new InstancedPieces(this.#triangle, this.#black, boardSetup.cells.length);
    this.#bares = new InstancedPieces(this.#triangle, this.#bareWood, boardSetup.cells.length);
    this.root.add(this.#blacks.mesh, this.#bares.mesh);
  }

  /**
   * Shows `position`; if `motions` is given, the last tile is animated from `from` or from the seat's hand.
   */
  update(position: Position, before: Position | null, motions: Motions | null): void {
    const shown = [position.laid, position.black, position.bare].join("|");
    if (shown !== this.#shown) {
      this.#shown = shown;
      const moving = before !== null && motions !== null && position.laid.length === before.laid.length + 1;
      this.#drop(position, moving ? before : null, motions);
      if (moving && motions) this.#lay(position.laid, before.seat ?? 0, motions);
      else {
        motions?.stop(this.#moving);
        this.#rest(position.laid);
      }
    }
    this.#take(position);
  }

  /** Shows the previewed tile and the triangles that would fill holes, or nothing. */
  preview(
    place: string | null, colours: string, filled: readonly string[], position: Position, motions: Motions | null,
  ): void {
    this.#ghost.visible = place !== null;
    this.#hand.visible = place === null && position.tile !== null;
    this.#hold(place, colours, motions);
    while (this.#blackGhost.length < filled.length) {
      const mesh = new Mesh(this.#triangle, this.#glassBlack());
      this.#blackGhost.push(mesh);
      this.root.add(mesh);
    }
    this.#blackGhost.forEach((mesh, index) => {
      const cell = filled[index];
      mesh.visible = cell !== undefined;
      if (cell === undefined) return;
      const { x, z, turn } = this.#cellStand(cell);
      mesh.position.set(x, 0.03, z);
      mesh.rotation.y = turn;
    });
  }

  dispose(): void {
    for (const crowd of [this.#blacks, this.#bares]) crowd.dispose();
    for (const shape of [...this.#shapes, this.#triangle, this.#laid.geometry]) shape.dispose();
    for (const material of [this.#wood, this.#glass, this.#black, this.#bareWood]) material.dispose();
    this.#blackGhost[0]?.material.dispose();
    this.#sheet.dispose();
    this.root.clear();
  }

  #glassBlack(): MeshPhongMaterial {
    const [first] = this.#blackGhost;
    return first?.material ??
      new MeshPhongMaterial({ color: WOOD.black, transparent: true, opacity: 0.7 });
  }

  #lie(place: string): Lie {
    return { ...this.#lattice.place(place), y: 0, heading: headingOf(place), size: 1 };
  }

  #put(mesh: Mesh, colours: string, { x, y, z, heading, size }: Lie): void {
    const [index, more] = this.#shape(colours);
    mesh.geometry = this.#shapes[index] as BufferGeometry;
    mesh.position.set(x, y, z);
    mesh.rotation.y = heading + more;
    mesh.scale.setScalar(size);
  }

  /** Returns the shape of a tile, and its rotation if its colours are read from the other corner. */
  #shape(colours: string): [number, number] {
    const found = this.#names.indexOf(colours);
    return found >= 0 ? [found, 0] : [this.#names.indexOf(turned(colours)), Math.PI];
  }

  /** Holds the previewed tile over its place; it is taken from the hand, or from where it is. */
  #hold(place: string | null, colours: string, motions: Motions | null): void {
    const holding = place === null ? "" : `${place} ${colours}`;
    if (holding === this.#held) return;
    const from = this.#held === "" ? this.#hand : this.#ghost;
    this.#held = holding;
    motions?.stop(this.#ghost);
    if (place === null) return;
    const goal = { ...this.#lie(place), y: LIFT };
    if (motions) this.#carry(this.#ghost, colours, this.#lieOf(from, colours), goal, motions);
    else this.#put(this.#ghost, colours, goal);
  }

  #carry(mesh: Mesh, colours: string, from: Lie, goal: Lie, motions: Motions): void {
    motions.add(LIFT_SECONDS, (done) => this.#put(mesh, colours, mixed(from, goal, easeOut(done))), 0, mesh);
  }

  /** Returns how a mesh lies now, if it is to show a tile of these colours. */
  #lieOf({ position: { x, y, z }, rotation, scale }: Mesh, colours: string): Lie {
    return { x, y, z, heading: rotation.y - this.#shape(colours)[1], size: scale.x };
  }

  #take({ tile, seat }: Position): void {
    this.#hand.visible = tile !== null && seat !== null;
    if (tile === null || seat === null) return;
    const spot = this.#corners.hand(colourOf(seat));
    this.#put(this.#hand, tile, { ...spot, y: HELD, heading: IN_HAND, size: HAND_SIZE });
  }

  /** Updates the mesh of all restPoses tiles. */
  #rest(laid: readonly string[]): void {
    this.#moving.visible = false;
    this.#laid.visible = laid.length > 0;
    const positions: number[] = [];
    const normals: number[] = [];
    const uvs: number[] = [];
    for (const text of laid) {
      const { place, colours } = readLaid(text);
      const [index, more] = this.#shape(colours);
      const { x, z, heading } = this.#lie(place);
      const matrix = new Matrix4().makeRotationY(heading + more).setPosition(x, 0, z);
      const shape = (this.#shapes[index] as BufferGeometry).clone().applyMatrix4(matrix);
      positions.push(...(shape.getAttribute("position").array as Float32Array));
      normals.push(...(shape.getAttribute("normal").array as Float32Array));
      uvs.push(...(shape.getAttribute("uv").array as Float32Array));
    }
    this.#laid.geometry.dispose();
    this.#laid.geometry = new BufferGeometry();
    this.#laid.geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    this.#laid.geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
    this.#laid.geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  }

  /** Animates the last tile from the hand, or from its preview. */
  #lay(laid: readonly string[], seat: number, motions: Motions): void {
    this.#rest(laid.slice(0, -1));
    const { place, colours } = readLaid(laid.at(-1) ?? "");
    const goal = this.#lie(place);
    const chosen = this.#ghost.visible;
    const from: Lie = chosen
      ? this.#lieOf(this.#ghost, colours)
      : { ...this.#corners.hand(colourOf(seat)), y: HELD, size: HAND_SIZE, heading: IN_HAND };
    const rise = chosen ? 0 : 1.6;
    this.#moving.visible = true;
    motions.drop(chosen ? DROP_SECONDS : CARRY_SECONDS, (done) => {
      const part = fallen(done);
      const lie = mixed(from, goal, part);
      this.#put(this.#moving, colours, { ...lie, y: Math.max(0, lie.y) + rise * part * (1 - part) + hop(done) });
      if (done === 1) this.#rest(laid);
    }, 0, this.#moving);
  }

  /** Updates the black triangles; new ones drop into their holes. */
  #drop(position: Position, before: Position | null, motions: Motions | null): void {
    const fill = (crowd: InstancedPieces, cells: readonly string[], old: readonly string[], y: number): void => {
      crowd.stands.forEach((_, index) => {
        const cell = cells[index];
        if (cell === undefined) {
          crowd.put(index, { x: 0, y: -2, z: 0, turn: 0, size: 0 });
          return;
        }
        const stand = { ...this.#cellStand(cell), y };
        const key = `triangle ${cell}`;
        if (motions?.moves(key)) return;
        if (!before || !motions || old.includes(cell)) {
          crowd.put(index, stand);
          return;
        }
        motions.drop(DROP_SECONDS, (done) => {
          crowd.put(index, { ...stand, y: y + 1.2 * (1 - fallen(done)) + hop(done), size: done > 0 ? 1 : 0 });
        }, CARRY_SECONDS * 0.8, key);
      });
      crowd.mesh.count = Math.max(1, cells.length);
    };
    fill(this.#blacks, position.black, before?.black ?? [], 0);
    fill(this.#bares, position.bare, before?.bare ?? [], BARE_DEPTH);
  }

  #cellStand(cell: string): PiecePose {
    return { ...this.#lattice.cell(cell), y: 0, turn: cell.startsWith("U") ? 0 : Math.PI, size: 1 };
  }
}

/** Interpolates from one lie to another, turning the shorter way round. */
function mixed(from: Lie, goal: Lie, part: number): Lie {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    x: mix(from.x, goal.x),
    y: mix(from.y, goal.y),
    z: mix(from.z, goal.z),
    heading: goal.heading + nearTurn(from.heading - goal.heading) * (1 - part),
    size: mix(from.size, goal.size),
  };
}

/** Normalises an angle to the shorter way round. */
function nearTurn(turn: number): number {
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}
