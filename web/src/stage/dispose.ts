/** Giving back what a picture took of the graphics card. */
import type { BufferGeometry, InstancedMesh, MeshLambertMaterial, Object3D } from "three";

/** Dispose of every geometry, material and texture under `root`. */
export function disposeTree(root: Object3D): void {
  root.traverse((object) => {
    const mesh = object as Partial<InstancedMesh<BufferGeometry, MeshLambertMaterial>>;
    if (!mesh.geometry || !mesh.material) return;
    mesh.geometry.dispose();
    mesh.material.map?.dispose();
    mesh.material.dispose();
    if (mesh.isInstancedMesh) mesh.dispose?.();
  });
}
