/** Current choices on the board, and the usual one of several ways. */
import type { LegalMove, Translate, SceneInput, Target } from "../../../../../../web/src/stage/scene.ts";
import { agreeing, byCell, readCell, values } from "../../../../../../web/src/board/cells.ts";
import type { Lit } from "../scene/lights.ts";
import {
  type Position,
  type BoardSetup,
  actionOf,
  paid,
  place,
  readPosition,
} from "./position.ts";
import { BLOCK, FIGURE_HEIGHT } from "./sizes.ts";
import { reserveMiddle } from "./trays.ts";

const RADIUS = 0.46;
/** Values of `figure` other than cells. */
export const RESERVE = "reserve";
export const HAND = "hand";

/** Returns the figure whose destinations are lit: the chosen one, or the only one. */
export function litFigure({ legal, chosen }: SceneInput): string | null {
  const { figure } = chosen;
  if (figure !== undefined) return figure === HAND ? null : figure;
  const figures = values(legal, "figure").filter((value) => value !== HAND);
  return figures.length === 1 ? (figures[0] ?? null) : null;
}

/** Returns the destinations of the lit figure, and the figures that can be chosen. */
export function open(input: SceneInput): { to: string[]; figures: string[] } {
  const figure = litFigure(input);
  const figures = values(input.legal, "figure").filter((value) => value !== HAND);
  return {
    to: figure === null ? [] : values(agreeing(input.legal, { figure }), "to"),
    figures: figures.filter((value) => value !== input.chosen["figure"]),
  };
}

/** Returns the cost of a payment: the joker costs more than any cards. */
function cost(pay: string): number {
  return paid(pay).length + (pay.includes("*") ? 100 : 0);
}

/** Sorts payments by cost: without the joker first, then by the number of cards. */
export function byCost(pays: readonly string[]): string[] {
  return [...pays].sort((a, b) => cost(a) - cost(b));
}

/** Returns the cheapest way to pay for an action, or null; an exchange has none. */
export function preferred(left: readonly LegalMove[]): LegalMove | null {
  const [first] = left;
  if (!first || first.parts["figure"] === HAND) return null;
  const { figure, to } = first.parts;
  if (!left.every(({ parts }) => parts["figure"] === figure && parts["to"] === to)) return null;
  const [pay] = byCost(left.map(({ parts }) => parts["pay"] ?? ""));
  return left.find(({ parts }) => parts["pay"] === pay) ?? null;
}

export function targets(input: SceneInput, boardSetup: BoardSetup, t: Translate): Target[] {
  const position = readPosition(input);
  const { to, figures } = open(input);
  const figure = litFigure(input);
  const goals = to.map((cell) => goal(cell, figure ?? "", input, position, boardSetup, t));
  const others = figures
    .filter((cell) => !to.includes(cell))
    .map((cell) => ownFigure(cell, input, position, t));
  return [...goals.sort(byCell), ...others.sort(byCell)];
}

function goal(
  cell: string,
  figure: string,
  input: SceneInput,
  position: Position,
  boardSetup: BoardSetup,
  t: Translate,
): Target {
  const action = actionOf({ figure, to: cell }, position);
  const tower = position.towers[cell] ?? "";
  const owner = position.figures[cell];
  const args = {
    cell,
    colour: t(`colour.${boardSetup.colours.get(cell) ?? "W"}`),
    blocks: colourList(tower, t),
    count: tower.length,
    height: boardSetup.phases[position.phase - 1]?.build ?? 0,
    name: owner === undefined || owner === "neutral" ? t("scene.neutral") : (input.names[owner] ?? ""),
  };
  const high = action === "take" ? tower.length * BLOCK.height : action === "strike" ? FIGURE_HEIGHT : 0.03;
  return {
    id: `to:${cell}`,
    part: "to",
    value: cell,
    label: t(`scene.to.${action}`, args),
    at: { ...place(cell), y: high },
    radius: RADIUS,
    cell: readCell(cell),
  };
}

function ownFigure(cell: string, input: SceneInput, position: Position, t: Translate): Target {
  const seat = input.toAct ?? 0;
  const base = { id: `figure:${cell}`, part: "figure", value: cell };
  if (cell === RESERVE) {
    const seats = position.points.length;
    return {
      ...base,
      label: t("scene.figure.reserve", { count: position.reserve[seat] ?? 0 }),
      at: { ...reserveMiddle(seat, seats), y: 0.2 },
      radius: 0.45,
    };
  }
  return {
    ...base,
    label: t("scene.figure.cell", { cell }),
    at: { ...place(cell), y: FIGURE_HEIGHT },
    radius: RADIUS,
    cell: readCell(cell),
  };
}

/** Returns colours in words: "white, white, mauve". */
export function colourList(letters: string, t: Translate): string {
  return [...letters].map((letter) => t(`colour.${letter}`)).join(", ");
}

/** Returns the lit cells: destinations of the lit figure, and figures that can be chosen. */
export function litCells(input: SceneInput): Lit[] {
  const position = readPosition(input);
  const { to, figures } = open(input);
  const figure = litFigure(input);
  const chosen = input.chosen["figure"];
  const lit: Lit[] = to.map((cell) => {
    const kind = actionOf({ figure: figure ?? "", to: cell }, position);
    const taken = input.chosen["to"] === cell;
    return { cell, kind: taken ? "chosen" : kind === "exchange" ? "move" : kind };
  });
  const spot = (): Lit["spot"] => reserveMiddle(input.toAct ?? 0, position.points.length);
  const mark = (value: string, kind: Lit["kind"]): Lit =>
    value === RESERVE ? { cell: null, spot: spot() as NonNullable<Lit["spot"]>, kind } : { cell: value, kind };
  // With a figure chosen the others can still be chosen, but lighting them would distract.
  if (chosen === undefined) lit.push(...figures.map((value) => mark(value, "figure")));
  else if (chosen !== HAND && !to.includes(chosen)) lit.push(mark(chosen, "chosen"));
  return lit;
}

