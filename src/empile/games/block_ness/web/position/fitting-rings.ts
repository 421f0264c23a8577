/** Where a ring of given length and height has room among others. */
import { type Cell, cellName, readCell } from "../../../../../../web/src/board/cells.ts";
import { covers, passesOver } from "../model/edited-rings.ts";
import { type BoardSetup, type LaidRing, type Ring } from "../model/position.ts";

const WAYS = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const;

/** Returns the holes of the zone in use, from the top row down, from left to right. */
export function holesOf({ zone: [low, high] }: BoardSetup): Cell[] {
  const holes: Cell[] = [];
  for (let row = high.row; row >= low.row; row -= 1) {
    for (let column = low.column; column <= high.column; column += 1) holes.push({ column, row });
  }
  return holes;
}

/** Returns the holes in which the other foot has room if one foot is in `from`. */
export function secondFeet(rings: readonly LaidRing[], setup: BoardSetup, ring: Ring, from: Cell): string[] {
  return WAYS.flatMap(([right, up]) => {
    const at = (steps: number): Cell => ({ column: from.column + right * steps, row: from.row + up * steps });
    const far = at(ring.distance);
    if (!isInZone(setup, far)) return [];
    const between = Array.from({ length: ring.distance - 1 }, (_, step) => cellName(at(step + 1)));
    const feet = [cellName(from), cellName(far)];
    const fits = rings.every((other) => goTogether(other, ring.height, feet, between));
    return fits ? [cellName(far)] : [];
  });
}

/** Whether a ring leaves room for one of `height`: where both are, the higher one passes over the lower one. */
function goTogether(other: LaidRing, height: number, feet: readonly string[], between: readonly string[]): boolean {
  if (feet.some((foot) => other.feet.includes(foot))) return false;
  if (other.height <= height && feet.some((foot) => passesOver(other, foot))) return false;
  return between.every((hole) =>
    !covers(other, hole) || other.height < height || (other.height > height && passesOver(other, hole)));
}

/** Returns rings in an order in which each passes only over earlier ones; otherwise the order is kept. */
export function inOrder(rings: readonly LaidRing[]): LaidRing[] {
  const left = [...rings];
  const ordered: LaidRing[] = [];
  while (left.length > 0) {
    const next = left.findIndex((ring) => !left.some((other) => isOver(ring, other)));
    ordered.push(...left.splice(Math.max(next, 0), 1));
  }
  return ordered;
}

function isOver(ring: LaidRing, other: LaidRing): boolean {
  return ring.height > other.height && between(ring).some((hole) => covers(other, hole));
}

function between({ feet: [a, b] }: LaidRing): string[] {
  const [from, to] = [readCell(a), readCell(b)];
  const steps = Math.max(Math.abs(to.column - from.column), Math.abs(to.row - from.row));
  return Array.from({ length: steps - 1 }, (_, step) => cellName({
    column: from.column + ((to.column - from.column) / steps) * (step + 1),
    row: from.row + ((to.row - from.row) / steps) * (step + 1),
  }));
}

function isInZone({ zone: [low, high] }: BoardSetup, { column, row }: Cell): boolean {
  return column >= low.column && column <= high.column && row >= low.row && row <= high.row;
}
