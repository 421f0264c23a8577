/**
 * Coordinates on the triangular lattice: intersections, cells and tiles. A scene unit is the side of a cell;
 * the origin is the middle of the board, and `z` grows towards the viewer.
 */
import type { Speller } from "../../../../../../web/src/i18n/message-format.ts";

export interface Spot {
  x: number;
  z: number;
}

const HEIGHT = Math.sqrt(3) / 2;

/** Returns the three corners of a cell, counter-clockwise with y up, as `x,y`. */
export function cellCorners(cell: string): [string, string, string] {
  const x = Number(cell[1]);
  const y = Number(cell[2]);
  return cell.startsWith("U")
    ? [`${x},${y}`, `${x + 1},${y}`, `${x},${y + 1}`]
    : [`${x + 1},${y}`, `${x + 1},${y + 1}`, `${x},${y + 1}`];
}

/** Returns the two cells of a place, `U13D12`. */
function cellsOf(place: string): [string, string] {
  return [place.slice(0, 3), place.slice(3)];
}

/**
 * Returns the corners of a place, counter-clockwise with y up from the acute corner of its cell U: acute,
 * obtuse, acute, obtuse. Acute corners belong to only one of its cells.
 */
export function placeCorners(place: string): [string, string, string, string] {
  const [up, down] = cellsOf(place);
  const of = cellCorners(up);
  const other = cellCorners(down);
  const first = of.findIndex((corner) => !other.includes(corner));
  const far = other.find((corner) => !of.includes(corner)) ?? "";
  const at = (index: number): string => of[(first + index) % 3] ?? "";
  return [at(0), at(1), far, at(2)];
}

/** Says where a place is by the diagonals and rows whose numbers are on the board. Other texts stay. */
export const placeText: Speller = (place, t) => {
  const digits = /^U(\d)(\d)D(\d)(\d)$/.exec(place)?.slice(1).map(Number);
  if (!digits) return place;
  const [diagonal = 0, row = 0, other = 0, beside = 0] = digits;
  if (diagonal !== other) return t("scene.place.diagonals", { diagonals: `${other}–${diagonal}`, row });
  return row === beside
    ? t("scene.place.cell", { diagonal, row })
    : t("scene.place.rows", { diagonal, rows: `${beside}–${row}` });
};

/** The intersections of a board on the table. */
export class Lattice {
  readonly #middle: { x: number; y: number };
  /** Half sizes of the bounding rectangle of all intersections. */
  readonly half: Spot;
  readonly points: readonly string[];

  constructor(points: readonly string[]) {
    const all = points.map(raw);
    const xs = all.map(({ x }) => x);
    const ys = all.map(({ y }) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    this.points = points;
    this.#middle = { x: (left + right) / 2, y: (low + high) / 2 };
    this.half = { x: (right - left) / 2, z: (high - low) / 2 };
  }

  point(point: string): Spot {
    const { x, y } = raw(point);
    return { x: x - this.#middle.x, z: this.#middle.y - y };
  }

  /** Returns the middle of a cell. */
  cell(cell: string): Spot {
    return middle(this.corners(cell));
  }

  /** Returns the middle of the rhombus of the two cells U and D with the digits of a cell. */
  rhombus(cell: string): Spot {
    return this.point(`${Number(cell[1]) + 0.5},${Number(cell[2]) + 0.5}`);
  }

  /** Returns the corners of a cell. */
  corners(cell: string): Spot[] {
    return cellCorners(cell).map((corner) => this.point(corner));
  }

  /** Returns the middle of a place: that of the side shared by its cells. */
  place(place: string): Spot {
    return middle(this.placeCorners(place));
  }

  placeCorners(place: string): Spot[] {
    return placeCorners(place).map((corner) => this.point(corner));
  }
}

/**
 * Returns the direction of a place's first corner from its middle, in radians about the vertical axis: 0 is
 * to the right, a quarter turn away from the viewer. A tile is drawn with its first corner at 0.
 */
export function headingOf(place: string): number {
  const [first, , other] = placeCorners(place).map(raw);
  if (!first || !other) return 0;
  return Math.atan2(first.y - other.y, first.x - other.x);
}

/** Returns the angle between two headings, from 0 to half a turn. */
export function apart(a: number, b: number): number {
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return turn > Math.PI ? 2 * Math.PI - turn : turn;
}

function raw(point: string): { x: number; y: number } {
  const [x = 0, y = 0] = point.split(",").map(Number);
  return { x: x + y / 2, y: y * HEIGHT };
}

function middle(spots: readonly Spot[]): Spot {
  const sum = spots.reduce((all, { x, z }) => ({ x: all.x + x, z: all.z + z }), { x: 0, z: 0 });
  return { x: sum.x / spots.length, z: sum.z / spots.length };
}
