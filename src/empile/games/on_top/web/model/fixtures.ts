/** Test fixtures: a small position and its legal moves. */
import type { LegalMove, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { Lattice, cellCorners } from "./lattice.ts";
import { type Position, readBoardSetup } from "./position.ts";

/** Returns the key and its arguments, so that tests can check them. */
export const t = (key: string, args: Record<string, string | number> = {}): string =>
  [key, ...Object.values(args)].join(" ");

/** The cells of the default board: rows of 5-6-7-8-7-6-5 intersections. */
function cells(): string[] {
  const on = (point: string): boolean => {
    const [x = 0, y = 0] = point.split(",").map(Number);
    return x >= 0 && x <= 7 && y >= 0 && y <= 6 && x + y >= 3 && x + y <= 10;
  };
  const all = ["D", "U"].flatMap((kind) =>
    Array.from({ length: 100 }, (_, index) => `${kind}${Math.floor(index / 10)}${index % 10}`));
  return all.filter((cell) => cellCorners(cell).every(on));
}

const CELLS = cells();
const POINTS = [...new Set(CELLS.flatMap((cell) => cellCorners(cell)))].sort((a, b) => {
  const [ax = 0, ay = 0] = a.split(",").map(Number);
  const [bx = 0, by = 0] = b.split(",").map(Number);
  return by - ay || ax - bx;
});

const around = (point: string): number =>
  CELLS.filter((cell) => cellCorners(cell).includes(point)).length;

export const RAW = {
  cells: CELLS,
  points: POINTS,
  golden: POINTS.filter((point) => around(point) < 6),
  start: ["U13", "D52"],
  filled: ["D52", "U13"],
  tiles: { BRWY: 3, BRYW: 2, BWRY: 3, BWYR: 3, BYRW: 3, BYWR: 3, RBWY: 2, RBYW: 3, RWYB: 3, RYWB: 3, WBYR: 3, WRYB: 3 },
  triangles: 10,
  colours: [
    { letter: "B", name: "blue", seat: 0 }, { letter: "Y", name: "yellow", seat: 1 },
    { letter: "R", name: "red", seat: null }, { letter: "W", name: "white", seat: null },
  ],
  teams: false,
};
export const SETUP = readBoardSetup(RAW);
export const LATTICE = new Lattice(SETUP.points);

export const POSITION: Position = {
  laid: ["U12D12 BRWY", "U22D21 BYRW"], black: ["D52", "U13"], bare: [], reserve: 8,
  towers: { "2,2": "YRB" }, scores: [3, 0], pawns: { B: 19, Y: 19, R: 20, W: 21 },
  bag: { BRWY: 2, RBWY: 1 }, tile: "BRWY", seat: 0,
};

export function move(place: string, turn: string, effects?: Record<string, unknown>): LegalMove {
  return { text: `${place} ${turn}`, parts: { place, turn }, ...(effects ? { effects } : {}) };
}

export const LEGAL = [
  move("U13D12", "BRWY"),
  move("U13D12", "WYBR", {
    circles: [
      { at: "2,3", tower: "YB", seat: 0, points: 2 }, { at: "1,3", tower: "", seat: null, points: 0 },
      { at: "1,4", tower: "R", seat: null, points: 1 },
    ],
    filled: ["U23"], over: false,
  }),
  move("U32D22", "BRWY"), move("U32D22", "WYBR"),
  move("U05D05", "BRWY"), move("U05D05", "WYBR"),
];

export function input(more: Partial<SceneInput> = {}): SceneInput {
  return {
    boardSetup: RAW, position: POSITION as unknown as Record<string, unknown>,
    names: ["Anne", "Bea"], mine: [0], toAct: 0, legal: LEGAL, chosen: {}, preview: null, restPoses: {}, last: null,
    ...more,
  };
}

/** Returns the fixture with a previewed move. */
export function showing(preview: LegalMove): SceneInput {
  return input({ preview, chosen: preview.parts });
}

/** Returns the fixture with another position. */
export function at(position: Partial<Position>, more: Partial<SceneInput> = {}): SceneInput {
  return input({ position: { ...POSITION, ...position } as unknown as Record<string, unknown>, ...more });
}
