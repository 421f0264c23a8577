/** The board and the tiles, painted on canvases. */
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { type Canvas, type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import { WOOD } from "../model/colours.ts";
import { COORDINATE, coordinates } from "../model/coordinates.ts";
import { Lattice, type Spot } from "../model/lattice.ts";
import { Outline } from "../model/outline.ts";
import type { BoardSetup } from "../model/position.ts";
import { flatTile, paintInlays, tileInlays } from "../model/tile-art.ts";
import { SHEET, tileScale } from "./tile-sheet.ts";
import { writeIn } from "./signs.ts";

const BOARD_PIXELS = 1440;

function trace(pen: Pen, spots: readonly Spot[]): void {
  pen.beginPath();
  for (const { x, z } of spots) pen.lineTo(x, z);
  pen.closePath();
}

/** Paints the board's top: cells, golden border, red cells, the score track and coordinates. */
export function paintBoard(boardSetup: BoardSetup): Canvas {
  const lattice = new Lattice(boardSetup.points);
  const outline = new Outline(lattice);
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
  return canvas;
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

/** Paints all tiles side by side, each with its first acute corner to the right. */
export function paintTiles(names: readonly string[]): Canvas {
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
  return canvas;
}
