/** The board and the blocks, painted on canvases. */
import { readCell } from "../../../../../../web/src/board/cells.ts";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { type Canvas, type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import { LIVERIES } from "../model/colours.ts";
import { type Colour, SIZE, type BoardSetup } from "../model/position.ts";

const TILE = 24;

/** Fills a rectangle with a colour's pattern; `scale` is in pixels per unit of the pattern's tile. */
export function paintPattern(
  pen: Pen,
  colour: Colour,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  scale: number,
): void {
  const { pattern, ink, line } = LIVERIES[colour];
  const path = new Path2D(pattern);
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  pen.translate(x, y);
  pen.scale(scale, scale);
  pen.fillStyle = pen.strokeStyle = ink;
  pen.lineWidth = line;
  for (let down = 0; down * scale < height; down += TILE) {
    for (let along = 0; along * scale < width; along += TILE) {
      pen.save();
      pen.translate(along, down);
      if (line > 0) pen.stroke(path);
      else pen.fill(path);
      pen.restore();
    }
  }
  pen.restore();
}

/** Paints a block's face: lacquered wood with visible grain, and the pattern. */
export function paintBlock(colour: Colour): Canvas {
  const size = 128;
  const { canvas, pen } = sheet(size, size);
  pen.fillStyle = LIVERIES[colour].block;
  pen.fillRect(0, 0, size, size);
  const random = seededRandom(colour.charCodeAt(0));
  for (let vein = 0; vein < 26; vein += 1) {
    const y = random() * size;
    pen.strokeStyle = random() < 0.5 ? "#000" : "#fff";
    pen.globalAlpha = 0.03 + 0.06 * random();
    pen.lineWidth = 0.6 + 2.2 * random() * random();
    pen.beginPath();
    pen.moveTo(0, y);
    pen.bezierCurveTo(size / 3, y + 5 * random(), (2 * size) / 3, y - 5 * random(), size, y);
    pen.stroke();
  }
  pen.globalAlpha = 0.92;
  paintPattern(pen, colour, { x: 0, y: 0, width: size, height: size }, size / (2 * TILE));
  return canvas;
}

/** Width of the joints around the cells. */
export const JOINT = 0.07;

/** Paints the board: rounded paving stones in their colours, with dark joints. */
export function paintBoard({ colours, squares }: BoardSetup): Canvas {
  const size = 1024;
  const { canvas, pen } = sheet(size, size);
  const cell = size / (SIZE + 2 * JOINT);
  const edge = JOINT * cell;
  pen.fillStyle = "#2a2521";
  pen.fillRect(0, 0, size, size);
  for (const [name, colour] of colours) {
    const { column, row } = readCell(name);
    const x = edge + column * cell;
    const y = edge + (SIZE - 1 - row) * cell;
    const gap = cell * 0.028;
    const side = cell - 2 * gap;
    pen.save();
    pen.beginPath();
    pen.roundRect(x + gap, y + gap, side, side, cell * 0.09);
    pen.clip();
    pen.fillStyle = LIVERIES[colour].cell;
    pen.fillRect(x, y, cell, cell);
    pen.globalAlpha = colour === "W" ? 0.34 : 0.26;
    paintPattern(pen, colour, { x: x + gap, y: y + gap, width: side, height: side }, side / 72);
    pen.globalAlpha = 1;
    const light = pen.createLinearGradient(x, y, x + cell, y + cell);
    light.addColorStop(0, "rgba(255,255,255,0.16)");
    light.addColorStop(0.5, "rgba(255,255,255,0)");
    light.addColorStop(1, "rgba(0,0,0,0.16)");
    pen.fillStyle = light;
    pen.fillRect(x, y, cell, cell);
    paintSquares(pen, squares.get(name) ?? 0, x + cell / 2, y + cell / 2, cell, colour);
    pen.restore();
  }
  return canvas;
}

/** Paints the small squares that give the initial height of a tower. */
function paintSquares(
  pen: Pen,
  many: number,
  x: number,
  y: number,
  cell: number,
  colour: Colour,
): void {
  const side = cell * 0.1;
  const step = side * 1.5;
  pen.fillStyle = colour === "W" ? "rgba(60,45,20,0.42)" : "rgba(255,250,235,0.5)";
  const columns = many > 2 ? 2 : many;
  const rows = many > 2 ? 2 : 1;
  for (let index = 0; index < many; index += 1) {
    const alone = many === 3 && index === 2;
    const across = alone ? 0 : (index % 2) - (columns - 1) / 2;
    const down = Math.floor(index / 2) - (rows - 1) / 2;
    pen.fillRect(x + across * step - side / 2, y + down * step - side / 2, side, side);
  }
}
