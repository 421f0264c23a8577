/** Marks of the city, painted on canvases while it is played. */
import { CanvasTexture, SRGBColorSpace, type Texture } from "three";
import { type Canvas, type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import { paintBlock, paintPattern } from "./city-art.ts";
import { LIVERIES } from "../model/colours.ts";
import type { Colour } from "../model/position.ts";

function asTexture(canvas: Canvas): CanvasTexture {
  const texture = new CanvasTexture(canvas as HTMLCanvasElement);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Returns a block's face at once, for previews. */
export function blockTexture(colour: Colour): Texture {
  return asTexture(paintBlock(colour));
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
export function paintTop(pen: Pen, text: string): void {
  if (/^\d/.test(text)) paintNumber(pen, text);
  else paintRoof(pen, text);
}

/** Paints a tower from above on a field of 1 by 1: one sector per block, around a chip with the height. */
function paintRoof(pen: Pen, tower: string): void {
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
function paintNumber(pen: Pen, text: string): void {
  chip(pen, text, false, 0.44);
}

function chip(pen: Pen, text: string, dark: boolean, radius = 0.265): void {
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
