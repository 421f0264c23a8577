/** Canvases to paint on, in the page and in workers. */

export type Canvas = HTMLCanvasElement | OffscreenCanvas;
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Returns a canvas of `width` by `height` pixels and its 2D context. */
export function sheet(width: number, height: number): { canvas: Canvas; pen: Pen } {
  const canvas = blank(width, height);
  // Drawn and read once, into a texture: this hint keeps it in main memory.
  const pen = canvas.getContext("2d", { willReadFrequently: true }) as Pen | null;
  if (!pen) throw new Error("this browser does not support 2D canvas");
  return { canvas, pen };
}

function blank(width: number, height: number): Canvas {
  if (typeof document === "undefined") return new OffscreenCanvas(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
