/** Rounded outlines of boards, and the soft shadow below them. */
import { Mesh, MeshBasicMaterial, type Path, PlaneGeometry } from "three";
import { stagePainter } from "./stage-painter.ts";
import { shadowSize } from "./shadow.ts";

/** Traces a rounded rectangle of half sizes `x` and `z` around the origin. */
export function roundedPath(path: Path, x: number, z: number, radius: number): void {
  path.moveTo(-x + radius, -z);
  path.lineTo(x - radius, -z);
  path.absarc(x - radius, -z + radius, radius, -Math.PI / 2, 0, false);
  path.lineTo(x, z - radius);
  path.absarc(x - radius, z - radius, radius, 0, Math.PI / 2, false);
  path.lineTo(-x + radius, z);
  path.absarc(-x + radius, z - radius, radius, Math.PI / 2, Math.PI, false);
  path.lineTo(-x, -z + radius);
  path.absarc(-x + radius, -z + radius, radius, Math.PI, 1.5 * Math.PI, false);
}

/**
 * Returns a painted soft shadow of a rectangle of half sizes `half`, since the table is not lit. The mesh
 * lies in the plane y = 0 around the origin. Other shapes pass the corners of their `outline`.
 */
export function softShadow(
  half: { x: number; z: number }, outline?: readonly { x: number; z: number }[],
): Mesh {
  const { wide, deep } = shadowSize(half);
  const plane = new PlaneGeometry(wide, deep).rotateX(-Math.PI / 2);
  const map = stagePainter.texture("shadow", half, outline ?? null);
  return new Mesh(
    plane,
    new MeshBasicMaterial({ map, transparent: true, depthWrite: false }),
  );
}
