/** The felt of the mat, painted on a canvas. */
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { type Canvas, type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import { MAT } from "../model/colours.ts";
import type { BoardSetup } from "../model/position.ts";
import type { WaitingPlace } from "../model/waiting-blocks.ts";
import { MAT_RADIUS, SHOP_RADIUS } from "../model/sizes.ts";

const PIXELS = 1024;

/** Paints the mat with a field for each waiting block. */
export function paintFelt(boardSetup: BoardSetup, waiting: ReadonlyMap<string, WaitingPlace>): Canvas {
  const { canvas, pen } = sheet(PIXELS, PIXELS);
  const scale = PIXELS / (2 * MAT_RADIUS);
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.scale(scale, scale);
  pen.fillStyle = MAT.felt;
  pen.fillRect(-MAT_RADIUS, -MAT_RADIUS, 2 * MAT_RADIUS, 2 * MAT_RADIUS);
  fibres(pen);
  stitches(pen, MAT_RADIUS - 7, 5.5);
  pen.globalAlpha = 0.75;
  pen.lineWidth = 1.1;
  circle(pen, 62);
  pen.globalAlpha = 0.5;
  circle(pen, 5);
  cross(pen);
  for (const [name, { angle }] of waiting) stall(pen, boardSetup.blocks.get(name)?.edge ?? 0, angle);
  pen.globalAlpha = 1;
  return canvas;
}

function fibres(pen: Pen): void {
  const random = seededRandom(23);
  for (let fibre = 0; fibre < 9000; fibre += 1) {
    const [x, y] = [(random() - 0.5) * 2 * MAT_RADIUS, (random() - 0.5) * 2 * MAT_RADIUS];
    const angle = random() * Math.PI;
    pen.strokeStyle = random() < 0.5 ? MAT.feltDark : MAT.feltLight;
    pen.globalAlpha = 0.15 + 0.3 * random();
    pen.lineWidth = 0.35 + 0.5 * random();
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 3.5 * Math.cos(angle), y + 3.5 * Math.sin(angle));
    pen.stroke();
  }
}

function stitches(pen: Pen, radius: number, length: number): void {
  pen.save();
  pen.strokeStyle = MAT.thread;
  pen.globalAlpha = 0.85;
  pen.lineWidth = 1.5;
  pen.lineCap = "round";
  pen.setLineDash([length, length * 0.8]);
  circle(pen, radius);
  pen.restore();
}

function circle(pen: Pen, radius: number): void {
  pen.strokeStyle = MAT.thread;
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.stroke();
}

/** Paints a cross in the middle, for aiming. */
function cross(pen: Pen): void {
  pen.beginPath();
  for (const [x, y] of [[1, 0], [0, 1], [-1, 0], [0, -1]] as const) {
    pen.moveTo(8 * x, 8 * y);
    pen.lineTo(16 * x, 16 * y);
  }
  pen.stroke();
}

/** Paints the outline of a waiting block. */
function stall(pen: Pen, edge: number, angle: number): void {
  pen.save();
  pen.rotate(-(angle * Math.PI) / 180);
  pen.strokeStyle = MAT.thread;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1;
  pen.strokeRect(-edge / 2, SHOP_RADIUS - edge / 2, edge, edge);
  pen.restore();
}
