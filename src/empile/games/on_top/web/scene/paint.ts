/** Textures of the board and its pieces, painted on canvases. */
import { CanvasTexture, SRGBColorSpace, type Texture } from "three";
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { sheet } from "../../../../../../web/src/stage/wood.ts";
import { type Colour, LIGHTS, LIVERIES, WOOD, isColour, markPath } from "../model/colours.ts";
import { COORDINATE, coordinates } from "../model/coordinates.ts";
import type { Lattice, Spot } from "../model/lattice.ts";
import type { Outline } from "../model/outline.ts";
import type { BoardSetup } from "../model/position.ts";
import { flatTile, paintInlays, tileInlays } from "../model/tile-art.ts";

type Pen = CanvasRenderingContext2D;

const BOARD_PIXELS = 1440;
const FONT = 'system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

function asTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

function trace(pen: Pen, spots: readonly Spot[]): void {
  pen.beginPath();
  for (const { x, z } of spots) pen.lineTo(x, z);
  pen.closePath();
}

/** Returns the board's top: cells, golden border, red cells, the score track and coordinates. */
export function boardTexture(boardSetup: BoardSetup, lattice: Lattice, outline: Outline): Texture {
  const half = outline.half();
  const scale = BOARD_PIXELS / (2 * half.x);
  const { canvas, pen } = sheet(BOARD_PIXELS, Math.round(2 * half.z * scale));
  pen.scale(scale, scale);
  pen.translate(half.x, half.z);
  pen.lineJoin = "round";
  pen.fillStyle = WOOD.frame;
  pen.fillRect(-half.x, -half.z, 2 * half.x, 2 * half.z);
  grain(pen, half, 31, 0.1);
  pen.save();
  trace(pen, outline.around(0.3));
  pen.fillStyle = WOOD.cellOther;
  pen.shadowColor = "rgba(20, 8, 0, 0.5)";
  pen.shadowBlur = 0.1 * scale;
  pen.fill();
  pen.clip();
  pen.shadowColor = "transparent";
  grain(pen, half, 57, 0.12);
  pen.restore();
  for (const cell of boardSetup.cells) paintCell(pen, cell, boardSetup, lattice);
  for (const point of boardSetup.golden) paintGold(pen, lattice.point(point));
  paintTrack(pen, outline.track());
  for (const { text, x, z } of showsCoordinates() ? coordinates(boardSetup.cells, lattice, outline) : []) {
    writeIn(pen, text, x, z, COORDINATE.size, COORDINATE.ink);
  }
  return asTexture(canvas);
}

