/** Texture of the water: layers of cut paper, darker with depth. */
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { type Canvas, type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import type { BoardSetup, Zone } from "../model/position.ts";

/** From the deep water outwards: in use, and out of play. */
const IN_USE = ["#1f6791", "#3c93ae", "#69b6bd", "#8fcbc6"];
const OUT_OF_PLAY = ["#9dbdbd", "#b4cdc6", "#cad9cb", "#d6dfcd"];
/** Inside the deep water; decoration only. */
const DEEPER = ["#175580", "#10446d", "#0b365c"];
const PIXELS = 1280;
const MOST_PER_HOLE = 84;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Paints the whole lake and `shore` holes of water around it. */
export function paintWater(boardSetup: BoardSetup, shore: number): Canvas {
  const across = boardSetup.columns - 1 + 2 * shore;
  const down = boardSetup.rows - 1 + 2 * shore;
  const scale = Math.min(MOST_PER_HOLE, PIXELS / Math.max(across, down));
  const { canvas, pen } = sheet(Math.round(across * scale), Math.round(down * scale));
  pen.scale(canvas.width / across, canvas.height / down);
  const random = seededRandom(11);
  const around = ([low, high]: Zone, by: number): Box => ({
    left: low.column + shore - by,
    right: high.column + shore + by,
    top: boardSetup.rows - 1 - high.row + shore - by,
    bottom: boardSetup.rows - 1 - low.row + shore + by,
  });
  const boxes = nested(boardSetup, (zone) => around(zone, 0.54));
  const used = around(boardSetup.zone, 0.54);
  boxes.forEach((box, index) => {
    const depth = boxes.length - 1 - index;
    const colours = within(box, used) ? IN_USE : OUT_OF_PLAY;
    layer(pen, index === 0 ? null : box, colours[Math.min(depth, 3)] as string, across, down, random);
  });
  const deep = boxes.at(-1) as Box;
  DEEPER.forEach((colour, index) => {
    const by = 0.9 + index * 1.05;
    const box = {
      left: deep.left + by,
      right: deep.right - by,
      top: deep.top + by,
      bottom: deep.bottom - by,
    };
    if (box.right - box.left > 1 && box.bottom - box.top > 1) {
      layer(pen, box, colour, across, down, random, 0.22);
    }
  });
  wavelets(pen, used, random);
  grain(pen, canvas, random);
  return canvas;
}

/** Returns the whole water (index 0) and each different zone, outermost first. */
function nested(boardSetup: BoardSetup, box: (zone: Zone) => Box): Box[] {
  const zones = boardSetup.zones.map(box).reverse();
  const whole = box([
    { column: 0, row: 0 },
    { column: boardSetup.columns - 1, row: boardSetup.rows - 1 },
  ]);
  return [whole, ...zones].filter((each, index, all) => {
    const next = all[index + 1];
    return !next || !within(each, next);
  });
}

function within(a: Box, b: Box): boolean {
  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}

/** Cuts a wavy hole into the layer above and lays `colour` under it. */
function layer(
  pen: Pen,
  box: Box | null,
  colour: string,
  across: number,
  down: number,
  random: () => number,
  waver = 0.055,
): void {
  if (!box) {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, across, down);
    return;
  }
  const edge = outline(box, waver, random);
  pen.save();
  pen.fillStyle = colour;
  pen.fill(edge);
  pen.clip(edge);
  // The layer above casts its shadow into the hole.
  const above = new Path2D();
  above.rect(-across, -down, 3 * across, 3 * down);
  above.addPath(edge);
  const pixels = pen.getTransform().a;
  pen.shadowColor = "rgba(4, 26, 46, 0.42)";
  pen.shadowBlur = 0.2 * pixels;
  pen.shadowOffsetX = 0.07 * pixels;
  pen.shadowOffsetY = 0.09 * pixels;
  pen.fill(above, "evenodd");
  pen.restore();
  pen.strokeStyle = "rgba(255, 255, 255, 0.2)";
  pen.lineWidth = 0.025;
  pen.stroke(edge);
}

