/** The meshes of the nine blocks and their motions. */
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshPhongMaterial,
  type Texture,
} from "three";
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { MM, highest } from "../model/units.ts";
import { type Moving, type Path, carry, copyPose, landing, tumble } from "./block-motion.ts";
import type { BoardSetup, Size, Solid } from "../model/position.ts";
import { painter } from "./painter.ts";
import { shapeOf } from "./solids.ts";

const PLAIN = new Color("#ffffff");
/** Tint of a block that cannot be chosen while others can. */
const DIM = new Color("#cbc5ba");
/** Tolerance for being at home: millimetres, and the cosine of half the angle. */
const SAME = 0.3;
const SAME_TURN = 1 - 1e-5;

interface Body {
  solid: Solid;
  mesh: Mesh<BufferGeometry, MeshPhongMaterial>;
  now: Moving;
  home: BodyPose;
  path: Path | null;
  passed: number;
  /** Seconds after which a carried block lands. */
  lands: number;
}

/** How a block moves to its place: at once, carried after a delay, or falling first. */
export type Way =
  | { kind: "jump" }
  | { kind: "carry"; delay: number }
  | { kind: "tumble"; heading: number };

export class Blocks {
  readonly root = new Group();
  readonly #bodies = new Map<string, Body>();
  readonly #touch: (x: number, y: number, strength: number) => void;
  #skin: Texture | null = null;
  #letters = "";

  /** `touch` is called when a falling block hits the table, in millimetres. */
  constructor(boardSetup: BoardSetup, touch: (x: number, y: number, strength: number) => void) {
    this.#touch = touch;
    for (const solid of boardSetup.blocks.values()) {
      const material = new MeshPhongMaterial({ specular: 0x3a3630, shininess: 38 });
      const mesh = new Mesh(geometryOf(solid), material);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.visible = false;
      this.root.add(mesh);
      const now: Moving = [0, 0, 0, 1, 0, 0, 0];
      this.#bodies.set(solid.name, { solid, mesh, now, home: [0, 0, 0, 1, 0, 0, 0], path: null, passed: 0, lands: 0 });
    }
  }

  /** Paints the blocks with their size letters. */
  paint(letters: Record<Size, string>): void {
    const text = Object.values(letters).join();
    if (text === this.#letters) return;
    this.#letters = text;
    this.#skin?.dispose();
    this.#skin = painter.texture("blocks", letters);
    this.#skin.anisotropy = 8;
    for (const { mesh } of this.#bodies.values()) {
      mesh.material.map = this.#skin;
      mesh.material.needsUpdate = true;
    }
  }

  /** Sets the blocks' homes. Blocks elsewhere move there, or wait for `home` if `way` is null. */
  settle(homes: ReadonlyMap<string, BodyPose>, way: ((block: string) => Way) | null): void {
    for (const [block, home] of homes) {
      const body = this.#bodies.get(block);
      if (!body) continue;
      const same = alike(body.home, home);
      body.home = home;
      if (!body.mesh.visible) this.#start(body, { kind: "jump" });
      else if (way && !(same && body.path) && !alike(body.now, home)) this.#start(body, way(block));
    }
  }

  /** Shows a block away from its home. */
  put(block: string, pose: BodyPose): void {
    const body = this.#bodies.get(block);
    if (!body) return;
    body.path = null;
    copyPose(pose, body.now);
    show(body);
  }

  /** Moves all blocks that are elsewhere to their homes. */
  home(way: (block: string) => Way): void {
    for (const [block, body] of this.#bodies) {
      if (!body.path && !alike(body.now, body.home)) this.#start(body, way(block));
    }
  }

  /** Advances the motions; returns whether a block is moving. */
  step(seconds: number): boolean {
    let moving = false;
    for (const body of this.#bodies.values()) {
      if (!body.path) continue;
      body.passed += seconds;
      if (body.path(body.passed, body.now)) moving = true;
      else {
        body.path = null;
        copyPose(body.home, body.now);
      }
      show(body);
    }
    return moving;
  }

  /** Seconds until the next carried block lands; 0 if there is none. */
  get contact(): number {
    const left = [...this.#bodies.values()].flatMap(({ path, lands, passed }) => (path && lands > passed ? [lands - passed] : []));
    return left.length > 0 ? Math.min(...left) : 0;
  }

  /** Shows every block at home. */
  finish(): void {
    for (const body of this.#bodies.values()) if (body.path) this.#start(body, { kind: "jump" });
  }

  /** Returns a block's pose, which is changed in place while the block moves. */
  pose(block: string): BodyPose | null {
    return this.#bodies.get(block)?.now ?? null;
  }

  homeOf(block: string): BodyPose | null {
    return this.#bodies.get(block)?.home ?? null;
  }

  /** Returns the greatest shown height of some blocks, in millimetres; 0 for none. */
  top(blocks: readonly string[]): number {
    let top = 0;
    for (const block of blocks) {
      const body = this.#bodies.get(block);
      if (body) top = Math.max(top, highest(body.solid, body.now));
    }
    return top;
  }

  /** Returns the greatest height of the blocks that are not at home, in millimetres; 0 if all are. */
  astray(): number {
    let top = 0;
    for (const { path, now, solid } of this.#bodies.values()) {
      if (path) top = Math.max(top, now[2] + solid.edge / 2);
    }
    return top;
  }

  dim(blocks: ReadonlySet<string>): void {
    for (const [block, { mesh }] of this.#bodies) {
      mesh.material.color.copy(blocks.has(block) ? DIM : PLAIN);
    }
  }

  shape(block: string): BufferGeometry | null {
    return this.#bodies.get(block)?.mesh.geometry ?? null;
  }

  get skin(): Texture | null {
    return this.#skin;
  }

  dispose(): void {
    for (const { mesh } of this.#bodies.values()) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.#skin?.dispose();
    this.root.clear();
  }

  #start(body: Body, way: Way): void {
    body.passed = body.lands = 0;
    if (way.kind === "jump") {
      body.path = null;
      copyPose(body.home, body.now);
      body.mesh.visible = true;
      show(body);
    } else if (way.kind === "carry") {
      body.path = carry(body.now, body.home, way.delay);
      body.lands = landing(way.delay);
    } else {
      const seed = [...this.#bodies.values()].indexOf(body) + Math.round(1000 * way.heading);
      body.path = tumble(body.solid, body.now, body.home, way.heading, seed, this.#touch);
    }
  }
}

function geometryOf(solid: Solid): BufferGeometry {
  const { positions, normals, uvs } = shapeOf(solid);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  return geometry;
}

function show({ mesh, now: [x, y, z, w, i, j, k] }: Body): void {
  mesh.position.set(x / MM, z / MM, -y / MM);
  mesh.quaternion.set(i, k, -j, w);
}

function alike(a: BodyPose, b: BodyPose): boolean {
  const far = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const turned = Math.abs(a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6]);
  return far < SAME && turned > SAME_TURN;
}
