/** What lies on towers and stacks: their height, and from above all their blocks. One draw call. */
import { BufferGeometry, Float32BufferAttribute, Mesh, MeshBasicMaterial } from "three";
import { RoofSheet } from "./paint.ts";

export interface Roof {
  /** A tower's blocks, or a number. */
  text: string;
  x: number;
  y: number;
  z: number;
  /** Width of the roof at the table and from above. */
  size: number;
  planSize: number;
}

/** A roof's least width where there is room, in CSS pixels. */
const LEAST_PIXELS = 15;

export class Roofs {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #sheet = new RoofSheet();
  #roofs: readonly Roof[] = [];
  #plan = false;
  #pixels = 60;

  constructor() {
    const material = new MeshBasicMaterial({ map: this.#sheet.texture, transparent: true });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
  }

  show(roofs: readonly Roof[]): void {
    this.#roofs = roofs;
    this.#sheet.ready(roofs.map(({ text }) => text));
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
    this.#roofs.forEach(({ text, x, y, z, size, planSize }, index) => {
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
