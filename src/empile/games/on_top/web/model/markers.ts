/** Positions of the seats' markers on the score track. */
import type { Spot } from "./lattice.ts";

/** Distance of markers on a shared space from its middle, and their size if there are many. */
const APART = 0.15;
const CROWDED = 0.76;

/**
 * Returns the position of a seat's marker for a score, which may be between two spaces. The track is
 * circular; scores below 0 are shown at 0. Markers on one space are next to each other, and smaller if there
 * are many (`size` relative to the usual one).
 */
export function markerSpot(
  track: readonly Spot[], score: number, scores: readonly number[], seat: number,
): Spot & { size: number } {
  const count = track.length;
  const space = (value: number): number => Math.max(0, value) % count;
  const at = space(score);
  const from = track[Math.floor(at)] as Spot;
  const to = track[(Math.floor(at) + 1) % count] as Spot;
  const part = at - Math.floor(at);
  const x = from.x + (to.x - from.x) * part;
  const z = from.z + (to.z - from.z) * part;
  const together = scores.flatMap((other, index) =>
    Math.floor(space(other)) === Math.floor(space(scores[seat] ?? 0)) ? [index] : [],
  );
  if (together.length < 2) return { x, z, size: 1 };
  const length = Math.hypot(to.x - from.x, to.z - from.z) || 1;
  const out = { x: (to.z - from.z) / length, z: (from.x - to.x) / length };
  const order = together.indexOf(seat);
  // Two markers stand one behind the other, more in rows of two.
  const along = order % 2 === 0 ? 1 : -1;
  const many = together.length > 2;
  const across = many ? (order < 2 ? 0.85 : -0.85) : 0;
  return {
    x: x + APART * (out.x * across + ((to.x - from.x) / length) * along),
    z: z + APART * (out.z * across + ((to.z - from.z) / length) * along),
    size: many ? CROWDED : 1,
  };
}
