/** Returns the place of a cell in scene units: `a1` is the first from the left. */
export const placeOf = (/** @type {string} */ cell) => cell.charCodeAt(0) - "c".charCodeAt(0);

export const COLOURS = ["#c02020", "#2050c0"];
