/**
 * Positions of Block Out! that are set up by hand: a tower from the bottom up, and cards. The stock follows from the
 * rest, and with the physics referee also the poses of the blocks, which lie flat on each other.
 */
import type {
  Position as PositionObject, PositionEditor, PositionField,
} from "../../../../../../web/src/stage/position-editor.ts";
import type { PanelGroup, SceneInput, Target, Translate } from "../../../../../../web/src/stage/scene.ts";
import { waitingPlaces } from "../model/waiting-blocks.ts";
import { type Box, type Posed, cardsLeft, inOrder } from "./box.ts";
import { completed } from "./completed.ts";
import { fields, withField } from "./tower-fields.ts";
import { beside, tray } from "./tower-panels.ts";
import { TOWER, places } from "./tower-places.ts";

export class TowerPositions implements PositionEditor {
  readonly #t: Translate;
  readonly #box: Box;
  readonly #waiting: ReturnType<typeof waitingPlaces>;

  constructor(t: Translate, box: Box) {
    this.#t = t;
    this.#box = box;
    this.#waiting = waitingPlaces(box.setup);
  }

  empty(): PositionObject {
    const { seats, setup } = this.#box;
    const none = Object.fromEntries(Object.keys(setup.cards).map((card) => [card, 0]));
    const position: Posed = {
      stage: "play", seat: 0, direction: 1, turn: 1, tower: [],
      hands: Array.from({ length: seats }, () => []), drawn: null, stock: none, discard: none,
    };
    return this.#completed(position, position);
  }

  /** Hidden cards go back to the stock; a block whose outcome is due stands. */
  adopt(position: PositionObject): PositionObject {
    const before = asPosition(position);
    const hands = before.hands.map((hand) => hand.filter((card) => card !== "?"));
    return this.#completed({ ...before, hands }, before);
  }

  tray(position: PositionObject): PanelGroup[] {
    return tray(asPosition(position), this.#box, this.#t);
  }

  places(input: SceneInput, piece: string | null): Target[] {
    return places(input, piece, this.#box, this.#waiting, this.#t);
  }

  beside(position: PositionObject, piece: string | null): PanelGroup[] {
    return beside(asPosition(position), piece, this.#box, this.#t);
  }

  put(position: PositionObject, piece: string, [place]: readonly string[]): PositionObject | null {
    if (place === undefined) return null;
    const before = asPosition(position);
    const [kind, what = ""] = piece.split(":");
    const changed = kind === "block" ? this.#withBlock(before, what, place) : this.#withCard(before, what, place);
    return changed ? this.#completed(changed, before) : position;
  }

  take(position: PositionObject, place: string): PositionObject {
    const before = asPosition(position);
    const changed = emptied(before, place);
    return changed ? this.#completed(changed, before) : position;
  }

  fields(position: PositionObject): PositionField[] {
    return fields(asPosition(position), this.#box, this.#t);
  }

  set(position: PositionObject, id: string, value: string): PositionObject {
    const before = asPosition(position);
    return this.#completed(withField(before, id, value), before);
  }

  #completed(position: Posed, before: Posed): PositionObject {
    return { ...completed(position, before, this.#box) };
  }

  #withBlock(position: Posed, block: string, place: string): Posed | null {
    if (place !== TOWER || position.tower.includes(block) || !this.#box.setup.blocks.has(block)) return null;
    return { ...position, tower: [...position.tower, block] };
  }

  #withCard(position: Posed, card: string, place: string): Posed | null {
    if (cardsLeft(position, card, this.#box) <= 0) return null;
    const [kind, seat = ""] = place.split(":");
    const hand = position.hands[Number(seat)];
    if (kind === "discard") {
      return { ...position, discard: { ...position.discard, [card]: (position.discard[card] ?? 0) + 1 } };
    }
    if (kind !== "hand" || !hand) return null;
    return { ...position, hands: position.hands.with(Number(seat), inOrder([...hand, card], this.#box)) };
  }
}

/** Returns the position without a block of the tower or a card; null if it is not there. */
function emptied(position: Posed, place: string): Posed | null {
  const { tower, hands, discard } = position;
  const [kind, where = "", card = ""] = place.split(":");
  if (kind === "block") {
    return tower.includes(where) ? { ...position, tower: tower.filter((block) => block !== where) } : null;
  }
  if (kind === "discard") {
    const many = discard[card] ?? 0;
    return many > 0 ? { ...position, discard: { ...discard, [card]: many - 1 } } : null;
  }
  const hand = kind === "hand" ? hands[Number(where)] : undefined;
  if (!hand?.includes(card)) return null;
  return { ...position, hands: hands.with(Number(where), hand.toSpliced(hand.indexOf(card), 1)) };
}

function asPosition(position: PositionObject): Posed {
  return position as unknown as Posed;
}
