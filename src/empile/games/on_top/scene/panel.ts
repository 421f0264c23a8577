/** What lies beside the board: the tile in hand, what is left of pawns, and the bag. */
import type { PanelChoice, PanelGroup, Say, SceneInput } from "../../../../../web/src/board/scene.ts";
import { closingText, colourList } from "./choices.ts";
import { COLOURS } from "./colours.ts";
import { headingOf } from "./lattice.ts";
import { bagPicture, leftPicture, tilePicture } from "./pictures.ts";
import { type Position, type Setting, bagSize, readBrings, readPosition, turned } from "./position.ts";
import { IN_HAND } from "./sizes.ts";

export function panel(input: SceneInput, setting: Setting, say: Say): PanelGroup[] {
  const position = readPosition(input);
  const groups: PanelGroup[] = [];
  if (input.toAct !== null && position.tile !== null) groups.push(tileGroup(position.tile, input, say));
  groups.push(leftGroup(position, setting, say));
  if (input.toAct !== null) groups.push(bagGroup(position, setting, say));
  return groups;
}

/** The tile in both ways in which it can lie; as it lies on the place that is chosen. */
function tileGroup(tile: string, input: SceneInput, say: Say): PanelGroup {
  const mine = input.legal.length > 0;
  const { preview } = input;
  const place = input.chosen["place"];
  const heading = place === undefined ? IN_HAND : headingOf(place);
  // The same way stays at the same side, whatever the place asks for.
  const ways = [tile, turned(tile)];
  const choices = (mine ? ways : [tile]).map((turn, index): PanelChoice => ({
    part: "turn",
    value: turn,
    label: say("scene.lies", { turn: colourList(turn, say) }),
    svg: tilePicture(tile, place === undefined ? heading + index * Math.PI : heading + (turn === tile ? 0 : Math.PI)),
    enabled: mine,
    plain: !mine,
    ...(mine ? { carries: "place" } : {}),
  }));
  const brings = readBrings(preview?.brings);
  const note = preview
    ? closingText(brings, input, say) || say("scene.closes.nothing")
    : "";
  return {
    label: say(mine ? "scene.panel.tile_mine" : "scene.panel.tile", { name: nameOf(input) }),
    choices,
    ...(note ? { note } : {}),
    urgent: brings.over,
  };
}

function nameOf({ names, toAct }: SceneInput): string {
  return names[toAct ?? 0] ?? "";
}

function leftGroup(position: Position, setting: Setting, say: Say): PanelGroup {
  const left = COLOURS.map((colour) => ({
    colour, count: position.pawns[colour], neutral: setting.seats[colour] === null,
  }));
  const told = left.map(({ colour, count, neutral }) =>
    say(neutral ? "scene.left.neutral" : "scene.left.pawns", { colour: say(`colour.${colour}`), count }));
  told.push(say("scene.left.triangles", { count: position.reserve }));
  return {
    label: say(left.some(({ neutral }) => neutral) ? "scene.panel.left_neutral" : "scene.panel.left"),
    choices: [],
    picture: { svg: leftPicture(left, position.reserve), text: told.join(" ") },
  };
}

function bagGroup(position: Position, setting: Setting, say: Say): PanelGroup {
  const names = Object.keys(setting.tiles).filter((name) => (setting.tiles[name] ?? 0) > 0);
  const told = names
    .filter((name) => (position.bag[name] ?? 0) > 0)
    .map((name) => say("scene.bag.tile", { count: position.bag[name] ?? 0, turn: colourList(name, say) }));
  return {
    label: say("scene.panel.bag", { count: bagSize(position) }),
    choices: [],
    picture: { svg: bagPicture(position.bag, names), text: told.join(" ") },
  };
}
