/** Typed board setup and position, and the coordinates of holes. */
import { type Cell, readCell } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";

/** Two opposite corners, lower left first. */
export type Zone = [Cell, Cell];

export interface BoardSetup {
  columns: number;
  rows: number;
  /** The zone in use. */
  zone: Zone;
  /** All zones of the lake, from the deep water outwards. */
  zones: Zone[];
  colours: string[];
  /** Each seat's full set as `d.h`, start ring first. */
  rings: string[][];
}

export interface LaidRing {
  /** Null for an obstacle. */
  seat: number | null;
  feet: [string, string];
  height: number;
}

export interface Position {
  stage: "start" | "play" | "over";
  seat: number | null;
  rings: LaidRing[];
  heads: (string | null)[];
  tails: (string | null)[];
  reserves: string[][];
}

export interface Ring {
  distance: number;
  height: number;
}

export function readRing(text: string): Ring {
  const [distance, height] = text.split(".").map(Number);
  return { distance: distance ?? 0, height: height ?? 0 };
}

export function readBoardSetup(boardSetup: Record<string, unknown>): BoardSetup {
  const said = boardSetup as {
    columns: number;
    rows: number;
    deep: [string, string];
    zone: [string, string];
    zones?: Record<string, [string, string]>;
    colours: string[];
    rings: string[][];
  };
  const zone = readZone(said.zone);
  const zones = said.zones
    ? Object.keys(said.zones)
        .sort()
        .map((seats) => readZone((said.zones ?? {})[seats] as [string, string]))
    : [readZone(said.deep), zone];
  const { columns, rows, colours, rings } = said;
  return { columns, rows, zone, zones, colours, rings };
}

export function readPosition(input: SceneInput): Position {
  return input.position as unknown as Position;
}

function readZone([low, high]: [string, string]): Zone {
  return [readCell(low), readCell(high)];
}

/** Returns the number of holes between the feet of a straight ring. */
export function distanceOf([a, b]: [string, string]): number {
  const from = readCell(a);
  const to = readCell(b);
  return Math.abs(from.column - to.column) + Math.abs(from.row - to.row);
}

/** Returns the ring that stands on `hole`; each hole holds at most one foot. */
export function ringOn(position: Position, hole: string | null): LaidRing | undefined {
  return hole === null ? undefined : position.rings.find((ring) => ring.feet.includes(hole));
}

/** The difference between two positions, if it is one short step. */
export type Step =
  | { kind: "same" }
  | { kind: "laid"; ring: LaidRing }
  | { kind: "taken-back"; ring: LaidRing }
  | { kind: "other" };

export function stepBetween(before: Position | null, next: Position): Step {
  if (!before) return { kind: "other" };
  const shared = Math.min(before.rings.length, next.rings.length);
  const difference = next.rings.length - before.rings.length;
  for (let index = 0; index < shared; index += 1) {
    if (ringKey(before.rings[index]) !== ringKey(next.rings[index])) return { kind: "other" };
  }
  const ring = (difference > 0 ? next : before).rings[shared];
  if (difference === 0) return { kind: "same" };
  if (difference === 1 && ring) return { kind: "laid", ring };
  if (difference === -1 && ring) return { kind: "taken-back", ring };
  return { kind: "other" };
}

export function ringKey(ring: LaidRing | undefined): string {
  return ring ? `${ring.seat}:${ring.feet.join("-")}^${ring.height}` : "";
}

/** A part of a monster's body under water, between two of its rings. */
export interface Link {
  seat: number;
  from: string;
  to: string;
}

/**
 * Returns how each monster's rings are connected. A ring's near foot is next to (in the expert game two holes
 * from) the end that it lengthened. If both ends are possible, the one that leaves head and tail in place is
 * taken.
 */
export function links(position: Position): Link[] {
  return position.heads.flatMap((head, seat) => {
    const own = position.rings.filter((ring) => ring.seat === seat);
    const tail = position.tails[seat];
    const [start, ...later] = own;
    if (!start || head === null || tail == null) return [];
    return follow(seat, start.feet[1], start.feet[0], later, head, tail) ?? [];
  });
}

function follow(
  seat: number,
  head: string,
  tail: string,
  rings: LaidRing[],
  lastHead: string,
  lastTail: string,
): Link[] | null {
  const [ring, ...rest] = rings;
  if (!ring) return head === lastHead && tail === lastTail ? [] : null;
  const [near, far] = ring.feet;
  for (const [end, nextHead, nextTail] of [
    [head, far, tail],
    [tail, head, far],
  ] as const) {
    if (!areAdjacent(end, near)) continue;
    const later = follow(seat, nextHead, nextTail, rest, lastHead, lastTail);
    if (later) return [{ seat, from: end, to: near }, ...later];
  }
  return null;
}

function areAdjacent(a: string, b: string): boolean {
  const from = readCell(a);
  const to = readCell(b);
  const columns = Math.abs(from.column - to.column);
  const rows = Math.abs(from.row - to.row);
  return (columns === 0 || rows === 0) && columns + rows >= 1 && columns + rows <= 2;
}
