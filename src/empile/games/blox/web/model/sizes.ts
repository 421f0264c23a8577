/** Sizes of the pieces in scene units: a cell is one wide. */

export const BLOCK = { side: 0.72, height: 0.38 };
/** The top of a figure. */
export const FIGURE_HEIGHT = 0.66;