function outline(box: Box, waver: number, random: () => number): Path2D {
  const path = new Path2D();
  const wide = box.right - box.left;
  const high = box.bottom - box.top;
  const radius = Math.min(0.9, wide / 2.5, high / 2.5);
  const phases = [random() * 7, random() * 7, random() * 7];
  const length = 2 * (wide + high);
  const count = Math.max(48, Math.round(length * 5));
  for (let step = 0; step <= count; step += 1) {
    const turn = (step / count) * 2 * Math.PI;
    const sway =
      Math.sin(Math.round(length / 3.1) * turn + (phases[0] ?? 0)) * 0.5 +
      Math.sin(Math.round(length / 5.3) * turn + (phases[1] ?? 0)) * 0.35 +
      Math.sin(Math.round(length / 1.7) * turn + (phases[2] ?? 0)) * 0.15;
    const { x, y } = onRounded(box, radius, step / count);
    const middleX = (box.left + box.right) / 2;
    const middleY = (box.top + box.bottom) / 2;
    const pull = (waver * sway) / Math.hypot(x - middleX, y - middleY);
    path.lineTo(x + (x - middleX) * pull, y + (y - middleY) * pull);
  }
  path.closePath();
  return path;
}

/** Returns the point at `part` of the perimeter of a rounded rectangle. */
function onRounded(box: Box, radius: number, part: number): { x: number; y: number } {
  const straightX = box.right - box.left - 2 * radius;
  const straightY = box.bottom - box.top - 2 * radius;
  const arc = (Math.PI / 2) * radius;
  let left = part * 2 * (straightX + straightY + 2 * arc);
  const corners = [
    { x: box.right - radius, y: box.top + radius, from: -Math.PI / 2, run: straightX },
    { x: box.right - radius, y: box.bottom - radius, from: 0, run: straightY },
    { x: box.left + radius, y: box.bottom - radius, from: Math.PI / 2, run: straightX },
    { x: box.left + radius, y: box.top + radius, from: Math.PI, run: straightY },
  ];
  for (const { x, y, from, run } of corners) {
    const startX = x + radius * Math.cos(from);
    const startY = y + radius * Math.sin(from);
    if (left <= run) {
      const back = run - left;
      return { x: startX + back * Math.sin(from), y: startY - back * Math.cos(from) };
    }
    left -= run;
    if (left <= arc) {
      const angle = from + left / radius;
      return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
    }
    left -= arc;
  }
  return { x: box.left + radius, y: box.top };
}

function wavelets(pen: Pen, box: Box, random: () => number): void {
  const count = (box.right - box.left) * (box.bottom - box.top) * 0.5;
  pen.strokeStyle = "#e8f6f5";
  pen.lineCap = "round";
  pen.lineWidth = 0.028;
  for (let wave = 0; wave < count; wave += 1) {
    const size = 0.1 + 0.09 * random();
    const x = box.left + 0.3 + random() * (box.right - box.left - 0.9);
    // Between two rows, so that no wave crosses a hole.
    const row = Math.floor(random() * (box.bottom - box.top - 1));
    const y = box.top + 0.54 + row + 0.36 + 0.28 * random();
    pen.globalAlpha = 0.1 + 0.14 * random();
    pen.beginPath();
    pen.moveTo(x, y);
    pen.quadraticCurveTo(x + size / 2, y - size * 0.6, x + size, y);
    pen.quadraticCurveTo(x + size * 1.5, y - size * 0.6, x + size * 2, y);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** Paper grain. */
function grain(
  pen: Pen,
  canvas: Canvas,
  random: () => number,
): void {
  const side = 96;
  const { canvas: tile, pen: dots } = sheet(side, side);
  const image = dots.createImageData(side, side);
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const light = random() < 0.5 ? 0 : 255;
    image.data.set([light, light, light, Math.floor(random() * 16)], pixel * 4);
  }
  dots.putImageData(image, 0, 0);
  const pattern = pen.createPattern(tile, "repeat");
  if (!pattern) return;
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = pattern;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.restore();
}
