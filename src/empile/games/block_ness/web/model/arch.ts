/** The shape of an arch: a superellipse on two short legs. */
import type { Ring } from "./position.ts";

const RISE = 0.44;
const LEAST = 0.3;

/** Returns the height of the tube's axis at the top of the arch, in scene units. */
export function archHeight(height: number): number {
  return LEAST + RISE * height;
}

/** Returns half the tube's width: low rings are wider, so that they show on both sides of higher ones. */
export function archWidth(height: number): number {
  return 0.265 - 0.014 * Math.min(height, 8);
}

/** Returns the height of the tube's axis `along` holes from the near foot. */
export function archAt(ring: Ring, along: number): number {
  const power = steepness(ring.distance);
  const side = Math.abs((2 * along) / ring.distance - 1);
  return archHeight(ring.height) * Math.max(0, 1 - side ** power) ** (1 / power);
}

/** Long arches rise steeply, so that one hole from a foot they are nearly at full height. */
export function steepness(distance: number): number {
  return Math.min(7, Math.max(2.1, 1.55 + 0.5 * distance));
}
