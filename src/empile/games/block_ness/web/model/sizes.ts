/** Sizes of the lake and the rings in scene units: holes are one apart. */
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import type { Extent } from "../../../../../../web/src/stage/scene.ts";
import { archHeight } from "./arch.ts";
import type { BoardSetup } from "./position.ts";

/** Distance of the shore from the outermost holes, and width of the tray's rim. */
export const SHORE = 0.66;
export const RIM = 0.82;
/** Distance of the coordinates from the outermost holes in use. */
export const NAMES = SHORE + RIM / 2;

/** Returns what the picture shows: the zone in use with its coordinates, if they are shown. */
export function boardExtent({ zone: [low, high], rings }: BoardSetup): Extent {
  const margin = showsCoordinates() ? NAMES + 0.32 : SHORE + 0.16;
  const heights = rings.flat().map((ring) => Number(ring.split(".")[1]));
  const highest = archHeight(Math.max(1, ...heights)) + 0.3;
  return {
    x: (high.column - low.column) / 2 + margin,
    z: (high.row - low.row) / 2 + margin,
    // High rings rarely stand at the far edge, so half their height is enough room.
    height: highest / 2,
  };
}
