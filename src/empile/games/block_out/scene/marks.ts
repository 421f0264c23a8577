/** The marks of colours, as one paints them on wood and on paper. */
import { PAINTS } from "./colours.ts";
import type { Colour } from "./position.ts";

interface Mark {
  /** Path data on a face of 1 by 1 about its middle, y down: what is filled, and what is drawn. */
  full: string;
  line: string;
  width: number;
  /** How large a letter stands in it, and where its foot is. */
  letter: { size: number; foot: number };
}

const MARKS: Record<Colour, Mark> = {
  k: {
    full: "M-.23-.23h.46v.46h-.46z", line: "M-.33-.33h.66M-.33 .33h.66", width: 0.045,
    letter: { size: 0.4, foot: 0.145 },
  },
  n: {
    full: "", line: "M.3 0A.3 .3 0 1 1-.3 0A.3 .3 0 1 1 .3 0z", width: 0.085,
    letter: { size: 0.38, foot: 0.135 },
  },
  y: {
    full: "M0-.36L.38 .29H-.38z", line: "M0-.36L.38 .29H-.38z", width: 0.05,
    letter: { size: 0.34, foot: 0.225 },
  },
};

const FONT = "system-ui, sans-serif";

/** A colour's mark as SVG on a field of 1 by 1 about the origin, with the letter of a size if there is one. */
export function markShape(colour: Colour, letter = "", ink = PAINTS[colour].ink): string {
  const { full, line, width, letter: { size, foot } } = MARKS[colour];
  return (
    (full && `<path d="${full}" fill="${ink}"/>`) +
    `<path d="${line}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="round"/>` +
    (letter &&
      `<text y="${foot}" font-size="${size}" font-family="${FONT}" font-weight="800" text-anchor="middle" fill="${PAINTS[colour].letter}">${letter}</text>`)
  );
}

/** The same on a canvas, whose pen stands in the middle of a field of 1 by 1. */
export function paintMark(pen: CanvasRenderingContext2D, colour: Colour, letter: string): void {
  const { full, line, width, letter: { size, foot } } = MARKS[colour];
  const { ink, letter: own } = PAINTS[colour];
  pen.fillStyle = pen.strokeStyle = ink;
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.fill(new Path2D(full));
  pen.stroke(new Path2D(line));
  // Letters smaller than a pixel are none: they are written large and drawn small.
  pen.scale(0.01, 0.01);
  pen.fillStyle = own;
  pen.textAlign = "center";
  pen.font = `800 ${size * 100}px ${FONT}`;
  pen.fillText(letter, 0, foot * 100);
}
