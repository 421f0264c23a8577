/** Where the seats' markers stand on the score track. */
import type { Spot } from "./lattice.ts";

/** How far those that share a space stand off its middle, and their size where they are many. */
const APART = 0.15;
const CROWDED = 0.76;

/**
 * Where a seat's marker stands for a score that may lie between two spaces. The track goes round
 * as often as needed; a score below 0 stands on 0. Several on one space stand beside each other, many of
 * them smaller (`size` of the usual).
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
  // Two stand one behind the other, more of them two by two.
  const along = order % 2 === 0 ? 1 : -1;
  const many = together.length > 2;
  const across = many ? (order < 2 ? 0.85 : -0.85) : 0;
  return {
    x: x + APART * (out.x * across + ((to.x - from.x) / length) * along),
    z: z + APART * (out.z * across + ((to.z - from.z) / length) * along),
    size: many ? CROWDED : 1,
  };
}
