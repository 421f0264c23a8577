/** The panel: the tile in hand, remaining pawns and the bag. */
import type { PanelChoice, PanelGroup, Translate, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { closingText, colourList } from "./choices.ts";
import { COLOURS } from "./colours.ts";
import { headingOf } from "./lattice.ts";
import { bagPicture, leftPicture, tilePicture } from "./svg-icons.ts";
import { type Position, type BoardSetup, bagSize, readEffects, readPosition, turned } from "./position.ts";
import { IN_HAND } from "./sizes.ts";

export function panel(input: SceneInput, boardSetup: BoardSetup, t: Translate): PanelGroup[] {
  const position = readPosition(input);
  const groups: PanelGroup[] = [];
  if (input.toAct !== null && position.tile !== null) groups.push(tileGroup(position.tile, input, t));
  groups.push(leftGroup(position, boardSetup, t));
  if (input.toAct !== null) groups.push(bagGroup(position, boardSetup, t));
  return groups;
}

/** Returns the tile in hand, in both rotations if a place is chosen. */
function tileGroup(tile: string, input: SceneInput, t: Translate): PanelGroup {
  const mine = input.legal.length > 0;
  const draggable = mine ? { carries: "place" } : {};
  const { preview } = input;
  const place = input.chosen["place"];
  const lies = (turn: string): Pick<PanelChoice, "part" | "value" | "label"> =>
    ({ part: "turn", value: turn, label: t("scene.lies", { turn: colourList(turn, t) }) });
  if (!mine || place === undefined) {
    return {
      label: t(mine ? "scene.panel.tile_mine" : "scene.panel.tile", { name: nameOf(input) }),
      choices: [{ ...lies(tile), svg: tilePicture(tile, IN_HAND, "in-hand"), enabled: false, plain: true, ...draggable }],
    };
  }
  const heading = headingOf(place);
  const effects = readEffects(preview?.effects);
  const group: PanelGroup = {
    label: t("scene.panel.turn"),
    choices: [tile, turned(tile)].map((turn): PanelChoice => ({
      ...lies(turn), svg: tilePicture(turn, heading), enabled: true, ...draggable,
    })),
    urgent: effects.over,
  };
  if (preview) group.note = closingText(effects, input, t) || t("scene.closes.nothing");
  return group;
}

function nameOf({ names, toAct }: SceneInput): string {
  return names[toAct ?? 0] ?? "";
}

function leftGroup(position: Position, boardSetup: BoardSetup, t: Translate): PanelGroup {
  const left = COLOURS.map((colour) => ({
    colour, count: position.pawns[colour], neutral: boardSetup.seats[colour] === null,
  }));
  const told = left.map(({ colour, count, neutral }) =>
    t(neutral ? "scene.left.neutral" : "scene.left.pawns", { colour: t(`colour.${colour}`), count }));
  told.push(t("scene.left.triangles", { count: position.reserve }));
  return {
    label: t(left.some(({ neutral }) => neutral) ? "scene.panel.left_neutral" : "scene.panel.left"),
    choices: [],
    picture: { svg: leftPicture(left, position.reserve), text: told.join(" ") },
  };
}

function bagGroup(position: Position, boardSetup: BoardSetup, t: Translate): PanelGroup {
  const names = Object.keys(boardSetup.tiles).filter((name) => (boardSetup.tiles[name] ?? 0) > 0);
  const told = names
    .filter((name) => (position.bag[name] ?? 0) > 0)
    .map((name) => t("scene.bag.tile", { count: position.bag[name] ?? 0, turn: colourList(name, t) }));
  return {
    label: t("scene.panel.bag", { count: bagSize(position) }),
    choices: [],
    picture: { svg: bagPicture(position.bag, names), text: told.join(" ") },
  };
}
