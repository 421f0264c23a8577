/** Lakes that are set up by hand: pieces are named `seat:d.h` (rings), `seat:H` and `seat:T` (ends). */
import { type Cell, Grid, cellName, readCell } from "../../../../../../web/src/board/cells.ts";
import type { Position as PositionObject, PositionEditor, PositionField } from "../../../../../../web/src/stage/position-editor.ts";
import type { PanelChoice, PanelGroup, SceneInput, Target, Translate } from "../../../../../../web/src/stage/scene.ts";
import { addRing, covers, isReached, placeEnd, removeRing, topRing } from "../model/edited-rings.ts";
import {
  type BoardSetup, distanceOf, type LaidRing, type Position, readRing,
} from "../model/position.ts";
import { ringPicture } from "../model/svg-icons.ts";
import { holesOf, inOrder, secondFeet } from "./fitting-rings.ts";

interface Lake extends Position {
  zone: [string, string];
}

const OBSTACLE = "-";
const RADIUS = 0.46;

export class LakePositions implements PositionEditor {
  readonly #t: Translate;
  readonly #setup: BoardSetup;
  readonly #reach: number;
  readonly #grid: Grid;

  /** `reach` is the distance of a ring's near foot from the end that it lengthens. */
  constructor(t: Translate, setup: BoardSetup, reach: number) {
    this.#t = t;
    this.#setup = setup;
    this.#reach = reach;
    this.#grid = new Grid(...setup.zone);
  }

