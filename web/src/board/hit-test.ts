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

/** Centres closer than this are hard to tell apart for a finger, in CSS pixels. */
const CLOSE = 40;
/** Distance of centres to which they are magnified. */
const CLEAR = 46;

/**
 * Returns the factor by which the surroundings of a circle must be magnified so that a finger can tell it from
 * its neighbours; 1 if it can.
 */
export function aimFactor(things: readonly Round[], index: number): number {
  const own = things[index];
  if (!own) return 1;
  const near = things.filter((other) =>
    other.visible && Math.hypot(other.x - own.x, other.y - own.y) < CLOSE);
  let least = Infinity;
  for (const [at, one] of near.entries()) {
    for (const other of near.slice(at + 1)) {
      const distance = Math.hypot(other.x - one.x, other.y - one.y);
      if (distance > ONE_SPOT) least = Math.min(least, distance);
    }
  }
  return least < CLOSE ? CLEAR / least : 1;
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
