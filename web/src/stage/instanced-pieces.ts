/** Many equal pieces in one draw call, each of which can move. */
import {
  type BufferGeometry,
  type Color,
  InstancedMesh,
  type Material,
  Matrix4,
  Quaternion,
  Vector3,
} from "three";

/** Position and scale of a piece; hidden if the size is 0. */
export interface PiecePose {
  x: number;
  y: number;
  z: number;
  turn: number;
  size: number;
}

const UP = new Vector3(0, 1, 0);
const matrix = new Matrix4();
const turned = new Quaternion();

export class InstancedPieces {
  readonly mesh: InstancedMesh;
  readonly stands: PiecePose[];

  constructor(geometry: BufferGeometry, material: Material, count: number) {
    this.mesh = new InstancedMesh(geometry, material, Math.max(1, count));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.count = count;
    this.stands = Array.from({ length: count }, () => ({ x: 0, y: 0, z: 0, turn: 0, size: 0 }));
    for (let index = 0; index < count; index += 1) this.put(index, this.stands[index] as PiecePose);
  }

  put(index: number, stand: PiecePose): void {
    this.stands[index] = stand;
    turned.setFromAxisAngle(UP, stand.turn);
    matrix.compose(
      new Vector3(stand.x, stand.y, stand.z),
      turned,
      new Vector3(1, 1, 1).multiplyScalar(Math.max(stand.size, 1e-4)),
    );
    this.mesh.setMatrixAt(index, matrix);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Sets the colour that multiplies the material's colour for one piece. */
  paint(index: number, colour: Color): void {
    this.mesh.setColorAt(index, colour);
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.dispose();
  }
}

/** Interpolates from `from` to `to` along an arc of height `rise`; `done` is the progress. */
export function between(from: PiecePose, to: PiecePose, done: number, rise: number): PiecePose {
  const mix = (a: number, b: number): number => a + (b - a) * done;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y) + 4 * rise * done * (1 - done),
    z: mix(from.z, to.z),
    turn: mix(from.turn, to.turn),
    size: mix(from.size, to.size),
  };
}
