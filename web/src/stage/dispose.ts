/** Frees GPU resources. */
import type { BufferGeometry, InstancedMesh, MeshLambertMaterial, Object3D } from "three";

/** Disposes of all geometries, materials and textures under `root`. */
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
