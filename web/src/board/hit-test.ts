/** Hit testing among round targets that may overlap. */

/** A circle in CSS pixels; an invisible one is never hit. */
export interface Round {
  x: number;
  y: number;
  side: number;
  visible: boolean;
}

/** How far from the middle of a small target a click still counts, in CSS pixels. */
const FORGIVEN = 22;

/**
 * Returns the index of the nearest circle, or -1 if the point misses all of them by more than `forgiven`
 * pixels. Distance is relative to the radius, so large and small circles compare fairly.
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

/** Circles closer together than this count as one; only keys or another view can tell them apart. */
const ONE_SPOT = 6;

/** Returns how large a circle can be drawn without hiding the centre of another, `side` at most. */
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
