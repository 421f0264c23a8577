/** Which of several things that may overlap is meant by a place in the picture. */

/** A round thing in CSS pixels; one that is not in the picture is never meant. */
export interface Round {
  x: number;
  y: number;
  side: number;
  visible: boolean;
}

/** How far beside a small thing a finger may come down, in CSS pixels. */
const FORGIVEN = 22;

/**
 * The index of the thing nearest to a point, large ones being as near as small ones where the point is
 * as far out in them; -1 where it misses all of them by more than `forgiven` pixels from their middle.
 */
export function hitTest(
  things: readonly Round[], at: { x: number; y: number }, forgiven = FORGIVEN,
): number {
  let best = -1;
  let least = Infinity;
  things.forEach(({ x, y, side, visible }, index) => {
    const distance = Math.hypot(at.x - x, at.y - y);
    const reach = Math.max(side / 2, forgiven);
    if (!visible || distance > reach || distance / side >= least) return;
    least = distance / side;
    best = index;
  });
  return best;
}

/** Things nearer than this lie on one spot, and none of them can be had but by keys or another view. */
const ONE_SPOT = 6;

/** How large a round thing can be drawn without hiding the middle of any other, `side` at most. */
export function clearSide(things: readonly Round[], index: number): number {
  const own = things[index];
  if (!own) return 0;
  let side = own.side;
  for (const other of things) {
    const distance = Math.hypot(other.x - own.x, other.y - own.y);
    if (other !== own && other.visible && distance > ONE_SPOT) side = Math.min(side, 2 * distance - 3);
  }
  return side;
}
