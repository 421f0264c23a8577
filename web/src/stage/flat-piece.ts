/** Pieces of flat pictures that a hand moves. */

/** Marks what is drawn as the piece that is held, or that was put down last: the board moves it. */
export function piece(which: "held" | "last", drawn: string): string {
  return `<g data-piece="${which}">${drawn}</g>`;
}
