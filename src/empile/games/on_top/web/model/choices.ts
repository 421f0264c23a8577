/** Current choices on the board, and the initial rotation of a tile. */
import type {
  LegalMove,
  Translate,
  SceneInput,
  Shortcut,
  Target,
} from "../../../../../../web/src/stage/scene.ts";
import { type Colour, colourOf } from "./colours.ts";
import { type Lattice, apart, headingOf } from "./lattice.ts";
import { turnPicture } from "./svg-icons.ts";
import { type Effects, readEffects } from "./position.ts";
import { IN_HAND, TILE_HEIGHT } from "./sizes.ts";

const RADIUS = 0.25;
const GHOST_RADIUS = 0.42;

/** A place, and the possible rotations of the tile there. */
export interface Open {
  place: string;
  ways: LegalMove[];
}

/** Returns the legal places in reading order: from the top row down, from left to right. */
export function openPlaces(legal: readonly LegalMove[], lattice: Lattice): Open[] {
  const found = new Map<string, LegalMove[]>();
  for (const move of legal) {
    const place = move.parts["place"] ?? "";
    const ways = found.get(place);
    if (ways) ways.push(move);
    else found.set(place, [move]);
  }
  return [...found]
    .map(([place, ways]) => ({ place, ways, at: lattice.place(place) }))
    .sort((a, b) => a.at.z - b.at.z || a.at.x - b.at.x)
    .map(({ place, ways }) => ({ place, ways }));
}

/** Whether some rotation of the tile closes a circle there. */
export function closes({ ways }: Open): boolean {
  return ways.some(({ effects }) => readEffects(effects).circles.length > 0);
}

/** Tracks the rotation of the tile in hand: moved from place to place it turns as little as necessary. */
export class TileRotation {
  /** The shown rotation, and how the tile got to its place. */
  #shown = IN_HAND;
  #came = { place: "", heading: IN_HAND };
  #tile = "";

  /** Updates from the preview: another tile, or this tile at a place. */
  follow(tile: string, preview: LegalMove | null): void {
    if (tile !== this.#tile) {
      this.#tile = tile;
      this.#shown = IN_HAND;
      this.#came = { place: "", heading: IN_HAND };
    }
    if (!preview) {
      this.#came = { place: "", heading: this.#shown };
      return;
    }
    const { place = "" } = preview.parts;
    const heading = this.#heading(preview);
    if (place !== this.#came.place) this.#came = { place, heading };
    this.#shown = heading;
  }

  /** Returns the one of two rotations that turns the tile less, or null. */
  preferred(left: readonly LegalMove[]): LegalMove | null {
    const [first] = left;
    const place = first?.parts["place"];
    if (!first || place === undefined || this.#tile === "") return null;
    if (!left.every(({ parts }) => parts["place"] === place)) return null;
    const from = place === this.#came.place ? this.#came.heading : this.#shown;
    const turn = (move: LegalMove): number => apart(this.#heading(move), from);
    return [...left].sort((a, b) => turn(a) - turn(b))[0] ?? null;
  }

  #heading({ parts }: LegalMove): number {
    const heading = headingOf(parts["place"] ?? "");
    return parts["turn"] === this.#tile ? heading : heading + Math.PI;
  }
}

/** Returns the other rotation at the chosen place. */
export function otherWay({ legal, preview }: SceneInput): LegalMove | null {
  if (!preview) return null;
  const { place, turn } = preview.parts;
  return legal.find(({ parts }) => parts["place"] === place && parts["turn"] !== turn) ?? null;
}

export function targets(input: SceneInput, lattice: Lattice, hold: TileRotation, t: Translate): Target[] {
  const other = otherWay(input);
  return openPlaces(input.legal, lattice).map(({ place, ways }): Target => {
    const { x, z } = lattice.place(place);
    const base = {
      id: `place:${place}`,
      cell: { column: Math.round(2 * x), row: Math.round(-2 * z) },
    };
    if (input.preview?.parts["place"] === place && other) {
      // Clicking it again turns the tile; dragging moves it.
      return {
        ...base,
        part: "turn",
        value: other.parts["turn"] ?? "",
        label: t("scene.turn", { turn: colourList(other.parts["turn"] ?? "", t) }),
        at: { x, y: TILE_HEIGHT, z },
        radius: GHOST_RADIUS,
        carries: "place",
      };
    }
    const move = hold.preferred(ways) ?? ways[0];
    const told = closingText(readEffects(move?.effects), input, t);
    return {
      ...base,
      part: "place",
      value: place,
      label: told ? `${t("scene.place", { place })}, ${told}` : t("scene.place", { place }),
      at: { x, y: 0.02, z },
      radius: RADIUS,
    };
  });
}

/** Returns the button and key that turn the previewed tile. */
export function shortcuts(input: SceneInput, t: Translate): Shortcut[] {
  const other = otherWay(input);
  if (!other) return [];
  return [{
    part: "turn",
    value: other.parts["turn"] ?? "",
    label: t("scene.turn_it"),
    key: "r",
    svg: turnPicture(),
  }];
}

/** Returns colours in words, in order. */
export function colourList(letters: string, t: Translate): string {
  return [...letters].map((letter) => t(`colour.${letter}`)).join(", ");
}

/** Describes what a move closes, for example "closes: blue 3 points, nobody"; empty if nothing. */
export function closingText({ circles, over }: Effects, input: SceneInput, t: Translate): string {
  if (circles.length === 0) return "";
  const each = circles.map(({ tower, seat, points }) => {
    const top = tower.at(-1);
    if (top === undefined) return t("scene.closes.tie");
    if (points === 0) return t("scene.closes.cut");
    const colour = t(`colour.${top as Colour}`);
    if (seat === null) return t("scene.closes.neutral", { colour, height: tower.length });
    return t("scene.closes.seat", {
      name: input.names[seat] ?? t(`colour.${colourOf(seat)}`), colour, count: points,
    });
  });
  const told = t("scene.closes", { count: circles.length, what: each.join(" · ") });
  return over ? `${told} ${t("scene.closes.over")}` : told;
}
