/** Icons of rings, as SVG. */
import { livery, mainColour, ringColour } from "./colours.ts";
import type { Ring } from "./position.ts";

const STEP = 11;
const RISE = 6;
const BADGE = 10;
const STROKE = 7;

/**
 * A ring from the side with its height as a number, and its feet and the holes between them as dots. Icons
 * with the same `tallest` share one scale, so that rings can be compared.
 */
export function ringPicture(
  ring: Ring,
  colour: string | undefined,
  { count = 1, tallest = ring.height }: { count?: number; tallest?: number } = {},
): string {
  const of = livery(colour);
  const reach = ring.distance * STEP;
  const top = 8 + ring.height * RISE;
  const width = Math.max(reach, 14) + 14 + (count > 1 ? 18 : 0);
  const height = 8 + tallest * RISE + 9 + BADGE + 2;
  const base = height - 9;
  const left = 7 + Math.max(0, (14 - reach) / 2);
  const right = left + reach;
  const bend = Math.min(reach / 2, top - 4, 16);
  const arch =
    `M${left} ${base}V${base - top + bend}Q${left} ${base - top} ${left + bend} ${base - top}` +
    `H${right - bend}Q${right} ${base - top} ${right} ${base - top + bend}V${base}`;
  const dots = Array.from({ length: ring.distance + 1 }, (_, hole) => {
    const radius = hole === 0 || hole === ring.distance ? 2.4 : 1.7;
    return `<circle cx="${left + hole * STEP}" cy="${base + 5}" r="${radius}"/>`;
  }).join("");
  const middle = (left + right) / 2;
  const times =
    count > 1
      ? `<text x="${width - 9}" y="${base}" font-size="11" font-weight="700" fill="currentColor" text-anchor="middle">×${count}</text>`
      : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">` +
    `<path d="${arch}" fill="none" stroke="#1d1712" stroke-opacity=".55" stroke-width="${STROKE + 2}" stroke-linejoin="round"/>` +
    `<path d="${arch}" fill="none" stroke="${ringColour(of, ring.height)}" stroke-width="${STROKE}" stroke-linejoin="round"/>` +
    `<path d="${arch}" fill="none" stroke="${of.pattern}" stroke-width="2" ${dashes(of.shape)}/>` +
    `<g fill="currentColor" fill-opacity=".6">${dots}</g>` +
    number(middle, base - top, ring.height, BADGE, mainColour(of)) +
    times +
    "</svg>"
  );
}

function dashes(shape: string): string {
  if (shape === "dot") return 'stroke-linecap="round" stroke-dasharray="0 6" stroke-dashoffset="-3"';
  if (shape === "triangle") return 'stroke-dasharray="4 2"';
  if (shape === "diamond") return 'stroke-dasharray="2 3"';
  if (shape === "grain") return 'stroke-dasharray="1 4 2 7"';
  return 'stroke-width="6" stroke-dasharray="2 5"';
}

/** A number on a paper disc. */
export function number(x: number, y: number, height: number, radius: number, rim: string): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="#fffaf0" stroke="${rim}" stroke-width="${radius * 0.26}"/>` +
    `<text x="${x}" y="${y + radius * 0.48}" font-family="system-ui,sans-serif" font-weight="800" font-size="${radius * 1.4}" text-anchor="middle" fill="#1d1712">${height}</text>`
  );
}
