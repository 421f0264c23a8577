/** Sizes of the board and the pieces in scene units: a cell is one wide. */
import { SIZE } from "./position.ts";

export const BLOCK = { side: 0.72, height: 0.38 };
/** The top of a figure. */
export const FIGURE_HEIGHT = 0.66;
/** Half sizes of the slab under the board. */
export const SLAB = { x: SIZE / 2 + 0.56, z: 5.52 };
/** What the picture shows. The tallest towers rarely stand at the far edge, so half their height is enough room. */
export const EXTENT = { x: SLAB.x + 0.04, z: SLAB.z + 0.1, height: BLOCK.height * 2.2 };
