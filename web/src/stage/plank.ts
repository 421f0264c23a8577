/** Wooden parts cut out of a shape, lying flat, with rounded edges. */
import { ExtrudeGeometry, Mesh, MeshLambertMaterial, type Shape } from "three";
import { stagePainter } from "./stage-painter.ts";
import { mirrored } from "./textures.ts";
import type { Wood } from "./wood.ts";

/**
 * `thickness` is that of the whole plank; `bevel` is the radius of its edges, which also extend outwards from
 * `shape`. The lowest point is `bevel` below the mesh's position. `grain` is the number of texture repeats
 * per scene unit.
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
  const map = mirrored(stagePainter.texture("wood", wood), grain);
  const mesh = new Mesh(geometry, new MeshLambertMaterial({ map }));
  mesh.receiveShadow = true;
  return mesh;
}
