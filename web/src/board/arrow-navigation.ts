/** Moves between the board's targets with the arrow keys, as seen from above. */
import type { Target } from "../stage/scene.ts";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const WAYS: Record<Arrow, { x: number; z: number }> = {
  ArrowLeft: { x: -1, z: 0 },
  ArrowRight: { x: 1, z: 0 },
  ArrowUp: { x: 0, z: -1 },
  ArrowDown: { x: 0, z: 1 },
};

/** Weight of sideways distance, so that a key stays in its row or column if it can. */
const SIDEWAYS = 2.5;
const SAME = 0.01;

export function isArrowKey(key: string): key is Arrow {
  return key in WAYS;
}

/**
 * Returns the index of the target that an arrow key leads to from target `from`, or `from` if there is none
 * in that direction. Targets at the same point follow each other in list order.
 */
export function arrowTarget(targets: readonly Target[], from: number, arrow: Arrow): number {
  const here = targets[from];
  if (here === undefined) return targets.length > 0 ? 0 : -1;
  const way = WAYS[arrow];
  const forward = way.x + way.z > 0;
  const stacked = targets.flatMap((target, index) => (distance(here, target) < SAME ? [index] : []));
  const next = stacked[stacked.indexOf(from) + (forward ? 1 : -1)];
  if (next !== undefined) return next;
  let best = from;
  let least = Infinity;
  targets.forEach((target, index) => {
    const along = (target.at.x - here.at.x) * way.x + (target.at.z - here.at.z) * way.z;
    const across = Math.abs((target.at.x - here.at.x) * way.z + (target.at.z - here.at.z) * way.x);
    const cost = along + SIDEWAYS * across;
    // Of targets at the same point, going backward enters the last one, going forward the first.
    if (along > SAME && (cost < least - SAME || (!forward && cost < least + SAME))) {
      least = cost;
      best = index;
    }
  });
  return best;
}

/**
 * Returns the index of the target that Tab focuses: the previous one, or else the first visible one; -1 if
 * there is none.
 */
export function tabStop(
  targets: readonly { id: string; visible: boolean }[], before: string,
): number {
  const kept = targets.findIndex(({ id }) => id === before);
  if (targets[kept]?.visible) return kept;
  const seen = targets.findIndex(({ visible }) => visible);
  return seen >= 0 ? seen : Math.max(kept, Math.min(0, targets.length - 1));
}

function distance(a: Target, b: Target): number {
  return Math.hypot(a.at.x - b.at.x, a.at.z - b.at.z);
}
