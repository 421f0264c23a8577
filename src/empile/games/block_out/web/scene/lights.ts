/** Lights: blocks that can be chosen, and the preview of the chosen one. */
import {
  CanvasTexture,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  PlaneGeometry,
  SRGBColorSpace,
  Vector3,
} from "three";
import { sheet } from "../../../../../../web/src/stage/sheet.ts";
import type { Blocks } from "./blocks.ts";
import { MM, sceneSpot } from "../model/units.ts";
import { type BoardSetup, solidOf } from "../model/position.ts";
import { type WaitingPlace, onTop } from "../model/waiting-blocks.ts";

/** Width of a glow relative to its block. */
const WIDER = 1.95;
const BOB_SECONDS = 1.6;
/** Height of the preview above the tower, and amplitude of its movement, in millimetres. */
const HOVER = 10;
const BOB = 3;

export class Lights {
  readonly root = new Group();
  readonly #boardSetup: BoardSetup;
  readonly #blocks: Blocks;
  readonly #glow: InstancedMesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #ghost = new Mesh(undefined, new MeshPhongMaterial({
    transparent: true, opacity: 0.62, specular: 0x222222,
  }));
  readonly #motion: boolean;
  #age = 0;

  constructor(boardSetup: BoardSetup, blocks: Blocks, motion: boolean) {
    this.#boardSetup = boardSetup;
    this.#blocks = blocks;
    this.#motion = motion;
    this.#glow = new InstancedMesh(
      new PlaneGeometry(1, 1).rotateX(-Math.PI / 2),
      new MeshBasicMaterial({
        map: glowTexture(), transparent: true, depthWrite: false,
      }),
      boardSetup.blocks.size,
    );
    this.#glow.frustumCulled = false;
    this.#glow.count = 0;
    this.#ghost.visible = false;
    this.#ghost.castShadow = true;
    this.root.add(this.#glow, this.#ghost);
  }

  /** Lights waiting blocks; shows `chosen` above a tower of height `top`. */
  show(lit: ReadonlySet<string> | null, waiting: ReadonlyMap<string, WaitingPlace>, chosen: string | null, top: number): void {
    const matrix = new Matrix4();
    const scale = new Vector3();
    let count = 0;
    for (const block of lit ?? []) {
      const stall = waiting.get(block);
      if (!stall) continue;
      const { x, z } = sceneSpot(stall.pose[0], stall.pose[1], 0);
      const size = (solidOf(this.#boardSetup, block).edge / MM) * WIDER;
      matrix.makeRotationY((stall.angle * Math.PI) / 180).scale(scale.set(size, 1, size)).setPosition(x, 0.03, z);
      this.#glow.setMatrixAt(count, matrix);
      count += 1;
    }
    this.#glow.count = count;
    this.#glow.instanceMatrix.needsUpdate = true;
    const shape = chosen === null ? null : this.#blocks.shape(chosen);
    this.#ghost.visible = shape !== null;
    if (chosen === null || !shape) return;
    this.#ghost.geometry = shape;
    this.#ghost.material.map = this.#blocks.skin;
    const [x, y, z] = onTop(solidOf(this.#boardSetup, chosen), top + HOVER);
    const at = sceneSpot(x, y, z);
    this.#ghost.position.set(at.x, at.y, at.z);
    this.#ghost.userData["y"] = at.y;
  }

  /** Advances; returns whether a preview is moving. */
  step(seconds: number): boolean {
    if (!this.#ghost.visible || !this.#motion) return false;
    this.#age += seconds;
    const y = this.#ghost.userData["y"] as number;
    this.#ghost.position.y = y + (BOB / MM) * Math.sin((this.#age / BOB_SECONDS) * 2 * Math.PI);
    return true;
  }

  dispose(): void {
    this.#glow.material.map?.dispose();
    this.#glow.material.dispose();
    this.#glow.geometry.dispose();
    this.#glow.dispose();
    this.#ghost.material.dispose();
  }
}

function glowTexture(): CanvasTexture {
  const { canvas, pen } = sheet(128, 128);
  // A glow around the block's foot: strokes that become narrower and stronger.
  pen.strokeStyle = "#fff3c9";
  for (let width = 26; width > 4; width -= 3) {
    pen.globalAlpha = width > 7 ? 0.13 : 1;
    pen.lineWidth = width;
    pen.beginPath();
    pen.roundRect(24, 24, 80, 80, 12);
    pen.stroke();
  }
  const texture = new CanvasTexture(canvas as HTMLCanvasElement);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
