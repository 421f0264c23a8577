/** Wood, painted on a canvas. */
import { seededRandom } from "./seeded-random.ts";
import { type Canvas, type Pen, sheet } from "./sheet.ts";

export interface Wood {
  /** CSS colours of the base, the dark grain and the light grain. */
  base: string;
  dark: string;
  light: string;
  /** Number of boards across the texture. */
  planks: number;
  /** Side of the texture in pixels. */
  size: number;
  seed: number;
}

/** Paints wood with the grain along x. Repeated mirrored, it has no seams. */
export function paintWood(wood: Wood): Canvas {
  const { size, planks } = wood;
  const { canvas, pen } = sheet(size, size);
  const random = seededRandom(wood.seed);
  const wide = size / planks;
  for (let plank = 0; plank < planks; plank += 1) {
    const top = plank * wide;
    pen.save();
    pen.beginPath();
    pen.rect(0, top, size, wide);
    pen.clip();
    pen.fillStyle = wood.base;
    pen.fillRect(0, top, size, wide);
    pen.fillStyle = random() < 0.5 ? wood.dark : wood.light;
    pen.globalAlpha = 0.05 + 0.13 * random();
    pen.fillRect(0, top, size, wide);
    veins(pen, wood, random, top, wide);
    pen.globalAlpha = planks > 1 ? 0.4 : 0;
    pen.fillStyle = wood.dark;
    pen.fillRect(0, top, size, Math.max(1, size / 400));
    pen.restore();
  }
  return canvas;
}

function veins(
  pen: Pen,
  wood: Wood,
  random: () => number,
  top: number,
  wide: number,
): void {
  const { size } = wood;
  const bend = wide * (0.06 + 0.1 * random());
  const phase = random() * 7;
  const count = Math.round(wide / (size / 110));
  for (let vein = 0; vein < count; vein += 1) {
    const y = top + random() * wide;
    pen.strokeStyle = random() < 0.6 ? wood.dark : wood.light;
    pen.globalAlpha = 0.04 + 0.14 * random();
    pen.lineWidth = (0.4 + 1.8 * random() * random()) * (size / 512);
    pen.beginPath();
    for (let step = 0; step <= 16; step += 1) {
      const x = (step / 16) * size;
      const sway = bend * Math.sin(phase + step * 0.36 + (y - top) / wide);
      if (step === 0) pen.moveTo(x, y + sway);
      else pen.lineTo(x, y + sway);
    }
    pen.stroke();
  }
}
