// @ts-check
import { COLOURS, placeOf } from "./places.js";

/** @typedef {import("./contract.js").SceneInput} SceneInput */

const BOARD = '<rect x="-2.5" y="-0.5" width="5" height="1" fill="#d9c9a8"/>';

/** @type {import("./contract.js").ModelFactory} */
export default function stonesModel(t) {
  const stones = (/** @type {SceneInput} */ input) =>
    Object.entries(/** @type {Record<string, number>} */ (input.position.cell));
  return {
    extent: { x: 3, z: 1.5, height: 1 },
    update() {},
    targets: (input) => [...new Set(input.legal.map(({ parts }) => parts.cell ?? ""))].map((value) => ({
      id: `cell:${value}`, part: "cell", value, label: t("stones.cell", { cell: value }),
      at: { x: placeOf(value), y: 0, z: 0 }, radius: 0.45,
    })),
    panel: () => [],
    describe: (input) => stones(input).map(([cell, seat]) => `${cell}: ${input.names[seat]}`).join(", "),
    seatFacts: (input) => input.names.map(() => []),
    seatMarks: (input) => input.names.map((_, seat) => ({
      colour: COLOURS[seat] ?? "", mark: "●■"[seat] ?? "", name: String(seat + 1),
    })),
    svg: (input) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -1.5 6 3">${BOARD}${stones(input).map(([cell, seat]) =>
      `<circle cx="${placeOf(cell)}" cy="0" r="0.4" fill="${COLOURS[seat]}"/>`).join("")}</svg>`,
  };
}
