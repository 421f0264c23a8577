/** Starts of solo levels: as a short text, in words, and edited. Nothing is changed in place. */
import { type Cell, cellName, readCell } from "../../../../../../web/src/board/cells.ts";
import type { Translate } from "../../../../../../web/src/stage/scene.ts";
import { withEnds } from "../model/edited-rings.ts";
import { type LaidRing, type Position, readRing } from "../model/position.ts";

export interface LevelStart extends Position {
  stage: "play";
  seat: 0;
  zone: [string, string];
}

export const SIZE = 12;
export const MOST_HEIGHT = 9;
export const MOST_DISTANCE = 11;
export const MOST_HAND = 12;

const HOLE = /^[a-l](?:[1-9]|1[0-2])$/;
const RING = /^(?:[1-9]|1[01])\.[1-9]$/;

export const EMPTY: LevelStart = {
  stage: "play", seat: 0, zone: ["d4", "i9"], rings: [], heads: [null], tails: [null], reserves: [[]],
};

// -- As a text -----------------------------------------------------------------------------------

/** `d4i9;_f5f8.3,d4d6.1;d6d4;2.2,4.2`: zone, rings (`_` for obstacles), head and tail, hand. */
export function encode({ zone, rings, heads, tails, reserves }: LevelStart): string {
  return [
    zone.join(""),
    rings.map(({ seat, feet, height }) => `${seat === null ? "_" : ""}${feet.join("")}.${height}`).join(","),
    `${heads[0] ?? "-"}${tails[0] ?? "-"}`,
    (reserves[0] ?? []).join(","),
  ].join(";");
}

export function decode(text: string): LevelStart | null {
  const [zone, rings, ends, hand, ...more] = text.split(";");
  if (hand === undefined || more.length > 0) return null;
  const corners = holes(zone ?? "");
  const laid = list(rings ?? "").map(decodeRing);
  const both = /^([a-l]\d{1,2}|-)([a-l]\d{1,2}|-)$/.exec(ends ?? "");
  const reserve = list(hand);
  if (corners.length !== 2 || !both || laid.includes(null)) return null;
  if (!reserve.every((ring) => RING.test(ring))) return null;
  const [head, tail] = both.slice(1).map((end) => (end === "-" ? null : end)) as [string | null, string | null];
  if ([head, tail].some((end) => end !== null && !HOLE.test(end))) return null;
  return {
    ...EMPTY,
    zone: corners as [string, string],
    rings: laid as LaidRing[],
    heads: [head],
    tails: [tail],
    reserves: [reserve],
  };
}

function list(text: string): string[] {
  return text === "" ? [] : text.split(",");
}

function holes(text: string): string[] {
  const found = text.match(/[a-l]\d{1,2}/g) ?? [];
  return found.join("") === text && found.every((hole) => HOLE.test(hole)) ? found : [];
}

function decodeRing(text: string): LaidRing | null {
  const match = /^(_?)(.+)\.([1-9])$/.exec(text);
  const feet = holes(match?.[2] ?? "");
  if (!match || feet.length !== 2) return null;
  return { seat: match[1] ? null : 0, feet: feet as [string, string], height: Number(match[3]) };
}

// -- In words ------------------------------------------------------------------------------------

/** Returns the rings in the lake, the ends and the hand, one text for each. */
export function describe(position: Position, t: Translate): string[] {
  const head = position.heads[0];
  const tail = position.tails[0];
  return [
    ...position.rings.map((ring) => ringText(ring, t)),
    ...(head ? [t("solo.list.head", { hole: head })] : []),
    ...(tail ? [t("solo.list.tail", { hole: tail })] : []),
    ...(position.reserves[0] ?? []).map((ring) => t("solo.list.hand", { ...readRing(ring) })),
  ];
}

export function ringText({ seat, feet: [near, far], height }: LaidRing, t: Translate): string {
  return t(seat === null ? "solo.list.stone" : "solo.list.own", { near, far, height });
}

// -- Edited --------------------------------------------------------------------------------------

/** Returns the zone with two opposite corners. */
export function zoneBetween(a: string, b: string): [string, string] {
  const one = readCell(a);
  const two = readCell(b);
  const corner = (pick: (...of: number[]) => number): Cell => ({
    column: pick(one.column, two.column), row: pick(one.row, two.row),
  });
  return [cellName(corner(Math.min)), cellName(corner(Math.max))];
}

export function isInZone({ zone: [low, high] }: Pick<LevelStart, "zone">, hole: string): boolean {
  const { column, row } = readCell(hole);
  const from = readCell(low);
  const to = readCell(high);
  return column >= from.column && column <= to.column && row >= from.row && row <= to.row;
}

export function changeRing(start: LevelStart, index: number, change: Partial<LaidRing>): LevelStart {
  return withEnds({
    ...start, rings: start.rings.map((ring, at) => (at === index ? { ...ring, ...change } : ring)),
  });
}

/** Moves a ring up or down in the order in which the rings were placed. */
export function moveRing(start: LevelStart, index: number, by: -1 | 1): LevelStart {
  const rings = [...start.rings];
  const ring = rings[index];
  const other = rings[index + by];
  if (!ring || !other) return start;
  [rings[index], rings[index + by]] = [other, ring];
  return { ...start, rings };
}

/** Adds a ring to the hand, or removes one; the hand stays sorted like in a position. */
export function addToHand(start: LevelStart, ring: string): LevelStart {
  return { ...start, reserves: [[...(start.reserves[0] ?? []), ring].sort()] };
}

export function removeFromHand(start: LevelStart, ring: string): LevelStart {
  const hand = [...(start.reserves[0] ?? [])];
  const at = hand.indexOf(ring);
  if (at >= 0) hand.splice(at, 1);
  return { ...start, reserves: [hand] };
}

/** Returns all rings outside of the zone. */
export function outside(start: LevelStart): LaidRing[] {
  return start.rings.filter(({ feet }) => feet.some((foot) => !isInZone(start, foot)));
}
