/** A picture of a small board for tests: pieces of seat 0 on cells `a1` to `b2`, the first one on a block. */
import type { LegalMove, SceneInput } from "../../stage/scene.ts";

const CELLS: Readonly<Record<string, [x: number, y: number]>> = { a1: [50, 150], b1: [150, 150], a2: [50, 50], b2: [150, 50] };

/** Returns the document; `men` are the cells of pieces, by name. */
export function board(men: Readonly<Record<string, string>>, more = ""): string {
  const cells = Object.entries(CELLS).map(([cell, [x, y]]) =>
    `<rect x="${x - 50}" y="${y - 50}" width="100" height="100" data-part="from to build" data-value="${cell}"
      data-x="${x}" data-y="${y}" data-r="46"/>`);
  const pieces = Object.entries(men).map(([name, cell], index) => {
    const [x, y] = CELLS[cell]!;
    const block = index === 0 ? `<rect id="piece-${cell}-1" data-at="${cell}" data-level="1"/>` : "";
    return `${block}<circle id="piece-${name}" data-at="${cell}" data-seat="0" data-level="1" cx="${x}" cy="${y}" r="30"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><title>Four cells</title>${more}${cells.join("")}${pieces.join("")}</svg>`;
}

export function move(from: string, to: string, build: string): LegalMove {
  return { text: `${from}-${to} ${build}`, parts: { from, to, build } };
}

export const MOVES: readonly LegalMove[] = [
  move("a1", "b1", "a1"), move("a1", "b1", "b2"), move("a1", "a2", "b2"), move("b2", "a2", "b2"),
];

export function input(more: Partial<SceneInput> = {}): SceneInput {
  return {
    boardSetup: {}, position: { picture: board({ one: "a1", two: "b2" }) }, names: ["Anne", "Béa"], mine: [0], toAct: 0,
    legal: [...MOVES], chosen: {}, preview: null, restPoses: {}, last: null, ...more,
  };
}

export const t = (key: string, args: Record<string, string | number> = {}): string => [key, ...Object.values(args)].join(" ");
