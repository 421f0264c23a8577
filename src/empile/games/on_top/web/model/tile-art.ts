/** Inlays of tiles, as shapes for both canvas and SVG. */
import type { Pen } from "../../../../../../web/src/stage/sheet.ts";
import { type Colour, LIVERIES, WOOD, isColour, markPath, round } from "./colours.ts";

/** Path data, fill and stroke; lengths in sides of a cell, y down. */
export interface Inlay {
  d: string;
  fill: string;
  edge?: { colour: string; width: number };
}

export interface Corner {
  x: number;
  y: number;
}

/** Radius of the circles. */
export const RADIUS = 0.455;
const MARK = { reach: 0.3, size: 0.088 };

/** Returns a tile's corners around its middle, the first one to the right: acute, obtuse, acute, obtuse. */
export function flatTile(heading = 0): Corner[] {
  const long = Math.sqrt(3) / 2;
  const ends = [[long, 0], [0, 0.5], [-long, 0], [0, -0.5]] as const;
  const cosine = Math.cos(heading);
  const sine = Math.sin(heading);
  // Headings are counter-clockwise with y up; pictures have y down.
  return ends.map(([x, y]) => ({ x: x * cosine - y * sine, y: -(x * sine + y * cosine) }));
}

/** Returns the inlays of a tile with `corners` (acute first) in `colours`, one per segment. */
export function tileInlays(colours: string, corners: readonly Corner[], radius = RADIUS): Inlay[] {
  return corners.flatMap((corner, index) => {
    const colour = colours[index];
    if (!isColour(colour)) return [];
    const next = corners[(index + 1) % 4] as Corner;
    const before = corners[(index + 3) % 4] as Corner;
    const from = Math.atan2(next.y - corner.y, next.x - corner.x);
    let turn = Math.atan2(before.y - corner.y, before.x - corner.x) - from;
    while (turn > Math.PI) turn -= 2 * Math.PI;
    while (turn < -Math.PI) turn += 2 * Math.PI;
    const segments = index % 2 === 0 ? 1 : 2;
    return Array.from({ length: segments }, (_, segment) =>
      inlaidSegment(colour, corner, from + (turn * segment) / segments, turn / segments, radius),
    ).flat();
  });
}

function inlaidSegment(
  colour: Colour, { x, y }: Corner, from: number, turn: number, radius: number,
): Inlay[] {
  const { colour: fill, ink } = LIVERIES[colour];
  const at = (angle: number, reach: number): string =>
    `${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`;
  const sweep = turn > 0 ? 1 : 0;
  const half = from + turn / 2;
  const reach = (radius / RADIUS) * MARK.reach;
  return [
    {
      d: `M${round(x)} ${round(y)}L${at(from, radius)}A${radius} ${radius} 0 0 ${sweep} ${at(from + turn, radius)}Z`,
      fill,
      edge: { colour: WOOD.tileEdge, width: 0.022 },
    },
    {
      d: markPath(
        colour, x + reach * Math.cos(half), y + reach * Math.sin(half), MARK.size, half + Math.PI / 2,
      ),
      fill: ink,
    },
  ];
}

export function inlaysSvg(inlays: readonly Inlay[]): string {
  return inlays
    .map(({ d, fill, edge }) =>
      `<path d="${d}" fill="${fill}"${edge ? ` stroke="${edge.colour}" stroke-width="${edge.width}"` : ""}/>`)
    .join("");
}

export function paintInlays(pen: Pen, inlays: readonly Inlay[]): void {
  for (const { d, fill, edge } of inlays) {
    const path = new Path2D(d);
    pen.fillStyle = fill;
    pen.fill(path);
    if (!edge) continue;
    pen.strokeStyle = edge.colour;
    pen.lineWidth = edge.width;
    pen.stroke(path);
  }
}
