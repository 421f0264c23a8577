/** Cities that are set up by hand. The draw pile and the figures in reserve follow from the rest. */
import type {
  Position as PositionObject, PositionEditor, PositionField,
} from "../../../../../../web/src/stage/position-editor.ts";
import type { PanelGroup, SceneInput, Target, Translate } from "../../../../../../web/src/stage/scene.ts";
import { COLOURS, type Owner, type Position, without } from "../model/position.ts";
import { type Box, TALLEST, blocksLeft, cardsLeft, completed, fillOf, figuresLeft, inOrder } from "./box.ts";
import { fields, withField } from "./city-fields.ts";
import { beside, tray } from "./city-panels.ts";
import { places } from "./city-places.ts";

export class CityPositions implements PositionEditor {
  readonly #t: Translate;
  readonly #box: Box;

  constructor(t: Translate, box: Box) {
    this.#t = t;
    this.#box = box;
  }

  empty(): PositionObject {
    const { seats } = this.#box;
    const each = <T>(value: T): T[] => Array.from({ length: seats }, () => value);
    return this.#completed({
      phase: seats > 2 ? 1 : 2, last_round: false, round: 1, seat: 0, towers: {}, figures: {}, reserve: [],
      hands: each(""), jokers: each(true), blocks: each(""), points: each(0), deck: 0,
      discard: { W: 0, G: 0, B: 0, M: 0 },
    });
  }

  /** Hidden cards go back to the draw pile. */
  adopt(position: PositionObject): PositionObject {
    const before = asPosition(position);
    const hands = before.hands.map((hand) => hand.replaceAll("?", ""));
    return this.#completed({ ...before, hands, seat: before.seat ?? 0 });
  }

  tray(position: PositionObject): PanelGroup[] {
    return tray(asPosition(position), this.#box, this.#t);
  }

  places(input: SceneInput, piece: string | null): Target[] {
    return places(input, piece, this.#box, this.#t);
  }

  beside(position: PositionObject, piece: string | null): PanelGroup[] {
    return beside(asPosition(position), piece, this.#t);
  }

  put(position: PositionObject, piece: string, [place]: readonly string[]): PositionObject | null {
    if (place === undefined) return null;
    const before = asPosition(position);
    const [kind = "", what = ""] = piece.split(":");
    const changed =
      kind === "block" ? this.#withBlock(before, what, place)
      : kind === "blocks" ? withRest(before, place)
      : kind === "figure" ? this.#withFigure(before, what, place)
      : kind === "card" ? withCard(before, what, place)
      : withCards(before, place);
    return changed ? this.#completed(changed) : position;
  }

  take(position: PositionObject, place: string): PositionObject {
    const changed = emptied(asPosition(position), place);
    return changed ? this.#completed(changed) : position;
  }

  fields(position: PositionObject): PositionField[] {
    return fields(asPosition(position), this.#box, this.#t);
  }

  set(position: PositionObject, id: string, value: string): PositionObject {
    return this.#completed(withField(asPosition(position), id, value));
  }

  #completed(position: Position): PositionObject {
    return { ...completed(position, this.#box) };
  }

  #withBlock(position: Position, colour: string, place: string): Position | null {
    const known = COLOURS.find((one) => one === colour);
    if (!known || blocksLeft(position, known) <= 0) return null;
    const seat = seatAt(place, "blocks");
    if (seat !== null) return { ...position, blocks: joined(position.blocks, seat, known) };
    const tower = position.towers[place] ?? "";
    if (place in position.figures || tower.length >= TALLEST) return null;
    return { ...position, towers: { ...position.towers, [place]: inOrder(tower + known) } };
  }

  #withFigure(position: Position, whose: string, place: string): Position | null {
    const owner: Owner = whose === "neutral" ? whose : Number(whose);
    if (figuresLeft(position, owner, this.#box) <= 0) return null;
    if (place in position.figures || place in position.towers) return null;
    return { ...position, figures: { ...position.figures, [place]: owner } };
  }
}

/** Returns the position with all remaining blocks in front of a seat. */
function withRest(position: Position, place: string): Position | null {
  const seat = seatAt(place, "blocks");
  const rest = COLOURS.map((colour) => colour.repeat(Math.max(0, blocksLeft(position, colour)))).join("");
  if (seat === null || rest === "") return null;
  return { ...position, blocks: joined(position.blocks, seat, rest) };
}

function withCard(position: Position, card: string, place: string): Position | null {
  const colour = COLOURS.find((one) => one === card);
  if (!colour || cardsLeft(position, colour) <= 0) return null;
  if (place === "discard") {
    return { ...position, discard: { ...position.discard, [colour]: position.discard[colour] + 1 } };
  }
  const seat = seatAt(place, "hand");
  return seat === null ? null : { ...position, hands: joined(position.hands, seat, colour) };
}

function withCards(position: Position, place: string): Position | null {
  const seat = seatAt(place, "hand");
  if (seat === null) return null;
  return { ...position, hands: joined(position.hands, seat, fillOf(position, seat)) };
}

/** Returns the position without what is at a place: a tower, a figure, a block or a card; null if nothing is there. */
function emptied(position: Position, place: string): Position | null {
  const { towers, figures, blocks, hands, discard } = position;
  if (place in towers) return { ...position, towers: omitted(towers, place) };
  if (place in figures) return { ...position, figures: omitted(figures, place) };
  const [kind, where = "", letter = ""] = place.split(":");
  const colour = COLOURS.find((one) => one === letter);
  if (!colour) return null;
  if (kind === "discard") {
    return discard[colour] > 0 ? { ...position, discard: { ...discard, [colour]: discard[colour] - 1 } } : null;
  }
  const all = kind === "hand" ? hands : kind === "blocks" ? blocks : [];
  const letters = all[Number(where)] ?? "";
  if (!letters.includes(colour)) return null;
  const left = all.with(Number(where), without(letters, colour));
  return kind === "hand" ? { ...position, hands: left } : { ...position, blocks: left };
}

/** Returns the seat of a place such as `hand:0` or `blocks:1:W`, null if it is of another kind. */
function seatAt(place: string, kind: "hand" | "blocks"): number | null {
  const [found, seat] = place.split(":");
  return found === kind && seat !== undefined ? Number(seat) : null;
}

function joined(all: readonly string[], seat: number, letters: string): string[] {
  return all.map((one, index) => (index === seat ? inOrder(one + letters) : one));
}

function omitted<T>(things: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(things).filter(([name]) => name !== key));
}

function asPosition(position: PositionObject): Position {
  return position as unknown as Position;
}
