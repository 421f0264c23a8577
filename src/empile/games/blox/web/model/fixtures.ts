/** Test fixtures: a small position and its legal moves. */
import type { LegalMove, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { type Position, readBoardSetup } from "./position.ts";

/** Returns the key and its arguments, so that tests can check them. */
export const t = (key: string, args: Record<string, string | number> = {}): string =>
  [key, ...Object.values(args)].join(" ");

export const RAW = {
  colours: [
    "BWMGBMGWB", "GMBWGWGBM", "MBWGMBWMG", "WGMBWMBGW", "MBWGBGWBM",
    "WGBMWBMGW", "GMWBMGWBM", "MBGWGWBMG", "BWGMBGMWB",
  ],
  squares: [
    "....1..1.", "1.1..2...", "...3...1.", ".2..4.3..", "1.......1",
    "..3.4..2.", ".1...3...", "...2..1.1", ".1..1....",
  ],
  phases: [
    { fall: [1], build: 2 }, { fall: [1, 2], build: 3 }, { fall: [1, 2, 3], build: 4 },
    { fall: [1, 2, 3, 4], build: 5 },
  ],
  strike_cap: 6,
  recharge: "any",
  access: "all",
  round_limit: 200,
  neutral: [],
};
export const SETUP = readBoardSetup(RAW);

export const POSITION: Position = {
  phase: 2, last_round: false, round: 3, seat: 0,
  towers: { f5: "WG", d7: "BMM", i5: "WW" },
  figures: { c5: 0, g4: 0, c6: 1, c2: "neutral" },
  reserve: [2, 3], hands: ["WGGBM", "?????"], jokers: [true, false],
  blocks: ["WGM", "BBBBBB"], points: [4, 6], deck: 40, discard: { W: 3, G: 2, B: 2, M: 3 },
};

export function move(figure: string, to: string, pay: string): LegalMove {
  return { text: `${figure}>${to} ${pay}`, parts: { figure, to, pay } };
}

export const LEGAL = [
  move("c5", "d5", "G"), move("c5", "d5", "G*"),
  move("c5", "f5", "W*G"), move("c5", "f5", "WG"), move("c5", "f5", "WG*"),
  move("c5", "c6", "MMM*"), move("c5", "c5", "WGM"), move("c5", "c5", "WGM*"),
  move("g4", "g5", "W"), move("g4", "c2", "MMM*"),
  move("reserve", "a9", "B"), move("reserve", "i1", "B"),
  move("hand", "hand", "G"), move("hand", "hand", "GG"), move("hand", "hand", "WM"),
];

export function input(chosen: Record<string, string> = {}, more: Partial<SceneInput> = {}): SceneInput {
  return {
    boardSetup: RAW, position: POSITION as unknown as Record<string, unknown>,
    names: ["Anne", "Bea"], mine: [0], toAct: 0, legal: LEGAL, chosen, preview: null, restPoses: {}, last: null,
    ...more,
  };
}

/** Returns the fixture with another position. */
export function at(position: Partial<Position>, more: Partial<SceneInput> = {}): SceneInput {
  return input({}, { position: { ...POSITION, ...position } as unknown as Record<string, unknown>, ...more });
}
