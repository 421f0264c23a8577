/** Fingers that hold a block, in a seat's colour; after the release they move up and vanish. */
import { CapsuleGeometry, Group, Matrix4, Mesh, MeshPhongMaterial } from "three";
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { normal, turned } from "../../../../../../web/src/physics/geometry.ts";
import { merge } from "../../../../../../web/src/stage/merge.ts";
import { easeOut } from "../../../../../../web/src/stage/motion.ts";
import { MM } from "../model/units.ts";
import type { Solid } from "../model/position.ts";

/** Radius of fingers and length beyond their tips, in millimetres. */
const FINGER = 4.6;
const LONG = 21;
/** How far the tips are below the block's middle. */
const LOW = 3;
/** Outward tilt in radians. */
const LEAN = 0.3;
const GONE_SECONDS = 0.45;
/** How far the hand moves away, and how far its fingers open. */
const AWAY = 70;
const OPEN = 9;
/** Faces tilted more than this cannot be held. */
const SIDEWAYS = 0.4;

export class Fingers {
  readonly root = new Group();
  readonly #skin = new MeshPhongMaterial({ vertexColors: true, transparent: true, shininess: 12 });
  readonly #thumb: Mesh;
  readonly #others: Mesh;
  #colour = "";
  /** Direction from the thumb to the fingers, in the table's plane. */
  #across: [number, number] = [1, 0];
  #leaving = -1;
  #block = "";
  #half = 20;

  constructor() {
    this.#thumb = new Mesh(undefined, this.#skin);
    this.#others = new Mesh(undefined, this.#skin);
    for (const part of [this.#thumb, this.#others]) {
      part.castShadow = true;
      part.frustumCulled = false;
      this.root.add(part);
    }
    this.root.visible = false;
  }

  /** Holds a block at two sides, in the given colour. */
  hold(solid: Solid, pose: BodyPose, colour: string): void {
    this.#paint(colour);
    if (this.#block !== solid.name) this.#across = [1, 0];
    this.#block = solid.name;
    this.#leaving = -1;
    this.root.visible = true;
    this.#skin.opacity = 1;
    this.#grasp(solid, pose);
    const [x, y, z] = pose;
    this.root.position.set(x / MM, z / MM, -y / MM);
    this.root.rotation.y = Math.atan2(this.#across[1], this.#across[0]);
    this.#half = solid.edge / 2;
    this.#open(0);
  }

  /** Releases the block; `atOnce` skips the motion. */
  leave(atOnce: boolean): void {
    if (!this.root.visible || this.#leaving >= 0) return;
    if (atOnce) this.root.visible = false;
    else this.#leaving = 0;
  }

  /** Advances; returns whether the hand is moving away. */
  step(seconds: number): boolean {
    if (this.#leaving < 0) return false;
    const before = easeOut(this.#leaving);
    this.#leaving = Math.min(1, this.#leaving + seconds / GONE_SECONDS);
    const done = easeOut(this.#leaving);
    this.root.position.y += ((done - before) * AWAY) / MM;
    this.#open(Math.min(1, done * 2));
    this.#skin.opacity = 1 - done;
    if (this.#leaving < 1) return true;
    this.#leaving = -1;
    this.root.visible = false;
    return false;
  }

  dispose(): void {
    for (const part of [this.#thumb, this.#others]) part.geometry.dispose();
    this.#skin.dispose();
  }

  /** Picks the sides to hold: those closest to the current ones as the block turns. */
  #grasp(solid: Solid, [, , , ...turn]: BodyPose): void {
    let best: readonly [number, number] | null = null;
    let most = -Infinity;
    for (const face in solid.faces) {
      const [x, y, z] = turned(turn, normal(solid, face));
      const along = x * this.#across[0] + y * this.#across[1];
      if (Math.abs(z) > SIDEWAYS || along <= most) continue;
      most = along;
      best = [x, y];
    }
    if (best) this.#across = [...best];
  }

  #open(part: number): void {
    const out = (this.#half + FINGER + OPEN * part) / MM;
    this.#thumb.position.x = -out;
    this.#others.position.x = out;
  }

  #paint(colour: string): void {
    if (colour === this.#colour) return;
    this.#colour = colour;
    for (const part of [this.#thumb, this.#others]) part.geometry.dispose();
    const finger = (side: number, z: number, thick: number) => {
      const tip = new Matrix4().makeTranslation(0, (LONG / 2 - LOW) / MM, z / MM);
      return {
        geometry: new CapsuleGeometry((FINGER * thick) / MM, LONG / MM, 6, 14),
        colour,
        place: new Matrix4().makeRotationZ(-side * LEAN).multiply(tip),
      };
    };
    this.#thumb.geometry = merge([finger(-1, 0, 1.2)]);
    this.#others.geometry = merge([finger(1, -6, 1), finger(1, 6, 1)]);
  }
}
