/** Many flat shapes in one draw call: lights, shadows and strips on a board. */
import {
  type BufferGeometry,
  type Color,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  Quaternion,
  Vector3,
} from "three";

const UP = new Vector3(0, 1, 0);

/** Call `begin` with the maximum number, then `add` each. */
export class InstancedFlats {
  readonly root = new Group();
  readonly #geometry: BufferGeometry;
  readonly material: Material;
  readonly #order: number;
  #mesh: InstancedMesh | null = null;
  #filled = 0;

  constructor(geometry: BufferGeometry, material: Material, order: number) {
    this.#geometry = geometry;
    this.material = material;
    this.#order = order;
  }

  begin(count: number): void {
    this.#filled = 0;
    if (!this.#mesh || this.#mesh.instanceMatrix.count < count) {
      this.#mesh?.removeFromParent();
      this.#mesh?.dispose();
      this.#mesh = new InstancedMesh(this.#geometry, this.material, Math.max(16, 2 * count));
      this.#mesh.frustumCulled = false;
      this.#mesh.renderOrder = this.#order;
      this.root.add(this.#mesh);
    }
    this.#mesh.count = 0;
  }

  add(at: Vector3, turn: number, size: { x: number; z: number }, colour: Color): void {
    const mesh = this.#mesh;
    if (!mesh) return;
    const turned = new Quaternion().setFromAxisAngle(UP, turn);
    const place = new Matrix4().compose(at, turned, new Vector3(size.x, 1, size.z));
    mesh.setMatrixAt(this.#filled, place);
    mesh.setColorAt(this.#filled, colour);
    this.#filled += 1;
    mesh.count = this.#filled;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.#mesh?.dispose();
    this.#geometry.dispose();
    this.material.dispose();
  }
}
