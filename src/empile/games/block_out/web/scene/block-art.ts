/** Faces of the blocks, painted on a canvas: stained wood with visible grain, and the marks. */
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { type Canvas, type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import { paintWood } from "../../../../../../web/src/stage/wood.ts";
import { PAINTS, type Paint } from "../model/colours.ts";
import { COLUMNS, FIELD, ROWS, SIDE, column } from "../model/texture-atlas.ts";
import { paintMark } from "../model/marks.ts";
import { COLOURS, SIZES, type Size } from "../model/position.ts";

/** `letters`: abbreviations of the sizes. */
export function paintBlocks(letters: Record<Size, string>): Canvas {
  const { canvas, pen } = sheet(COLUMNS * SIDE, ROWS * SIDE);
  COLOURS.forEach((colour, row) => {
    const wood = paintWood({ ...PAINTS[colour], planks: 1, size: 2 * SIDE, seed: 11 + row });
    for (const size of SIZES) {
      for (const sawn of [false, true]) {
        pen.save();
        pen.translate((column(size, sawn) + 0.5) * SIDE, (row + 0.5) * SIDE);
        pen.beginPath();
        pen.rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE);
        pen.clip();
        if (sawn) endGrain(pen, PAINTS[colour], 31 * row + column(size, sawn));
        else grain(pen, wood, column(size, sawn));
        pen.scale(SIDE / FIELD, SIDE / FIELD);
        frame(pen, PAINTS[colour]);
        paintMark(pen, colour, letters[size]);
        pen.restore();
      }
    }
  });
  return canvas;
}

/** Paints a part of a board with upright grain. */
function grain(pen: Pen, wood: Canvas, piece: number): void {
  pen.save();
  pen.rotate(Math.PI / 2);
  pen.drawImage(wood, (piece * 37) % SIDE, (piece * 53) % SIDE, SIDE, SIDE, -SIDE / 2, -SIDE / 2, SIDE, SIDE);
  pen.restore();
}

/** Paints growth rings around a centre outside the face. */
function endGrain(pen: Pen, { base, dark, light }: Paint, seed: number): void {
  const random = seededRandom(seed);
  const half = SIDE / 2;
  pen.fillStyle = base;
  pen.fillRect(-half, -half, SIDE, SIDE);
  const [x, y] = [half * (1.1 + 0.5 * random()), half * (0.9 + 0.7 * random())];
  for (let radius = SIDE * 0.1; radius < SIDE * 2; radius += 3 + 6 * random()) {
    pen.beginPath();
    pen.ellipse(x, y, radius, radius * (0.92 + 0.05 * random()), 0.3, 0, 2 * Math.PI);
    pen.lineWidth = 0.8 + 2.4 * random();
    pen.globalAlpha = 0.1 + 0.22 * random();
    pen.strokeStyle = random() < 0.62 ? dark : light;
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** Wears the paint off along the edges. */
function frame(pen: Pen, { light, dark }: Paint): void {
  pen.strokeStyle = light;
  pen.globalAlpha = 0.35;
  pen.lineWidth = 0.05;
  pen.strokeRect(-0.485, -0.485, 0.97, 0.97);
  pen.globalAlpha = 0.3;
  pen.strokeStyle = dark;
  pen.lineWidth = 0.012;
  pen.strokeRect(-0.435, -0.435, 0.87, 0.87);
  pen.globalAlpha = 1;
}