/** Paints wood grain. */
function grain(pen: Pen, half: Spot, seed: number, strength: number): void {
  const random = seededRandom(seed);
  for (let vein = 0; vein < 120; vein += 1) {
    const z = (2 * random() - 1) * half.z;
    pen.strokeStyle = random() < 0.6 ? "#3a1d06" : "#fff3da";
    pen.globalAlpha = strength * random();
    pen.lineWidth = 0.006 + 0.03 * random() * random();
    pen.beginPath();
    pen.moveTo(-half.x, z);
    pen.bezierCurveTo(-half.x / 3, z + 0.3 * (random() - 0.5), half.x / 3, z + 0.3 * (random() - 0.5), half.x, z);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function paintCell(pen: Pen, cell: string, boardSetup: BoardSetup, lattice: Lattice): void {
  const corners = lattice.corners(cell);
  const { x, z } = lattice.cell(cell);
  const inset = corners.map((corner) => ({ x: x + (corner.x - x) * 0.95, z: z + (corner.z - z) * 0.95 }));
  trace(pen, corners);
  pen.strokeStyle = WOOD.line;
  pen.lineWidth = 0.035;
  pen.stroke();
  trace(pen, inset);
  const red = boardSetup.start.has(cell);
  pen.globalAlpha = red ? 1 : 0.62;
  pen.fillStyle = red ? WOOD.red : cell.startsWith("U") ? WOOD.cell : WOOD.cellOther;
  pen.fill();
  pen.globalAlpha = 1;
  // A fine groove along the edges, light below and dark above, so that the cell looks recessed.
  pen.lineWidth = 0.014;
  pen.strokeStyle = "rgba(60, 30, 5, 0.35)";
  pen.stroke();
}

function paintGold(pen: Pen, { x, z }: Spot): void {
  const disc = (radius: number): void => {
    pen.beginPath();
    pen.arc(x, z, radius, 0, 7);
  };
  const light = pen.createRadialGradient(x - 0.1, z - 0.12, 0.02, x, z, 0.3);
  light.addColorStop(0, "#ffe68a");
  light.addColorStop(0.55, WOOD.gold);
  light.addColorStop(1, "#c48d12");
  disc(0.28);
  pen.fillStyle = light;
  pen.fill();
  pen.lineWidth = 0.03;
  pen.strokeStyle = WOOD.goldDeep;
  pen.stroke();
  disc(0.22);
  pen.lineWidth = 0.014;
  pen.strokeStyle = "rgba(120, 80, 0, 0.65)";
  pen.stroke();
  writeIn(pen, "×2", x, z, 0.19, "#5e4200");
}

function paintTrack(pen: Pen, track: readonly Spot[]): void {
  track.forEach(({ x, z }, score) => {
    const tens = score % 10 === 0;
    const fives = score % 5 === 0;
    pen.beginPath();
    pen.arc(x, z, fives ? 0.205 : 0.165, 0, 7);
    pen.fillStyle = tens ? "#f3e3bd" : fives ? "#d9b987" : "#8f6640";
    pen.fill();
    pen.lineWidth = 0.018;
    pen.strokeStyle = "rgba(30, 14, 2, 0.7)";
    pen.stroke();
    writeIn(pen, String(score), x, z, fives ? 0.2 : 0.16, fives ? "#2e1a08" : "#f6e6c6");
  });
}

/** Writes a short text around a centre; scaled up, since canvas renders text below a pixel badly. */
function writeIn(pen: Pen, text: string, x: number, y: number, size: number, ink: string): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(0.01, 0.01);
  pen.font = `800 ${size * 100}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = ink;
  pen.fillText(text, 0, size * 36);
  pen.restore();
}

/** Layout of the sheet of all tiles. */
export const SHEET = { columns: 3, rows: 4, wide: 328, high: 196 };

/** Returns all tiles side by side, each with its first acute corner to the right. */
export function tileSheet(names: readonly string[]): Texture {
  const { columns, rows, wide, high } = SHEET;
  const { canvas, pen } = sheet(columns * wide, rows * high);
  const scale = tileScale();
  pen.fillStyle = WOOD.tile;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  names.forEach((name, index) => {
    pen.save();
    pen.translate(((index % columns) + 0.5) * wide, (Math.floor(index / columns) + 0.5) * high);
    pen.beginPath();
    pen.rect(-wide / 2, -high / 2, wide, high);
    pen.clip();
    pen.scale(scale, scale);
    grain(pen, { x: 0.9, z: 0.55 }, index + 3, 0.16);
    paintInlays(pen, tileInlays(name, flatTile()));
    pen.restore();
  });
  return asTexture(canvas);
}

/** Returns the pixels of the sheet per cell side. */
export function tileScale(): number {
  return (SHEET.wide - 12) / Math.sqrt(3);
}

/**
 * Paints a sign by its text: `top B 3` is the top of a tower of three, `mark B` a pawn's mark, `left 14` and
 * `left 14 neutral` the number of remaining pawns, `plus B 3` a score, `tie`, and lights (`open`, `closing`,
 * `chosen`, `last`, `ring B`).
 */
export function paintSign(pen: Pen, text: string): void {
  const [kind = "", first = "", second = ""] = text.split(" ");
  const colour = isColour(first) ? first : null;
  if (kind === "top" && colour) paintTop(pen, colour, second);
  else if (kind === "mark" && colour) paintMark(pen, colour, 0.36);
  else if (kind === "left") paintLeft(pen, first, second === "neutral");
  else if (kind === "plus" && colour) paintPlus(pen, colour, second);
  else if (kind === "tie") paintTie(pen);
  else if (kind === "ring") paintRing(pen, colour ? LIVERIES[colour].colour : "#d8d2c4");
  else paintLight(pen, kind);
}

function paintTop(pen: Pen, colour: Colour, height: string): void {
  paintMark(pen, colour, colour === "Y" ? 0.5 : colour === "W" ? 0.46 : 0.46);
  const { number } = LIVERIES[colour];
  writeIn(pen, height, 0.5, colour === "Y" ? 0.585 : 0.5, colour === "W" ? 0.46 : 0.52, number);
}

function paintMark(pen: Pen, colour: Colour, size: number): void {
  pen.fillStyle = LIVERIES[colour].ink;
  // The lozenge is wider on pawns, to hold a number.
  pen.save();
  pen.translate(0.5, 0.5);
  if (colour === "W") pen.scale(1.35, 0.92);
  pen.fill(new Path2D(markPath(colour, 0, 0, size)));
  pen.restore();
}

function paintLeft(pen: Pen, count: string, neutral: boolean): void {
  pen.beginPath();
  pen.roundRect(0.06, 0.2, 0.88, 0.6, 0.3);
  pen.fillStyle = neutral ? "#8d8577" : "#fffaf0";
  pen.fill();
  pen.lineWidth = 0.05;
  pen.strokeStyle = "#1d1712";
  if (neutral) pen.setLineDash([0.09, 0.07]);
  pen.stroke();
  pen.setLineDash([]);
  writeIn(pen, count, 0.5, 0.5, 0.46, neutral ? "#fffaf0" : "#1d1712");
}

/** Paints the points that a circle would score, on a plate in the colour. */
function paintPlus(pen: Pen, colour: Colour, points: string): void {
  const light = colour === "W" || colour === "Y";
  pen.beginPath();
  pen.roundRect(0.06, 0.2, 0.88, 0.6, 0.3);
  pen.fillStyle = "#1d1712";
  pen.fill();
  pen.beginPath();
  pen.roundRect(0.1, 0.24, 0.8, 0.52, 0.26);
  pen.fillStyle = LIVERIES[colour].colour;
  pen.fill();
  pen.lineWidth = 0.035;
  pen.strokeStyle = "#fffaf0";
  pen.stroke();
  writeIn(pen, `+${points}`, 0.49, 0.5, points.length > 1 ? 0.42 : 0.48, light ? "#1d1712" : "#fffdf6");
}

/** Paints the sign of a tie: no pawn is placed. */
function paintTie(pen: Pen): void {
  pen.beginPath();
  pen.arc(0.5, 0.5, 0.4, 0, 7);
  pen.fillStyle = "#3a352c";
  pen.fill();
  pen.lineWidth = 0.05;
  pen.strokeStyle = "#fffaf0";
  pen.stroke();
  pen.fillStyle = "#fffaf0";
  pen.fillRect(0.3, 0.37, 0.4, 0.09);
  pen.fillRect(0.3, 0.54, 0.4, 0.09);
}

function paintRing(pen: Pen, colour: string): void {
  for (const [width, ink] of [[0.1, "rgba(20,12,4,0.85)"], [0.07, "#fffaf0"], [0.042, colour]] as const) {
    pen.beginPath();
    pen.arc(0.5, 0.5, 0.42, 0, 7);
    pen.lineWidth = width;
    pen.strokeStyle = ink;
    pen.stroke();
  }
}

function paintLight(pen: Pen, kind: string): void {
  const colour = LIGHTS[kind as keyof typeof LIGHTS] ?? LIGHTS.open;
  const disc = (radius: number): void => {
    pen.beginPath();
    pen.arc(0.5, 0.5, radius, 0, 7);
  };
  disc(0.38);
  pen.fillStyle = "rgba(20,12,4,0.72)";
  pen.fill();
  disc(0.31);
  pen.fillStyle = colour;
  pen.fill();
  if (kind !== "closing") return;
  // A ring in the light marks a closing circle without colour.
  disc(0.17);
  pen.lineWidth = 0.09;
  pen.strokeStyle = "#3a2200";
  pen.stroke();
}
