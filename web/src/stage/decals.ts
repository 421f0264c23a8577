/** Flat signs on pieces: numbers, marks, patterns seen from above. One draw call for all. */
import {
  BufferGeometry,
  CanvasTexture,
  Float32BufferAttribute,
  Mesh,
  MeshBasicMaterial,
  SRGBColorSpace,
} from "three";
import { type Pen, sheet } from "./sheet.ts";

export interface Decal {
  /** What is painted; equal texts share one slot. */
  text: string;
  x: number;
  y: number;
  z: number;
  /** Width in the table view and in the plan. */
  size: number;
  planSize: number;
}

/** Paints a text on a field of 1 by 1. */
export type PaintDecal = (pen: Pen, text: string) => void;

/** Smallest width of a decal if there is room, in CSS pixels. */
const LEAST_PIXELS = 15;
const SLOT = 128;
const SLOTS = 8;

export class Decals {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #sheet: Sheet;
  #decals: readonly Decal[] = [];
  #plan = false;
  #pixels = 60;

  constructor(paint: PaintDecal, order = 2) {
    this.#sheet = new Sheet(paint);
    const material = new MeshBasicMaterial({
      map: this.#sheet.texture, transparent: true, depthWrite: false,
    });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
  }

  show(decals: readonly Decal[]): void {
    this.#decals = decals;
    this.#sheet.ready(decals.map(({ text }) => text));
    this.#draw();
  }

  look(plan: boolean, pixels: number): void {
    if (plan === this.#plan && pixels === this.#pixels) return;
    this.#plan = plan;
    this.#pixels = pixels;
    this.#draw();
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#sheet.texture.dispose();
  }

  #draw(): void {
    const places: number[] = [];
    const uvs: number[] = [];
    const indices: number[] = [];
    this.#decals.forEach(({ text, x, y, z, size, planSize }, index) => {
      const wide = this.#plan ? planSize : Math.min(planSize, Math.max(size, LEAST_PIXELS / this.#pixels));
      const half = wide / 2;
      const [left, top, right, bottom] = this.#sheet.corners(text);
      places.push(x - half, y, z - half, x + half, y, z - half, x + half, y, z + half, x - half, y, z + half);
      uvs.push(left, top, right, top, right, bottom, left, bottom);
      const first = index * 4;
      indices.push(first, first + 3, first + 1, first + 1, first + 3, first + 2);
    });
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    this.mesh.geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
    this.mesh.geometry.setIndex(indices);
  }
}

/** Texture atlas of painted texts, filled on demand. */
class Sheet {
  readonly texture: CanvasTexture;
  readonly #pen: Pen;
  readonly #paint: PaintDecal;
  readonly #slots = new Map<string, number>();

  constructor(paint: PaintDecal) {
    const { canvas, pen } = sheet(SLOT * SLOTS, SLOT * SLOTS);
    this.#paint = paint;
    this.#pen = pen;
    this.texture = new CanvasTexture(canvas as HTMLCanvasElement);
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.anisotropy = 4;
  }

  /** Makes room for `texts`; if they do not fit, the atlas starts over. */
  ready(texts: readonly string[]): void {
    const fresh = new Set(texts.filter((text) => !this.#slots.has(text)));
    if (this.#slots.size + fresh.size > SLOTS * SLOTS) {
      this.#slots.clear();
      this.#pen.clearRect(0, 0, SLOT * SLOTS, SLOT * SLOTS);
    }
    for (const text of new Set(texts)) {
      if (this.#slots.has(text) || this.#slots.size >= SLOTS * SLOTS) continue;
      const slot = this.#slots.size;
      this.#slots.set(text, slot);
      this.#pen.save();
      this.#pen.translate((slot % SLOTS) * SLOT, Math.floor(slot / SLOTS) * SLOT);
      this.#pen.scale(SLOT, SLOT);
      this.#paint(this.#pen, text);
      this.#pen.restore();
      this.texture.needsUpdate = true;
    }
  }

  /** Returns the left, top, right and bottom texture coordinates of a text. */
  corners(text: string): [number, number, number, number] {
    const slot = this.#slots.get(text) ?? 0;
    const left = (slot % SLOTS) / SLOTS;
    const top = 1 - Math.floor(slot / SLOTS) / SLOTS;
    return [left, top, left + 1 / SLOTS, top - 1 / SLOTS];
  }
}
