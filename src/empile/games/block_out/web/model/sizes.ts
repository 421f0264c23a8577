/** How large things on the table are, in millimetres. */

/** The mat's radius. */
export const MAT_RADIUS = 178;
/** From the tower's middle to the middles of the blocks that wait. */
export const SHOP_RADIUS = 128;
