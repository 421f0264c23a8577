/** Test fixtures: the nine blocks by their formula, a small position and its legal moves. */
import type { LegalMove, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { type Point, cross, dot } from "../../../../../../web/src/physics/geometry.ts";
import { type Position, type Solid, readBoardSetup } from "./position.ts";
import { waitingPlaces } from "./waiting-blocks.ts";

/** Returns the key and its arguments, so that tests can check them. */
export const t = (key: string, args: Record<string, string | number> = {}): string =>
  [key, ...Object.values(args)].join(" ");

const FACES = {
  x0: [0, 4, 6, 2], x1: [1, 3, 7, 5], y0: [0, 1, 5, 4], y1: [2, 6, 7, 3], z0: [0, 2, 3, 1], z1: [4, 5, 7, 6],
};

function solid(colour: "k" | "n" | "y", size: "S" | "M" | "L"): Solid {
  const edge = { S: 30, M: 40, L: 50 }[size];
  const slope = Math.tan(({ k: 3, n: 5, y: 7 }[colour] * Math.PI) / 180);
  const corners = Array.from({ length: 8 }, (_, bits): Point => {
    let [x, y, z] = [0, 0, 0];
    // Fixed-point iteration, since each coordinate depends on the next.
    for (let round = 0; round < 60; round += 1) {
      x = bits & 1 ? edge - slope * (y - edge / 2) : 0;
      y = bits & 2 ? edge - slope * (z - edge / 2) : 0;
      z = bits & 4 ? edge - slope * (x - edge / 2) : 0;
    }
    return [x, y, z];
  });
  let volume = 0;
  const middle: [number, number, number] = [0, 0, 0];
  for (const [first = 0, ...others] of Object.values(FACES)) {
    for (let index = 0; index + 1 < others.length; index += 1) {
      const tips = [first, others[index] ?? 0, others[index + 1] ?? 0].map((corner) => corners[corner]);
      const [a, b, c] = tips as [Point, Point, Point];
      const part = dot(a, cross(b, c)) / 6;
      volume += part;
      for (const axis of [0, 1, 2] as const) middle[axis] += (part * (a[axis] + b[axis] + c[axis])) / 4;
    }
  }
  return {
    name: colour + size, colour, size, edge, faces: FACES,
    corners: corners.map(([x, y, z]): Point =>
      [x - middle[0] / volume, y - middle[1] / volume, z - middle[2] / volume]),
  };
}

const KINDS = [
  "kS", "kM", "kL", "nS", "nM", "nL", "yS", "yM", "yL", "k*", "n*", "y*", "*S", "*M", "*L", "**", "pass", "reverse",
];
export const RAW = {
  blocks: (["k", "n", "y"] as const).flatMap((colour) =>
    (["S", "M", "L"] as const).map((size) => solid(colour, size))),
  cards: Object.fromEntries(KINDS.map((kind) => [kind, kind === "**" ? 7 : 2])),
};
export const SETUP = readBoardSetup(RAW);
export const WAITING = waitingPlaces(SETUP);

export const POSITION: Position = {
  stage: "play", seat: 0, direction: 1, turn: 5, tower: ["kL", "yM"],
  hands: [["kS", "y*", "**", "**", "pass"], ["?", "?", "?"]], drawn: null, stock: 30,
  discard: { ...Object.fromEntries(KINDS.map((kind) => [kind, 0])), kL: 1, "*M": 1 },
};

export const RESTING = {
  blocks: [
    { block: "kL", at: [1, 2, 25], turn: [1, 0, 0, 0] },
    { block: "yM", at: [2, 1, 71], turn: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
  ],
};

export function move(card: string, block?: string): LegalMove {
  if (block === undefined) return { text: card, parts: { card } };
  return { text: `${card}>${block}`, parts: { card, block } };
}

export const LEGAL = [
  move("kS", "kS"), move("y*", "yS"), move("y*", "yL"),
  ...["kS", "kM", "nS", "nM", "nL", "yS", "yL"].map((block) => move("**", block)), move("pass"),
];

export function input(more: Partial<SceneInput> = {}): SceneInput {
  return {
    boardSetup: RAW, position: POSITION as unknown as Record<string, unknown>, names: ["Anne", "Bea"], mine: [0],
    toAct: 0, legal: LEGAL, chosen: {}, preview: null, restPoses: RESTING, last: null, ...more,
  };
}

/** Returns the fixture with another position. */
export function at(position: Partial<Position>, more: Partial<SceneInput> = {}): SceneInput {
  return input({ position: { ...POSITION, ...position } as unknown as Record<string, unknown>, ...more });
}
