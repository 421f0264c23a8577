/** The board from above as SVG, for browsers without WebGL. */
import { piece } from "../../../../../../web/src/stage/flat-piece.ts";
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { closes, openPlaces } from "./choices.ts";
import { COLOURS, type Colour, LIGHTS, LIVERIES, WOOD, colourOf, markPath, round } from "./colours.ts";
import { COORDINATE, coordinates } from "./coordinates.ts";
import type { SidePieces } from "./side-pieces.ts";
import type { Lattice, Spot } from "./lattice.ts";
import { type Outline, RIM } from "./outline.ts";
import { markerSpot } from "./markers.ts";
import { pawnShape, tileShape } from "./svg-icons.ts";
import {
  type Circle,
  type Position,
  type BoardSetup,
  readEffects,
  readLaid,
  readPosition,
} from "./position.ts";
import { IN_HAND, MARKER_SIZE, PAWN, STOCK_SIZE, pawnSize } from "./sizes.ts";
import { flatTile } from "./tile-art.ts";

/** Returns the SVG document in scene units. */
export function svgView(
  input: SceneInput, boardSetup: BoardSetup, lattice: Lattice, outline: Outline, corners: SidePieces,
): string {
  const position = readPosition(input);
  const { preview, legal } = input;
  const { x, z } = corners.extent;
  const effects = readEffects(preview?.effects);
  const chosen = preview?.parts["place"];
  const parts = [
    `<rect x="${-x - 20}" y="${-z - 20}" width="${2 * x + 40}" height="${2 * z + 40}" fill="#7a5a41" class="ground"/>`,
    ground(boardSetup, lattice, outline),
    ...position.black.map((cell) => triangle(lattice.corners(cell), WOOD.black)),
    ...position.bare.map((cell) => triangle(lattice.corners(cell), WOOD.bare)),
    ...position.laid.map((text, index) => {
      const { place, colours } = readLaid(text);
      const drawn = tile(place, colours, lattice);
      return index === position.laid.length - 1 ? piece("last", drawn) : drawn;
    }),
    ...position.laid.slice(-1).map((text) => frame(readLaid(text).place, LIGHTS.last, lattice)),
    ...openPlaces(legal, lattice)
      .filter(({ place }) => place !== chosen)
      .map((open) => light(lattice.place(open.place), closes(open))),
  ];
  if (preview && chosen !== undefined) {
    parts.push(piece("held", `<g opacity=".9">${tile(chosen, preview.parts["turn"] ?? "", lattice)}</g>`));
    parts.push(frame(chosen, LIGHTS.chosen, lattice));
    parts.push(...effects.filled.map((cell) => triangle(lattice.corners(cell), WOOD.black, 0.7)));
  }
  for (const [at, pawns] of Object.entries(position.towers)) parts.push(tower(lattice.point(at), pawns));
  parts.push(...effects.circles.map((circle) => ghost(circle, lattice)));
  parts.push(...beside(position, boardSetup, corners, chosen === undefined));
  const track = outline.track();
  position.scores.forEach((score, seat) => {
    const spot = markerSpot(track, score, position.scores, seat);
    parts.push(pawnShape(colourOf(seat), spot.x, spot.z, PAWN.radius * MARKER_SIZE * spot.size));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${round(-x)} ${round(-z)} ${round(2 * x)} ${round(2 * z)}" font-family="system-ui,sans-serif" font-weight="800" text-anchor="middle">${parts.join("")}</svg>`;
}

function path(spots: readonly Spot[]): string {
  return `M${spots.map(({ x, z }) => `${round(x)} ${round(z)}`).join("L")}Z`;
}

function triangle(corners: readonly Spot[], fill: string, opacity = 1): string {
  return `<path d="${path(corners)}" fill="${fill}" fill-opacity="${opacity}" stroke="#000" stroke-width=".02"/>`;
}

function ground(boardSetup: BoardSetup, lattice: Lattice, outline: Outline): string {
  const cells = boardSetup.cells.map((cell) => {
    const fill = boardSetup.start.has(cell) ? WOOD.red : cell.startsWith("U") ? WOOD.cell : WOOD.cellOther;
    return `<path d="${path(lattice.corners(cell))}" fill="${fill}" stroke="${WOOD.line}" stroke-width=".03"/>`;
  });
  const gold = [...boardSetup.golden].map((point) => {
    const { x, z } = lattice.point(point);
    return `<circle cx="${round(x)}" cy="${round(z)}" r=".28" fill="${WOOD.gold}" stroke="${WOOD.goldDeep}" stroke-width=".03"/><text x="${round(x)}" y="${round(z + 0.065)}" font-size=".18" fill="#5e4200">×2</text>`;
  });
  const spaces = outline.track().map(({ x, z }, score) => {
    const fives = score % 5 === 0;
    const fill = score % 10 === 0 ? "#f3e3bd" : fives ? "#d9b987" : "#8f6640";
    return (
      `<circle cx="${round(x)}" cy="${round(z)}" r="${fives ? 0.205 : 0.165}" fill="${fill}"/>` +
      `<text x="${round(x)}" y="${round(z + 0.07)}" font-size=".18" fill="${fives ? "#2e1a08" : "#f6e6c6"}">${score}</text>`
    );
  });
  const names = (showsCoordinates() ? coordinates(boardSetup.cells, lattice, outline) : []).map(({ text, x, z }) =>
    `<text x="${round(x)}" y="${round(z + 0.07)}" font-size="${COORDINATE.size}" fill="${COORDINATE.ink}">${text}</text>`);
  return (
    `<path d="${path(outline.around(RIM.edge))}" fill="${WOOD.frame}" stroke="#3a2110" stroke-width=".06"/>` +
    `<path d="${path(outline.around(0.3))}" fill="${WOOD.cellOther}" class="wood"/>` +
    `<g class="wood">${cells.join("")}</g>` + [...gold, ...spaces, ...names].join("")
  );
}

function tile(place: string, colours: string, lattice: Lattice): string {
  return tileShape(colours, lattice.placeCorners(place).map(({ x, z }) => ({ x, y: z })));
}

function frame(place: string, colour: string, lattice: Lattice): string {
  const corners = lattice.placeCorners(place);
  return `<path d="${path(corners)}" fill="none" stroke="${colour}" stroke-width=".06"/>`;
}

function light({ x, z }: Spot, closing: boolean): string {
  const radius = closing ? 0.12 : 0.085;
  const ring = closing ? `<circle cx="${round(x)}" cy="${round(z)}" r=".055" fill="none" stroke="#3a2200" stroke-width=".03"/>` : "";
  return `<circle cx="${round(x)}" cy="${round(z)}" r="${radius}" fill="${closing ? LIGHTS.closing : LIGHTS.open}" stroke="#140c04" stroke-opacity=".75" stroke-width=".03"/>${ring}`;
}

/** Returns a tower: each pawn a ring around those above it, and on top its mark with the height. */
function tower({ x, z }: Spot, pawns: string): string {
  const rings = [...pawns].map((colour, level) => {
    const { colour: fill, deep } = LIVERIES[colour as Colour];
    const radius = PAWN.radius * pawnSize(pawns.length - 1 - level);
    return `<circle cx="${round(x)}" cy="${round(z)}" r="${round(radius)}" fill="${fill}" stroke="${deep}" stroke-width=".02"/>`;
  });
  const top = pawns.at(-1) as Colour;
  const { ink, number } = LIVERIES[top];
  return (
    rings.join("") +
    `<path d="${markPath(top, x, z, 0.23)}" fill="${ink}"/>` +
    `<text x="${round(x)}" y="${round(z + (top === "Y" ? 0.13 : 0.09))}" font-size=".25" fill="${number}">${pawns.length}</text>`
  );
}

/** Returns a circle that would close: its ring, its tower and the points. */
function ghost({ at, tower: pawns, seat, points }: Circle, lattice: Lattice): string {
  const spot = lattice.point(at);
  const { x, z } = spot;
  const colour = seat === null ? "#d8d2c4" : LIVERIES[colourOf(seat)].colour;
  const ring = (width: number, stroke: string): string =>
    `<circle cx="${round(x)}" cy="${round(z)}" r=".46" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  const rings = ring(0.11, "#140c04") + ring(0.08, "#fffaf0") + ring(0.05, colour);
  if (!pawns) {
    return `${rings}<circle cx="${round(x)}" cy="${round(z)}" r=".2" fill="#3a352c" stroke="#fffaf0" stroke-width=".03"/><path d="M${round(x - 0.1)} ${round(z - 0.05)}h.2m-.2 .1h.2" stroke="#fffaf0" stroke-width=".045"/>`;
  }
  const built = `${rings}<g opacity=".9">${tower(spot, pawns)}</g>`;
  if (seat === null) return built;
  const ink = ["Y", "W"].includes(colourOf(seat)) ? "#1d1712" : "#fffdf6";
  return (
    `${built}<rect x="${round(x + 0.08)}" y="${round(z - 0.45)}" width=".44" height=".3" rx=".15" fill="${colour}" stroke="#1d1712" stroke-width=".03"/>` +
    `<text x="${round(x + 0.3)}" y="${round(z - 0.22)}" font-size=".23" fill="${ink}">+${points}</text>`
  );
}

/** Returns the pieces around the board: pawns in stock with their number, and the tile in hand. */
function beside(position: Position, boardSetup: BoardSetup, corners: SidePieces, inHand: boolean): string[] {
  const drawn = COLOURS.map((colour) => {
    const many = position.pawns[colour];
    const neutral = boardSetup.seats[colour] === null;
    const piles = corners.tops(many).map((index) => {
      const { x, z } = corners.pile(colour, index);
      return pawnShape(colour, x, z, PAWN.radius * STOCK_SIZE, neutral);
    });
    const { x, z } = corners.stock(colour);
    return (
      piles.join("") +
      `<rect x="${round(x - 0.22)}" y="${round(z - 0.15)}" width=".44" height=".3" rx=".15" fill="${neutral ? "#8d8577" : "#fffaf0"}" stroke="#1d1712" stroke-width=".025"/>` +
      `<text x="${round(x)}" y="${round(z + 0.08)}" font-size=".23" fill="${neutral ? "#fffaf0" : "#1d1712"}">${many}</text>`
    );
  });
  if (inHand && position.tile !== null && position.seat !== null) {
    const { x, z } = corners.hand(colourOf(position.seat));
    const outline = flatTile(IN_HAND);
    drawn.push(
      `<g transform="translate(${round(x)} ${round(z)}) scale(.8)">${tileShape(position.tile, outline)}</g>`,
    );
  }
  return drawn;
}
