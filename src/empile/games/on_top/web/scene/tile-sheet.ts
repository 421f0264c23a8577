/** Layout of the sheet of all tiles. */
export const SHEET = { columns: 3, rows: 4, wide: 328, high: 196 };

/** Returns the pixels of the sheet per cell side. */
export function tileScale(): number {
  return (SHEET.wide - 12) / Math.sqrt(3);
}
