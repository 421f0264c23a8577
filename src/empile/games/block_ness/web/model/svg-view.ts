/** The lake from above as SVG, for browsers without WebGL. */
import type { Grid } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { piece } from "../../../../../../web/src/stage/flat-piece.ts";
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import { holesToChoose, previewRing } from "./choices.ts";
import { type Livery, livery, mainColour, ringColour } from "./colours.ts";
import { number } from "./svg-icons.ts";
import {
  type LaidRing,
  type BoardSetup,
  type Zone,
  distanceOf,
  readPosition,
  ringOn,
} from "./position.ts";

interface Point {
  x: number;
  z: number;
}

/** Dash pattern of each livery, along the ring. */
const STITCHES: Record<Livery["shape"], string> = {
  triangle: 'stroke-width=".12" stroke-dasharray=".4 .12"',
  dot: 'stroke-width=".15" stroke-dasharray="0 .36"',
  diamond: 'stroke-width=".16" stroke-dasharray=".16 .16"',
  band: 'stroke-width=".42" stroke-dasharray=".14 .34"',
  grain: 'stroke-width=".05" stroke-dasharray=".05 .2 .1 .33"',
};

/** Returns the SVG document in scene units. */
export function svgView(
  input: SceneInput,
  boardSetup: BoardSetup,
  grid: Grid,
  extent: { x: number; z: number },
): string {
  const position = readPosition(input);
  const parts: string[] = [];
  const { x, z } = extent;
  parts.push(rectangle([{ column: -30, row: -30 }, { column: 60, row: 60 }], grid, 0, "#c89a63", "ground"));
  const whole: Zone = [
    { column: 0, row: 0 },
    { column: boardSetup.columns - 1, row: boardSetup.rows - 1 },
  ];
  parts.push(rectangle(whole, grid, 0.66, "#b4cdc6", "ground"));
  parts.push(rectangle(boardSetup.zone, grid, 0.54, "#3c93ae"));
  const [deep] = boardSetup.zones;
  if (deep) parts.push(rectangle(deep, grid, 0.54, "#1f6791"));
  parts.push(holes(boardSetup, grid));
  const last = input.last && position.rings.at(-1);
  if (last) parts.push(around(last, grid));
  const rings = [...position.rings].sort((a, b) => a.height - b.height);
  for (const ring of rings) {
    const drawn = flatRing(ring, boardSetup, grid, 1);
    parts.push(ring === last ? piece("last", drawn) : drawn);
  }
  if (input.preview) {
    const ring = previewRing(input, boardSetup);
    if (ring) parts.push(piece("held", flatRing(ring, boardSetup, grid, 0.55)));
  }
  position.heads.forEach((head, seat) => {
    if (head !== null) parts.push(flatEnd(head, "H", seat));
  });
  position.tails.forEach((tail, seat) => {
    if (tail !== null) parts.push(flatEnd(tail, "T", seat));
  });
  const { near, far, otherNear } = holesToChoose(input);
  for (const hole of [...near, ...far]) parts.push(lit(hole, 0.09, 1));
  if (otherNear.length <= 16) for (const hole of otherNear) parts.push(lit(hole, 0.04, 0.5));
  if (input.chosen["near"]) parts.push(lit(input.chosen["near"], 0.13, 1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-x} ${-z} ${2 * x} ${2 * z}" font-family="system-ui,sans-serif" text-anchor="middle">${parts.join("")}</svg>`;

  function lit(hole: string, width: number, opacity: number): string {
    const at = grid.named(hole);
    return `<circle cx="${at.x}" cy="${at.z}" r=".33" fill="#ffe9a8" fill-opacity=".25" stroke="#ffe07a" stroke-width="${width}" stroke-opacity="${opacity}"/>`;
  }

  function flatEnd(hole: string, kind: "H" | "T", seat: number): string {
    const at = grid.named(hole);
    const of = livery(boardSetup.colours[seat]);
    const ring = ringOn(position, hole);
    const other = ring && grid.named(ring.feet[0] === hole ? ring.feet[1] : ring.feet[0]);
    const turn = other ? (Math.atan2(at.z - other.z, at.x - other.x) * 180) / Math.PI : 0;
    const body = `fill="${ringColour(of, 4)}" stroke="#1d1712" stroke-width=".05"`;
    const drawn =
      kind === "H"
        ? `<ellipse rx=".42" ry=".35" ${body}/><circle cx=".12" cy="-.17" r=".12" fill="#fff"/><circle cx=".12" cy=".17" r=".12" fill="#fff"/><circle cx=".16" cy="-.17" r=".06"/><circle cx=".16" cy=".17" r=".06"/>`
        : `<path d="M-.3 0Q0-.15.42-.4L.28 0L.42.4Q0 .15-.3 0Z" ${body}/>`;
    return `<g transform="translate(${at.x} ${at.z}) rotate(${turn})">${drawn}</g>`;
  }
}

function rectangle([low, high]: Zone, grid: Grid, by: number, colour: string, look = ""): string {
  const from = grid.place(low);
  const to = grid.place(high);
  const width = to.x - from.x + 2 * by;
  const height = from.z - to.z + 2 * by;
  return `<rect x="${from.x - by}" y="${to.z - by}" width="${width}" height="${height}" rx=".5" fill="${colour}"${look && ` class="${look}"`}/>`;
}

function holes({ zone: [low, high] }: BoardSetup, grid: Grid): string {
  let drawn = "";
  for (let row = low.row; row <= high.row; row += 1) {
    for (let column = low.column; column <= high.column; column += 1) {
      const { x, z } = grid.place({ column, row });
      drawn += `<circle cx="${x}" cy="${z}" r=".15"/>`;
    }
    if (!showsCoordinates()) continue;
    const { x, z } = grid.place({ column: low.column, row });
    drawn += `<text x="${x - 1.05}" y="${z + 0.15}" font-size=".42" fill="#2b2119" class="coordinates">${row + 1}</text>`;
  }
  for (let column = low.column; showsCoordinates() && column <= high.column; column += 1) {
    const { x, z } = grid.place({ column, row: low.row });
    drawn += `<text x="${x}" y="${z + 1.2}" font-size=".42" fill="#2b2119" class="coordinates">${String.fromCharCode(97 + column)}</text>`;
  }
  return `<g fill="#0c2b44">${drawn}</g>`;
}

/** Returns a golden border for the last ring. */
function around(ring: LaidRing, grid: Grid): string {
  const [a, b] = ring.feet.map((foot) => grid.named(foot)) as [Point, Point];
  return `<line x1="${a.x}" y1="${a.z}" x2="${b.x}" y2="${b.z}" stroke="#ffd45e" stroke-width=".86" stroke-linecap="round"/><line x1="${a.x}" y1="${a.z}" x2="${b.x}" y2="${b.z}" stroke="#1f6791" stroke-width=".72" stroke-linecap="round"/>`;
}

function flatRing(ring: LaidRing, boardSetup: BoardSetup, grid: Grid, opacity: number): string {
  const [a, b] = ring.feet.map((foot) => grid.named(foot)) as [Point, Point];
  const of = livery(ring.seat === null ? undefined : boardSetup.colours[ring.seat]);
  const line = `x1="${a.x}" y1="${a.z}" x2="${b.x}" y2="${b.z}" stroke-linecap="round"`;
  const along = Math.max(0.5, Math.floor(distanceOf(ring.feet) / 2) - 0.5) / distanceOf(ring.feet);
  const x = a.x + (b.x - a.x) * along;
  const z = a.z + (b.z - a.z) * along;
  return (
    `<g opacity="${opacity}"><line ${line} stroke="#1d1712" stroke-width=".52"/>` +
    `<line ${line} stroke="${ringColour(of, ring.height)}" stroke-width=".42"/>` +
    `<line ${line.replace("round", of.shape === "dot" ? "round" : "butt")} stroke="${of.pattern}" ${STITCHES[of.shape]}/>` +
    number(x, z, ring.height, 0.27, mainColour(of)) +
    "</g>"
  );
}
