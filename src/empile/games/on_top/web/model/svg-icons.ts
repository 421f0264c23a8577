/** Tiles, pawns and counts as SVG icons. */
import { type Colour, LIVERIES, WOOD, markPath, round } from "./colours.ts";
import { type Corner, flatTile, inlaysSvg, tileInlays } from "./tile-art.ts";

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';

/** Returns a tile with the given corners, in sides of a cell. */
export function tileShape(colours: string, corners: readonly Corner[]): string {
  const points = corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L");
  return (
    `<path d="M${points}Z" fill="${WOOD.tile}"/>${inlaysSvg(tileInlays(colours, corners))}` +
    `<path d="M${points}Z" fill="none" stroke="${WOOD.tileEdge}" stroke-width=".045" stroke-linejoin="round"/>`
  );
}

/** Returns a tile with its first acute corner at `heading`. */
export function tilePicture(colours: string, heading: number, kind = ""): string {
  const high = 84;
  const corners = flatTile(heading);
  const x = Math.max(...corners.map((corner) => Math.abs(corner.x))) + 0.04;
  const y = Math.max(...corners.map((corner) => Math.abs(corner.y))) + 0.04;
  const box = `${round(-x)} ${round(-y)} ${round(2 * x)} ${round(2 * y)}`;
  return `<svg ${XMLNS} class="${kind}" width="${Math.round((high * x) / y)}" height="${high}" viewBox="${box}" aria-hidden="true">${tileShape(colours, corners)}</svg>`;
}

/** Returns a pawn from above with its mark; a neutral one has a broken edge. */
export function pawnShape(colour: Colour, x: number, y: number, radius: number, neutral = false): string {
  const { colour: fill, ink, deep } = LIVERIES[colour];
  const dashes = neutral ? ` stroke-dasharray="${round(radius * 0.34)} ${round(radius * 0.26)}"` : "";
  return (
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" stroke="${deep}" stroke-width="${round(radius * 0.16)}"${dashes}/>` +
    `<path d="${markPath(colour, x, y, radius * 0.58)}" fill="${ink}"/>`
  );
}

export function pawnPicture(colour: Colour): string {
  return `<svg ${XMLNS} width="20" height="20" viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">${pawnShape(colour, 0, 0, 0.95)}</svg>`;
}

export interface Left {
  colour: Colour;
  count: number;
  neutral: boolean;
}

/** Returns the remaining pawns by colour, and the black triangles in reserve. */
export function leftPicture(left: readonly Left[], triangles: number): string {
  const step = 62;
  const drawn = left.map(({ colour, count, neutral }, index) =>
    pawnShape(colour, 18 + index * step, 17, 13, neutral) + number(count, 35 + index * step));
  const x = 8 + left.length * step;
  const black = `<path d="M${x} 29L${x + 13} 6L${x + 26} 29Z" fill="${WOOD.black}" stroke="#6b6255" stroke-width="1.5"/>`;
  const wide = x + 62;
  return `<svg ${XMLNS} viewBox="0 0 ${wide} 35" aria-hidden="true" font-family="system-ui,sans-serif">${drawn.join("")}${black}${number(triangles, x + 31)}</svg>`;
}

/** Returns each tile once, with the number left in the bag. */
export function bagPicture(bag: Record<string, number>, names: readonly string[]): string {
  const columns = 4;
  const wide = 78;
  const high = 37;
  const rows = Math.ceil(names.length / columns);
  const corners = flatTile();
  const drawn = names.map((name, index) => {
    const count = bag[name] ?? 0;
    const x = (index % columns) * wide;
    const y = Math.floor(index / columns) * high;
    return (
      `<g opacity="${count > 0 ? 1 : 0.28}"><g transform="translate(${x + 28} ${y + high / 2}) scale(31)">${tileShape(name, corners)}</g>` +
      `${number(count, x + 58, y + high / 2 + 5)}</g>`
    );
  });
  return `<svg ${XMLNS} viewBox="0 0 ${columns * wide} ${rows * high}" aria-hidden="true" font-family="system-ui,sans-serif">${drawn.join("")}</svg>`;
}

function number(value: number, x: number, y = 23): string {
  return `<text x="${x}" y="${y}" font-size="16" font-weight="700" fill="currentColor">${value}</text>`;
}

/** Returns an arrow of half a turn. */
export function turnPicture(): string {
  return `<svg ${XMLNS} width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 11a7 7 0 0 1 12.600-3.300M19 13a7 7 0 0 1-12.600 3.300M18 3.500v4.300h-4.300M6 20.500v-4.300h4.300"/></svg>`;
}
