/** Textures of the city, painted on canvases. */
import { CanvasTexture, SRGBColorSpace, type Texture } from "three";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { sheet } from "../../../../../../web/src/stage/wood.ts";
import { LIVERIES } from "../model/colours.ts";
import { type Colour, SIZE, type BoardSetup, readCell } from "../model/position.ts";

const TILE = 24;

/** Fills a rectangle with a colour's pattern; `scale` is in pixels per unit of the pattern's tile. */
export function paintPattern(
  pen: CanvasRenderingContext2D,
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

function asTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Returns a block's face: lacquered wood with visible grain, and the pattern. */
export function blockTexture(colour: Colour): Texture {
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
  return asTexture(canvas);
}

/** Width of the joints around the cells. */
export const JOINT = 0.07;

/** Returns the board: rounded paving stones in their colours, with dark joints. */
export function boardTexture({ colours, squares }: BoardSetup): Texture {
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
  const texture = asTexture(canvas);
  texture.anisotropy = 4;
  return texture;
}

/** Paints the small squares that give the initial height of a tower. */
function paintSquares(
  pen: CanvasRenderingContext2D,
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

/** Returns the light around a choice: bright with a dark rim, visible on every colour. */
export function lightTexture(shape: "round" | "square" | "aim"): Texture {
  const size = 128;
  const { canvas, pen } = sheet(size, size);
  const outline = (radius: number): void => {
    pen.beginPath();
    if (shape === "square") {
      pen.roundRect((0.5 - radius) * size, (0.5 - radius) * size, 2 * radius * size, 2 * radius * size, size * 0.09);
    } else {
      pen.arc(size / 2, size / 2, radius * size, 0, 7);
    }
  };
  outline(0.4);
  pen.fillStyle = "rgba(255,255,255,0.2)";
  pen.fill();
  const rim = (width: number, colour: string): void => {
    pen.lineWidth = width * size;
    pen.strokeStyle = colour;
    outline(0.42);
    pen.stroke();
    if (shape !== "aim") return;
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      pen.beginPath();
      pen.moveTo(size * (0.5 + 0.3 * x), size * (0.5 + 0.3 * y));
      pen.lineTo(size * (0.5 + 0.47 * x), size * (0.5 + 0.47 * y));
      pen.stroke();
    }
  };
  rim(0.13, "rgba(20,12,4,0.75)");
  rim(0.075, "#fff");
  return asTexture(canvas);
}

/** Paints a tower from above, or the number of blocks in a stack, on a field of 1 by 1. */
export function paintTop(pen: CanvasRenderingContext2D, text: string): void {
  if (/^\d/.test(text)) paintNumber(pen, text);
  else paintRoof(pen, text);
}

/** Paints a tower from above on a field of 1 by 1: one sector per block, around a chip with the height. */
function paintRoof(pen: CanvasRenderingContext2D, tower: string): void {
  const blocks = [...tower] as Colour[];
  const { length } = blocks;
  pen.save();
  pen.beginPath();
  pen.roundRect(0.02, 0.02, 0.96, 0.96, 0.14);
  pen.clip();
  const first = length === 2 ? Math.PI / 2 : length === 4 ? Math.PI : -Math.PI / 2;
  const turn = (2 * Math.PI) / length;
  blocks.forEach((colour, index) => {
    pen.save();
    pen.beginPath();
    pen.moveTo(0.5, 0.5);
    pen.arc(0.5, 0.5, 1, first + index * turn, first + (index + 1) * turn);
    pen.clip();
    pen.fillStyle = LIVERIES[colour].block;
    pen.fillRect(0, 0, 1, 1);
    paintPattern(pen, colour, { x: 0, y: 0, width: 1, height: 1 }, 1 / 84);
    pen.restore();
  });
  if (length > 1) {
    for (const [width, colour] of [[0.055, "#1d1712"], [0.025, "#fffaf0"]] as const) {
      pen.lineWidth = width;
      pen.strokeStyle = colour;
      for (let index = 0; index < length; index += 1) {
        const angle = first + index * turn;
        pen.beginPath();
        pen.moveTo(0.5, 0.5);
        pen.lineTo(0.5 + Math.cos(angle), 0.5 + Math.sin(angle));
        pen.stroke();
      }
    }
  }
  pen.restore();
  pen.lineWidth = 0.035;
  pen.strokeStyle = "rgba(20,14,8,0.85)";
  pen.beginPath();
  pen.roundRect(0.025, 0.025, 0.95, 0.95, 0.135);
  pen.stroke();
  // Towers of five have no chip and never fall: their number is on a dark ground.
  chip(pen, String(length), length > 4);
}

/** Paints the number of blocks in a stack. */
function paintNumber(pen: CanvasRenderingContext2D, text: string): void {
  chip(pen, text, false, 0.44);
}

function chip(pen: CanvasRenderingContext2D, text: string, dark: boolean, radius = 0.265): void {
  pen.beginPath();
  pen.arc(0.5, 0.5, radius, 0, 7);
  pen.fillStyle = dark ? "#2b2118" : "#fffaf0";
  pen.fill();
  pen.lineWidth = 0.045;
  pen.strokeStyle = dark ? "#e9c46a" : "#1d1712";
  pen.stroke();
  pen.fillStyle = dark ? "#ffe9b0" : "#1d1712";
  pen.save();
  // Canvas renders text below a pixel badly, even if it is scaled up.
  pen.scale(0.01, 0.01);
  pen.font = `800 ${radius * 155}px system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillText(text, 50, 50 + radius * 55);
  pen.restore();
}
