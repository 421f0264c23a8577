/** The city from above as SVG, for browsers without WebGL. */
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { piece } from "../../../../../../web/src/stage/flat-piece.ts";
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import { litCells, litFigure } from "./choices.ts";
import { LIGHTS, LIVERIES, MARKS, side } from "./colours.ts";
import { swatch } from "./svg-icons.ts";
import {
  COLOURS,
  type Colour,
  type Owner,
  SIZE,
  type BoardSetup,
  count,
  actionOf,
  paid,
  place,
  readPosition,
  CELLS,
} from "./position.ts";
import { TRAY, reserveSpot, stackSpot, tray, traySizes } from "./trays.ts";

interface Point {
  x: number;
  z: number;
}

/** Returns the SVG document in scene units. */
export function svgView(
  input: SceneInput,
  boardSetup: BoardSetup,
  extent: { x: number; z: number },
): string {
  const position = readPosition(input);
  const { x, z } = extent;
  const seats = position.points.length;
  const parts: string[] = [
    `<rect x="${-x - 20}" y="${-z - 20}" width="${2 * x + 40}" height="${2 * z + 40}" fill="#b98a58" class="ground"/>`,
    ground(boardSetup),
    showsCoordinates() ? names() : "",
  ];
  const { last, preview } = input;
  const to = last?.parts["to"];
  if (to !== undefined && to !== "hand") parts.push(frame(place(to), LIGHTS.last));
  for (let seat = 0; seat < seats; seat += 1) parts.push(flatTray(seat, seats));
  position.reserve.forEach((many, seat) => {
    for (let index = 0; index < many; index += 1) {
      parts.push(figure(reserveSpot(seat, seats, index), seat, traySizes(seats).figure));
    }
  });
  position.blocks.forEach((blocks, seat) => {
    for (const colour of COLOURS) {
      const many = count(blocks, colour);
      if (many === 0) continue;
      const at = stackSpot(seat, seats, colour);
      parts.push(block(at, colour, 0.72 * traySizes(seats).block));
      if (many > 1) parts.push(chip({ x: at.x, z: at.z + 0.33 }, String(many), 0.14));
    }
  });
  for (const [cell, tower] of Object.entries(position.towers)) parts.push(
    cell === to ? piece("last", flatTower(place(cell), tower)) : flatTower(place(cell), tower),
  );
  for (const [cell, owner] of Object.entries(position.figures)) {
    const drawn = figure(place(cell), owner, 1);
    parts.push(cell === to ? piece("last", drawn) : drawn);
  }
  const lit = litCells(input);
  if (input.chosen["figure"] !== undefined && litFigure(input) !== null) {
    const bright = new Set(lit.map(({ cell }) => cell));
    for (const cell of CELLS) {
      if (bright.has(cell)) continue;
      const at = place(cell);
      parts.push(`<rect x="${at.x - 0.5}" y="${at.z - 0.5}" width="1" height="1" fill="#120c06" fill-opacity=".42"/>`);
    }
  }
  for (const { cell, spot, kind } of lit) {
    const at = spot ?? (cell === null ? null : place(cell));
    if (at) parts.push(frame(at, LIGHTS[kind]));
  }
  if (preview && input.toAct !== null) parts.push(ghost(preview.parts, input.toAct));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-x} ${-z} ${2 * x} ${2 * z}" font-family="system-ui,sans-serif" text-anchor="middle">${parts.join("")}</svg>`;

  function ghost(chosen: Record<string, string>, seat: number): string {
    const action = actionOf(chosen, position);
    const goal = chosen["to"];
    if (action === "exchange" || goal === undefined) return "";
    const drawn = action === "build"
      ? flatTower(place(goal), paid(chosen["pay"] ?? ""))
      : figure(place(goal), seat, 0.9);
    return piece("held", `<g opacity=".8">${drawn}</g>`);
  }
}

