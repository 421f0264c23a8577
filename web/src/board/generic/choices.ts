/** What can be chosen: spots of the picture, and values without spots in the panel. */
import { byNumber } from "../by-number.ts";
import type { LegalMove, PanelChoice, PanelGroup, SceneInput, Target, Translate } from "../../stage/scene.ts";
import { agreeing, values } from "../cells.ts";
import { partName, valueName } from "../move-words.ts";
import { labelOf, wordsOf } from "./labels.ts";
import type { Picture, Spot } from "./picture.ts";

/** A spot, and the part that it chooses now. */
export interface OpenSpot {
  spot: Spot;
  part: string;
  /** Whether the part is still open: the next step of a move. Others would change a choice. */
  next: boolean;
}

/** Returns all parts of the moves, in the order in which they are chosen. */
function partsOf(moves: readonly LegalMove[]): string[] {
  return [...new Set(moves.flatMap(({ parts }) => Object.keys(parts)))];
}

/**
 * Returns the values of `part` that can be chosen: those of the moves that agree with the choices of other parts, for
 * a part that is chosen already with those before it.
 */
function openValues({ legal, chosen }: SceneInput, part: string, order: readonly string[]): string[] {
  const free = part in chosen ? order.slice(order.indexOf(part)) : [part];
  return values(agreeing(legal, chosen, free), part);
}

/** Returns the spots that can be chosen; a spot with several open parts chooses the next one. */
export function openSpots(input: SceneInput, { spots }: Picture): OpenSpot[] {
  const { legal, chosen } = input;
  const onBoard = new Set(spots.flatMap(({ parts }) => parts));
  // The next part of a move is the first open one that has spots: after "from" comes "to", not "to" and "build".
  const next = new Map<string, Set<string>>();
  for (const { parts } of agreeing(legal, chosen)) {
    const part = Object.keys(parts).find((one) => !(one in chosen) && onBoard.has(one));
    if (part !== undefined) next.set(part, (next.get(part) ?? new Set()).add(parts[part] ?? ""));
  }
  const order = partsOf(legal);
  const taken = order.filter((part) => part in chosen && onBoard.has(part)).reverse();
  const others = new Map(taken.map((part) => [part, new Set(openValues(input, part, order))]));
  return spots.flatMap((spot): OpenSpot[] => {
    const fits = (open: ReadonlyMap<string, ReadonlySet<string>>) =>
      [...open.keys()].find((part) => spot.parts.includes(part) && open.get(part)?.has(spot.value));
    const part = fits(next) ?? fits(others);
    return part === undefined ? [] : [{ spot, part, next: next.get(part)?.has(spot.value) ?? false }];
  });
}

/** Maps a spot of the picture to scene coordinates. */
type Place = (spot: Spot) => { x: number; z: number; radius: number };

/** Returns the targets of the board. */
export function targets(input: SceneInput, picture: Picture, t: Translate, place: Place): Target[] {
  return openSpots(input, picture)
    .sort((a, b) => Number(b.next) - Number(a.next) || inRows(a.spot, b.spot))
    .map(({ spot, part }) => targetAt(spot, part, labelOf(spot, picture, input, t), place));
}

/** Returns all spots as targets. */
export function places(input: SceneInput, picture: Picture, t: Translate, place: Place): Target[] {
  return [...picture.spots].sort(inRows).map((spot) => targetAt(spot, "place", labelOf(spot, picture, input, t), place));
}

function targetAt(spot: Spot, part: string, label: string, place: Place): Target {
  const { x, z, radius } = place(spot);
  return { id: `${part}:${spot.value}`, part, value: spot.value, label, at: { x, y: 0, z }, radius };
}

function inRows(a: Spot, b: Spot): number {
  return a.y - b.y || a.x - b.x;
}

/** Returns a group for each part of which several values are open and have no spot. */
export function panel(input: SceneInput, { spots }: Picture, t: Translate): PanelGroup[] {
  if (input.legal.length === 0) return [];
  const order = partsOf(input.legal);
  const known = new Set(spots.flatMap(({ parts, value }) => parts.map((part) => `${part}:${value}`)));
  const groups = order.flatMap((part) => {
    const all = values(input.legal, part);
    const open = new Set(openValues(input, part, order));
    const without = all.filter((value) => !known.has(`${part}:${value}`));
    // One value for all moves is chosen by itself.
    return all.length > 1 && without.length > 0 ? [group(part, without, open, t)] : [];
  });
  const part = order[0];
  if (groups.length > 0 || part === undefined || input.legal.some(({ parts }) => hasSpot(parts, known))) return groups;
  const only = values(input.legal, part);
  return [group(part, only, new Set(only), t)];
}

function hasSpot(parts: LegalMove["parts"], known: ReadonlySet<string>): boolean {
  return Object.entries(parts).some(([part, value]) => known.has(`${part}:${value}`));
}

function group(part: string, all: readonly string[], open: ReadonlySet<string>, t: Translate): PanelGroup {
  const words = wordsOf(t);
  const choices = [...all].sort(byNumber).map((value): PanelChoice => ({
    part, value, label: valueName(words, part, value), enabled: open.has(value),
  }));
  return { label: partName(words, part), choices };
}
