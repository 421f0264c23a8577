/** The places of a city: its spaces, and the trays in front of it. */
import { readCell } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput, Target, Translate } from "../../../../../../web/src/stage/scene.ts";
import { COLOURS, type Owner, type Position, count, place, readPosition, CELLS } from "../model/position.ts";
import { BLOCK, FIGURE_HEIGHT } from "../model/sizes.ts";
import { TRAY, reserveMiddle, stackSpot, tray } from "../model/trays.ts";
import { type Box, TALLEST } from "./box.ts";

const RADIUS = 0.46;
const STACK_RADIUS = 0.3;

/** Returns where a piece can go; for null, all places. Cards go to places that are not on the board. */
export function places(input: SceneInput, piece: string | null, box: Box, t: Translate): Target[] {
  const position = readPosition(input);
  const { towers, figures } = position;
  const seats = position.points.map((_, seat) => seat);
  const cells = CELLS;
  const target = (cell: string): Target => cellTarget(cell, input, position, box, t);
  const stacks = (colours: readonly string[]): Target[] =>
    seats.flatMap((seat) => COLOURS.filter((colour) => colours.includes(colour))
      .map((colour) => stackTarget(seat, colour, input, position, t)));
  const [kind, what = ""] = (piece ?? "all").split(":");
  switch (kind) {
    case "all":
      return [...cells.map(target), ...seats.map((seat) => reserveTarget(seat, input, position, t)), ...stacks(COLOURS)];
    case "block":
      return [
        ...cells.filter((cell) => !(cell in figures) && (towers[cell] ?? "").length < TALLEST).map(target),
        ...stacks([what]),
      ];
    case "blocks":
      return seats.map((seat) => trayTarget(seat, input, position, t));
    case "figure":
      return cells.filter((cell) => !(cell in figures) && !(cell in towers)).map(target);
    default:
      return [];
  }
}

function cellTarget(cell: string, input: SceneInput, { towers, figures }: Position, { setup }: Box, t: Translate): Target {
  const tower = towers[cell];
  const owner = figures[cell];
  const height = tower === undefined ? 0.03 : tower.length * BLOCK.height;
  const label = tower !== undefined
    ? t("editor.position.tower", { cell, blocks: blockList(tower, t) })
    : owner !== undefined
      ? t("editor.position.figure", { cell, name: nameOf(owner, input, t) })
      : t("editor.position.cell", { cell, colour: t(`colour.${setup.colours.get(cell) ?? "W"}`) });
  return {
    id: `place:${cell}`, part: "place", value: cell, label, radius: RADIUS, cell: readCell(cell),
    at: { ...place(cell), y: owner === undefined ? height : FIGURE_HEIGHT },
  };
}

function stackTarget(
  seat: number, colour: (typeof COLOURS)[number], input: SceneInput, { points, blocks }: Position, t: Translate,
): Target {
  const many = count(blocks[seat] ?? "", colour);
  return {
    id: `place:blocks:${seat}:${colour}`, part: "place", value: `blocks:${seat}:${colour}`,
    label: t("editor.position.front", {
      name: nameOf(seat, input, t), blocks: t(`blocks.${colour}`, { count: many }),
    }),
    at: { ...stackSpot(seat, points.length, colour), y: 0.2 }, radius: STACK_RADIUS,
  };
}

function trayTarget(seat: number, input: SceneInput, { points, blocks }: Position, t: Translate): Target {
  return {
    id: `place:blocks:${seat}`, part: "place", value: `blocks:${seat}`,
    label: t("editor.position.front", { name: nameOf(seat, input, t), blocks: blockList(blocks[seat] ?? "", t) }),
    at: { x: tray(seat, points.length).x, y: 0.2, z: TRAY.z }, radius: RADIUS,
  };
}

function reserveTarget(seat: number, input: SceneInput, { points, reserve }: Position, t: Translate): Target {
  return {
    id: `place:reserve:${seat}`, part: "place", value: `reserve:${seat}`,
    label: t("editor.position.reserve", { name: nameOf(seat, input, t), count: reserve[seat] ?? 0 }),
    at: { ...reserveMiddle(seat, points.length), y: 0.2 }, radius: RADIUS,
  };
}

/** Returns blocks in words: "2 white, 1 mauve", or "none". */
export function blockList(blocks: string, t: Translate): string {
  const found = COLOURS.map((colour) => ({ colour, many: count(blocks, colour) })).filter(({ many }) => many > 0);
  if (found.length === 0) return t("editor.position.no_blocks");
  return found.map(({ colour, many }) => t(`blocks.${colour}`, { count: many })).join(", ");
}

function nameOf(owner: Owner, input: SceneInput, t: Translate): string {
  if (owner === "neutral") return t("scene.colour.neutral");
  return input.names[owner] ?? t(`seat.${owner}`);
}