function ground({ colours }: BoardSetup): string {
  const half = SIZE / 2 + 0.07;
  const middle = place("e5");
  let drawn = `<rect x="${-half}" y="${middle.z - half}" width="${2 * half}" height="${2 * half}" fill="#2a2521"/>`;
  for (const [name, colour] of colours) {
    const { x, z } = place(name);
    const { cell, ink, pattern, line } = LIVERIES[colour];
    const style = line > 0 ? `fill="none" stroke="${ink}" stroke-width="${line}"` : `fill="${ink}"`;
    drawn +=
      `<rect x="${x - 0.47}" y="${z - 0.47}" width=".94" height=".94" rx=".09" fill="${cell}"/>` +
      `<g transform="translate(${x - 0.4} ${z - 0.4}) scale(.0333)" opacity=".4" ${style}><path d="${pattern}"/></g>`;
  }
  return drawn;
}

function names(): string {
  let drawn = "";
  for (let index = 0; index < SIZE; index += 1) {
    const letter = String.fromCharCode(97 + index);
    const column = place(`${letter}1`);
    const row = place(`a${index + 1}`);
    drawn += `<text x="${column.x}" y="${column.z + 0.9}">${letter}</text>`;
    drawn += `<text x="${row.x - 0.79}" y="${row.z + 0.12}">${index + 1}</text>`;
  }
  return `<g font-size=".34" fill="#3a2614" class="coordinates">${drawn}</g>`;
}

function flatTray(seat: number, seats: number): string {
  const { x, width } = tray(seat, seats);
  return `<rect x="${x - width / 2}" y="${TRAY.z - TRAY.depth / 2}" width="${width}" height="${TRAY.depth}" rx=".16" fill="#4a3d31" stroke="${side(seat).colour}" stroke-width=".08"/>`;
}

function block(at: Point, colour: Colour, size: number): string {
  const box = { x: at.x - size / 2, y: at.z - size / 2, width: size, height: size };
  return `${swatch(colour, box, 1)}<rect x="${box.x}" y="${box.y}" width="${size}" height="${size}" fill="none" stroke="#1d1712" stroke-width=".04"/>`;
}

/** Returns a tower: its blocks as stripes, and its height on a chip. */
function flatTower(at: Point, tower: string): string {
  const size = 0.8;
  const wide = size / tower.length;
  const stripes = [...tower].map((colour, index) =>
    swatch(
      colour as Colour,
      { x: at.x - size / 2 + index * wide, y: at.z - size / 2, width: wide, height: size },
      1.6 / tower.length,
    ),
  );
  return (
    stripes.join("") +
    `<rect x="${at.x - size / 2}" y="${at.z - size / 2}" width="${size}" height="${size}" rx=".06" fill="none" stroke="#1d1712" stroke-width=".06"/>` +
    chip(at, String(tower.length), 0.21, tower.length > 4)
  );
}

function chip({ x, z }: Point, text: string, radius: number, dark = false): string {
  return (
    `<circle cx="${x}" cy="${z}" r="${radius}" fill="${dark ? "#2b2118" : "#fffaf0"}" stroke="${dark ? "#e9c46a" : "#1d1712"}" stroke-width=".04"/>` +
    `<text x="${x}" y="${z + radius * 0.52}" font-size="${radius * 1.5}" font-weight="800" fill="${dark ? "#ffe9b0" : "#1d1712"}">${text}</text>`
  );
}

function figure({ x, z }: Point, owner: Owner, size: number): string {
  const { colour, deep, shape } = side(owner);
  const mark = MARKS[shape].map(([a, b]) => `${0.15 * a} ${0.15 * b}`).join("L");
  return (
    `<g transform="translate(${x} ${z}) scale(${size})"><circle r=".33" fill="${colour}" stroke="#fffaf0" stroke-width=".06"/>` +
    `<circle r=".22" fill="#fffaf0"/><path d="M${mark}Z" fill="${deep}"/></g>`
  );
}

function frame({ x, z }: Point, colour: string): string {
  return `<rect x="${x - 0.47}" y="${z - 0.47}" width=".94" height=".94" rx=".12" fill="none" stroke="#1d1206" stroke-opacity=".7" stroke-width=".14"/><rect x="${x - 0.47}" y="${z - 0.47}" width=".94" height=".94" rx=".12" fill="none" stroke="${colour}" stroke-width=".08"/>`;
}
