/** Soft shadows of boards, painted on a canvas. */
import { type Canvas, sheet } from "./sheet.ts";

/** How far a shadow reaches beyond what casts it, in scene units. */
const REACH = 1.1;

interface Spot {
  x: number;
  z: number;
}

/** Returns the size of the picture for a board of half sizes `half`. */
export function shadowSize(half: Spot): { wide: number; deep: number } {
  return { wide: 2 * (half.x + 2 * REACH), deep: 2 * (half.z + 2 * REACH) };
}

/** Paints the shadow of a rounded rectangle of half sizes `half`, or of the corners of an `outline`. */
export function paintShadow(half: Spot, outline: readonly Spot[] | null): Canvas {
  const scale = 256 / (2 * Math.max(half.x, half.z) + 4 * REACH);
  const { wide, deep } = shadowSize(half);
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
    const left = 2 * REACH + offset - away;
    const top = 2 * REACH + offset;
    if (!outline) pen.roundRect(left, top, 2 * x, 2 * z, 0.6);
    for (const corner of outline ?? []) pen.lineTo(left + x + corner.x, top + z + corner.z);
    pen.fill();
  }
  return canvas;
}