  /** Whether this is a lake of a solo game, in which any rings may be laid or in hand. */
  get #solo(): boolean {
    return this.#setup.colours.length === 1;
  }

  empty(): PositionObject {
    const { colours, rings, zone: [low, high] } = this.#setup;
    const nobody = colours.map(() => null);
    const lake: Lake = {
      stage: "play", seat: 0, zone: [cellName(low), cellName(high)], rings: [], heads: nobody, tails: nobody,
      reserves: rings.map((set) => (this.#solo ? [] : [...set].sort())),
    };
    return asObject(lake);
  }

  adopt(position: PositionObject): PositionObject {
    const lake = asLake(position);
    return asObject({ ...lake, stage: "play", seat: lake.seat ?? 0 });
  }

  tray(position: PositionObject): PanelGroup[] {
    const lake = asLake(position);
    const groups = this.#setup.colours.map((_, seat) => this.#group(lake, seat));
    return this.#solo ? [...groups, this.#obstacles()] : groups;
  }

  #group(lake: Lake, seat: number): PanelGroup {
    const rings = this.#kinds(seat).map((ring) => this.#ringChoice(lake, seat, ring));
    const ends = ["H", "T"].map((end): PanelChoice => ({
      part: "piece", value: `${seat}:${end}`, label: this.#t(end === "H" ? "scene.panel.head" : "scene.panel.tail"),
      enabled: lake.rings.some((ring) => ring.seat === seat),
    }));
    return { label: this.#t("editor.position.rings", { colour: this.#colour(seat) }), choices: [...rings, ...ends] };
  }

  #ringChoice(lake: Lake, seat: number, ring: string): PanelChoice {
    const shape = readRing(ring);
    const count = this.#solo ? 1 : (lake.reserves[seat] ?? []).filter((other) => other === ring).length;
    const words = { ...shape, number: count, colour: this.#colour(seat) };
    return {
      part: "piece", value: `${seat}:${ring}`,
      label: this.#t(count > 1 ? "scene.panel.ring_many" : "scene.panel.ring", words),
      svg: ringPicture(shape, this.#setup.colours[seat], { count, tallest: this.#tallest }),
      enabled: count > 0,
    };
  }

  #obstacles(): PanelGroup {
    return {
      label: this.#t("editor.position.stones"),
      choices: this.#kinds(0).map((ring): PanelChoice => ({
        part: "piece", value: `${OBSTACLE}:${ring}`, label: this.#t("scene.panel.ring", { ...readRing(ring) }),
        svg: ringPicture(readRing(ring), undefined, { tallest: this.#tallest }), enabled: true,
      })),
    };
  }

  /** Returns each kind of ring in a seat's set once, the start ring first, then from low to high. */
  #kinds(seat: number): string[] {
    const [start, ...others] = this.#setup.rings[seat] ?? [];
    const rank = (ring: string) => 100 * readRing(ring).height + readRing(ring).distance;
    return [...new Set([...(start === undefined ? [] : [start]), ...others.sort((a, b) => rank(a) - rank(b))])];
  }

  get #tallest(): number {
    return Math.max(1, ...this.#setup.rings.flat().map((ring) => readRing(ring).height));
  }

  #colour(seat: number): string {
    return this.#t(`colour.${this.#setup.colours[seat]}`);
  }

  places(input: SceneInput, piece: string | null, chosen: readonly string[]): Target[] {
    const lake = asLake(input.position);
    return this.#holes(lake, piece, chosen[0]).map((hole) => this.#target(lake, hole));
  }

  #holes(lake: Lake, piece: string | null, first: string | undefined): Cell[] {
    const all = holesOf(this.#setup);
    if (piece === null) return all;
    const { seat, what } = readPiece(piece);
    if (what === "H" || what === "T") {
      const end = (what === "H" ? lake.heads : lake.tails)[seat ?? 0];
      const feet = lake.rings.filter((ring) => ring.seat === seat).flatMap((ring) => ring.feet);
      return all.filter((hole) => feet.includes(cellName(hole)) && cellName(hole) !== end);
    }
    const others = (hole: Cell) => secondFeet(lake.rings, this.#setup, readRing(what), hole);
    if (first === undefined) return all.filter((hole) => others(hole).length > 0);
    const far = others(readCell(first));
    return all.filter((hole) => far.includes(cellName(hole)));
  }

  #target(lake: Lake, hole: Cell): Target {
    const name = cellName(hole);
    const { x, z } = this.#grid.place(hole);
    return {
      id: `place:${name}`, part: "place", value: name, label: [name, ...this.#contents(lake, name)].join(", "),
      at: { x, y: 0.05, z }, radius: RADIUS, cell: hole,
    };
  }

  /** Returns what stands in a hole or passes over it, in words. */
  #contents(lake: Lake, hole: string): string[] {
    const rings = lake.rings.filter((ring) => covers(ring, hole)).map((ring) => this.#ringText(ring));
    const ends = this.#setup.colours.flatMap((_, seat) => [
      ...(lake.heads[seat] === hole ? [this.#t("editor.position.H", { colour: this.#colour(seat) })] : []),
      ...(lake.tails[seat] === hole ? [this.#t("editor.position.T", { colour: this.#colour(seat) })] : []),
    ]);
    return [...rings, ...ends];
  }

  #ringText({ seat, feet: [near, far], height }: LaidRing): string {
    if (seat === null) return this.#t("solo.list.stone", { near, far, height });
    return this.#t("editor.position.ring", { near, far, height, colour: this.#colour(seat) });
  }

  put(position: PositionObject, piece: string, chosen: readonly string[]): PositionObject | null {
    const lake = asLake(position);
    const [first, second] = chosen;
    const { seat, what } = readPiece(piece);
    if (what === "H" || what === "T") {
      if (first === undefined || seat === null) return null;
      return asObject(placeEnd(lake, what === "H" ? "heads" : "tails", first, seat));
    }
    if (first === undefined || second === undefined) return null;
    const ring = this.#oriented(lake, { seat, feet: [first, second], height: readRing(what).height });
    return asObject(this.#settled(addRing(lake, ring, this.#reach)));
  }

  /** Returns a ring with the foot first that lengthens its monster, if one of them does. */
  #oriented(lake: Lake, ring: LaidRing): LaidRing {
    const [first, second] = ring.feet;
    if (ring.seat === null) return ring;
    const ends = [lake.heads[ring.seat], lake.tails[ring.seat]];
    const reached = (foot: string) => ends.some((end) => isReached(end, foot, this.#reach));
    return reached(second) && !reached(first) ? { ...ring, feet: [second, first] } : ring;
  }

  take(position: PositionObject, place: string): PositionObject {
    const lake = asLake(position);
    const index = topRing(lake, place);
    return index < 0 ? position : asObject(this.#settled(removeRing(lake, index)));
  }

  /** Puts into the reserves what is not laid, and rings below others before them. */
  #settled(lake: Lake): Lake {
    const rings = inOrder(lake.rings);
    if (this.#solo) return { ...lake, rings };
    return {
      ...lake,
      rings,
      reserves: this.#setup.rings.map((set, seat) => {
        const left = [...set].sort();
        for (const ring of lake.rings) {
          const index = ring.seat === seat ? left.indexOf(`${distanceOf(ring.feet)}.${ring.height}`) : -1;
          if (index >= 0) left.splice(index, 1);
        }
        return left;
      }),
    };
  }

  fields(position: PositionObject): PositionField[] {
    if (this.#solo) return [];
    return [{
      kind: "choice", id: "seat", label: this.#t("study.position.seat"), value: String(asLake(position).seat ?? 0),
      options: this.#setup.colours.map((_, seat) => ({ value: String(seat), label: this.#colour(seat) })),
    }];
  }

  set(position: PositionObject, id: string, value: string): PositionObject {
    return id === "seat" ? { ...position, seat: Number(value) } : position;
  }
}

function asLake(position: PositionObject): Lake {
  return position as unknown as Lake;
}

function asObject(lake: Lake): PositionObject {
  return lake as unknown as PositionObject;
}

function readPiece(piece: string): { seat: number | null; what: string } {
  const [seat = "", what = ""] = piece.split(":");
  return { seat: seat === OBSTACLE ? null : Number(seat), what };
}
