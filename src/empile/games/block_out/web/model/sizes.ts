/** Sizes on the table, in millimetres. */

export const MAT_RADIUS = 178;
/** Distance of the waiting blocks from the tower. */
export const SHOP_RADIUS = 128;
