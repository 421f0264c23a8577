/** Marks of the colours, on wood and on paper. */
import type { Pen } from "../../../../../../web/src/stage/sheet.ts";
import { PAINTS } from "./colours.ts";
import { STROKE, drawGlyph, glyph } from "./glyphs.ts";
import type { Colour } from "./position.ts";

interface Mark {
  /** Path data on a face of 1 by 1, centred, y down: the filled and the stroked part. */
  full: string;
  line: string;
  width: number;
  /** Height of a letter inside the mark, and its offset below the middle. */
  letter: { high: number; below: number };
}

const MARKS: Record<Colour, Mark> = {
  k: {
    full: "M-.23-.23h.46v.46h-.46z", line: "M-.33-.33h.66M-.33 .33h.66", width: 0.045,
    letter: { high: 0.32, below: 0 },
  },
  n: {
    full: "", line: "M.3 0A.3 .3 0 1 1-.3 0A.3 .3 0 1 1 .3 0z", width: 0.085,
    letter: { high: 0.3, below: 0 },
  },
  y: {
    full: "M0-.36L.38 .29H-.38z", line: "M0-.36L.38 .29H-.38z", width: 0.05,
    letter: { high: 0.28, below: 0.09 },
  },
};

/** Returns a colour's mark as SVG on a field of 1 by 1 around the origin, optionally with a size letter. */
export function markShape(colour: Colour, letter = "", ink = PAINTS[colour].ink): string {
  const { full, line, width, letter: { high, below } } = MARKS[colour];
  return (
    (full && `<path d="${full}" fill="${ink}"/>`) +
    `<path d="${line}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="round"/>` +
    drawGlyph(letter, 0, below, high, PAINTS[colour].letter)
  );
}

/** Paints the same on a canvas whose origin is the middle of a field of 1 by 1. */
export function paintMark(pen: Pen, colour: Colour, letter: string): void {
  const { full, line, width, letter: { high, below } } = MARKS[colour];
  const { ink, letter: own } = PAINTS[colour];
  pen.fillStyle = pen.strokeStyle = ink;
  pen.lineWidth = width;
  pen.lineJoin = "round";
  pen.fill(new Path2D(full));
  pen.stroke(new Path2D(line));
  pen.translate(0, below);
  pen.scale(high, high);
  pen.strokeStyle = own;
  pen.lineWidth = STROKE;
  pen.stroke(new Path2D(glyph(letter)));
}
