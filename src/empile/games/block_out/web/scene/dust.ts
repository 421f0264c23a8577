/** Puffs of dust at impacts on the table. */
import { Group, IcosahedronGeometry, InstancedMesh, Matrix4, MeshBasicMaterial } from "three";
import { easeOut } from "../../../../../../web/src/stage/motion.ts";
import { MM } from "../model/units.ts";

const PUFFS = 48;
const EACH = 6;
const SECONDS = 0.7;

interface Puff {
  x: number;
  z: number;
  age: number;
  way: number;
  reach: number;
  size: number;
}

export class Dust {
  readonly root = new Group();
  readonly #mesh: InstancedMesh<IcosahedronGeometry, MeshBasicMaterial>;
  readonly #puffs: Puff[] = Array.from({ length: PUFFS }, () => (
    { x: 0, z: 0, age: SECONDS, way: 0, reach: 0, size: 0 }
  ));
  readonly #matrix = new Matrix4();
  #next = 0;

  constructor() {
    this.#mesh = new InstancedMesh(
      new IcosahedronGeometry(1, 1),
      new MeshBasicMaterial({ color: "#efe3cb", transparent: true, opacity: 0.42, depthWrite: false }),
      PUFFS,
    );
    this.#mesh.frustumCulled = false;
    this.#mesh.renderOrder = 4;
    this.#mesh.visible = false;
    this.root.add(this.#mesh);
  }

  /** Adds a puff at a point in millimetres, with a strength from 0 to 1. */
  puff(x: number, y: number, strength: number): void {
    for (let index = 0; index < EACH; index += 1) {
      const puff = this.#puffs[this.#next] as Puff;
      this.#next = (this.#next + 1) % PUFFS;
      puff.x = x / MM;
      puff.z = -y / MM;
      puff.age = 0;
      puff.way = ((index + 0.6 * Math.random()) / EACH) * 2 * Math.PI;
      puff.reach = (0.4 + strength) * (0.7 + 0.6 * Math.random());
      puff.size = (0.1 + 0.2 * strength) * (0.7 + 0.6 * Math.random());
    }
    this.#mesh.visible = true;
  }

  /** Advances; returns whether any dust is visible. */
  step(seconds: number): boolean {
    if (!this.#mesh.visible) return false;
    let flying = false;
    this.#puffs.forEach((puff, index) => {
      puff.age = Math.min(SECONDS, puff.age + seconds);
      const done = puff.age / SECONDS;
      const size = done < 1 ? puff.size * (0.5 + easeOut(done)) * (1 - done * done) : 0;
      const far = puff.reach * easeOut(done);
      this.#matrix.makeScale(size, size, size).setPosition(
        puff.x + far * Math.cos(puff.way), 0.1 + 0.3 * far, puff.z + far * Math.sin(puff.way),
      );
      this.#mesh.setMatrixAt(index, this.#matrix);
      flying ||= done < 1;
    });
    this.#mesh.instanceMatrix.needsUpdate = true;
    this.#mesh.visible = flying;
    return flying;
  }

  dispose(): void {
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
    this.#mesh.dispose();
  }
}
