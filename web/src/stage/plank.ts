/** Things cut out of wood: a shape with rounded edges, lying flat. */
import { ExtrudeGeometry, Mesh, MeshLambertMaterial, type Shape } from "three";
import { type Wood, woodTexture } from "./wood.ts";

/**
 * `thickness` is that of the whole plank and `bevel` how far its edges are rounded off, also
 * outwards from `shape`; its lowest point lies `bevel` below the mesh's position. `grain` repeats of
 * the wood go on one scene unit.
 */
export function plank(
  shape: Shape, thickness: number, bevel: number, wood: Wood, grain: number,
): Mesh {
  const geometry = new ExtrudeGeometry(shape, {
    depth: thickness - 2 * bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 3,
    curveSegments: 8,
  }).rotateX(-Math.PI / 2);
  const map = woodTexture(wood);
  map.repeat.set(grain, grain);
  const mesh = new Mesh(geometry, new MeshLambertMaterial({ map }));
  mesh.receiveShadow = true;
  return mesh;
}
