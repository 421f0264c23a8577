/** Rounded outlines of boards, and the soft shadow below them. */
import {
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  type Path,
  PlaneGeometry,
  SRGBColorSpace,
} from "three";
import { sheet } from "./wood.ts";

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
  const reach = 1.1;
  const scale = 256 / (2 * Math.max(half.x, half.z) + 4 * reach);
  const wide = 2 * (half.x + 2 * reach);
  const deep = 2 * (half.z + 2 * reach);
  const { canvas, pen } = sheet(Math.ceil(wide * scale), Math.ceil(deep * scale));
  pen.scale(scale, scale);
  // Only the shadow is wanted, so the shape that casts it is drawn outside the picture.
  const away = 2 * wide;
  pen.shadowOffsetX = away * scale;
  const { x, z } = half;
  for (const [blur, strength, offset] of [[1.4, 0.4, 0.3], [0.4, 0.45, 0.12]] as const) {
    pen.shadowColor = `rgba(18, 9, 2, ${strength})`;
    pen.shadowBlur = blur * scale;
    pen.beginPath();
    const left = 2 * reach + offset - away;
    const top = 2 * reach + offset;
    if (!outline) pen.roundRect(left, top, 2 * x, 2 * z, 0.6);
    for (const corner of outline ?? []) pen.lineTo(left + x + corner.x, top + z + corner.z);
    pen.fill();
  }
  const plane = new PlaneGeometry(wide, deep).rotateX(-Math.PI / 2);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  return new Mesh(
    plane,
    new MeshBasicMaterial({ map, transparent: true, depthWrite: false }),
  );
}
