/** Rings added and removed one by one, outside a game. Nothing is changed in place. */
import { readCell } from "../../../../../../web/src/board/cells.ts";
import { distanceOf, type LaidRing, type Position } from "./position.ts";

type Laid = Pick<Position, "rings" | "heads" | "tails">;

/** Whether a ring may stand on these two holes: in one row or column, not the same. */
export function areInLine(a: string, b: string): boolean {
  const one = readCell(a);
  const two = readCell(b);
  return (one.column === two.column) !== (one.row === two.row);
}

/** Whether a ring stands on a hole or passes over it. */
export function covers(ring: LaidRing, hole: string): boolean {
  return ring.feet.includes(hole) || passesOver(ring, hole);
}

export function passesOver({ feet: [a, b] }: LaidRing, hole: string): boolean {
  if (!areInLine(a, hole) || !areInLine(hole, b)) return false;
  return distanceOf([a, hole]) + distanceOf([hole, b]) === distanceOf([a, b]);
}

/** Returns the index of the top ring that stands on a hole or passes over it; -1 if it is free. */
export function topRing({ rings }: Pick<Laid, "rings">, hole: string): number {
  let found = -1;
  rings.forEach((ring, index) => {
    const height = rings[found]?.height ?? 0;
    if (covers(ring, hole) && ring.height >= height) found = index;
  });
  return found;
}

/**
 * Adds a ring. The first ring of a seat has the tail on its near foot and the head on the far one; a later one moves
 * the end to whose hole its near foot is close, as if it were placed in a game.
 *
 * @param reach distance of the near foot from the end: 2 in the expert game, else 1.
 */
export function addRing<Lake extends Laid>(lake: Lake, ring: LaidRing, reach: number): Lake {
  const next = { ...lake, rings: [...lake.rings, ring] };
  const { seat } = ring;
  if (seat === null) return next;
  const [near, far] = ring.feet;
  const head = lake.heads[seat] ?? null;
  const tail = lake.tails[seat] ?? null;
  if (head === null || tail === null) {
    return { ...next, heads: lake.heads.with(seat, far), tails: lake.tails.with(seat, near) };
  }
  if (isReached(head, near, reach)) return { ...next, heads: lake.heads.with(seat, far) };
  if (isReached(tail, near, reach)) return { ...next, tails: lake.tails.with(seat, far) };
  return next;
}

/** Whether a ring with a foot on `near` lengthens a monster that ends on `end`. */
export function isReached(end: string | null | undefined, near: string, reach: number): boolean {
  return end != null && areInLine(end, near) && distanceOf([end, near]) === reach;
}

/** Returns the rings without one; an end on one of its feet moves to another ring of the seat, or is gone. */
export function removeRing<Lake extends Laid>(lake: Lake, index: number): Lake {
  return withEnds({ ...lake, rings: lake.rings.toSpliced(index, 1) });
}

/** Keeps ends on feet of their seat's rings: an end elsewhere takes a free foot of the last ring. */
export function withEnds<Lake extends Laid>(lake: Lake): Lake {
  const heads: (string | null)[] = [];
  const tails: (string | null)[] = [];
  for (const seat of lake.heads.keys()) {
    const feet = lake.rings.filter((ring) => ring.seat === seat).flatMap((ring) => ring.feet);
    const kept = (end: string | null | undefined) => (end && feet.includes(end) ? end : null);
    let head = kept(lake.heads[seat]);
    let tail = kept(lake.tails[seat]);
    head ??= feet.findLast((foot) => foot !== tail) ?? null;
    tail ??= feet.find((foot) => foot !== head) ?? null;
    heads.push(head);
    tails.push(tail);
  }
  return { ...lake, heads, tails };
}

/** Returns the rings with a head or tail on a hole; unchanged unless it is a foot of the seat. */
export function placeEnd<Lake extends Laid>(lake: Lake, end: "heads" | "tails", hole: string, seat = 0): Lake {
  if (!lake.rings.some((ring) => ring.seat === seat && ring.feet.includes(hole))) return lake;
  const other = end === "heads" ? "tails" : "heads";
  const swapped = lake[other][seat] === hole ? lake[end][seat] : lake[other][seat];
  return { ...lake, [end]: lake[end].with(seat, hole), [other]: lake[other].with(seat, swapped ?? null) };
}
