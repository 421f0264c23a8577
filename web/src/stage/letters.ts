/** Letters and numbers, painted side by side on a canvas. */
import { type Canvas, sheet } from "./sheet.ts";

/** Side of a text's field in pixels. */
const CELL = 64;

/** Returns the number of columns and rows of a square with fields for `count` texts. */
export function letterCells(count: number): number {
  return Math.ceil(Math.sqrt(count));
}

/** Paints texts row by row. */
export function paintLetters(texts: readonly string[], ink: string): Canvas {
  const cells = letterCells(texts.length);
  const { canvas, pen } = sheet(cells * CELL, cells * CELL);
  pen.font = `600 ${CELL * 0.62}px Georgia, "Times New Roman", serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = ink;
  texts.forEach((text, index) => {
    pen.fillText(text, ((index % cells) + 0.5) * CELL, (Math.floor(index / cells) + 0.54) * CELL);
  });
  return canvas;
}
