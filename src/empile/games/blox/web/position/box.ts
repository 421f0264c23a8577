/** What the box has, and what follows from a part of a position. */
import {
  COLOURS, type BoardSetup, type Colour, type Owner, type Position, count, readBoardSetup,
} from "../model/position.ts";

export const FIGURES = 4;
export const HAND = 5;
export const TALLEST = 5;
const CARDS = 15;
const BLOCKS = 10;
/** One block of each colour is left out. */
const BLOCKS_OF_TWO = 9;

export interface Box {
  seats: number;
  setup: BoardSetup;
  /** Number of neutral figures. */
  neutral: number;
  /** The last round that can be played. */
  rounds: number;
}

export function readBox(boardSetup: Record<string, unknown>, options: Record<string, unknown>): Box {
  const { neutral, round_limit } = boardSetup as { neutral: string[]; round_limit: number };
  const seats = typeof options["players"] === "number" ? options["players"] : 2;
  return { seats, setup: readBoardSetup(boardSetup), neutral: neutral.length, rounds: round_limit };
}

/** Returns letters in notation order. */
export function inOrder(letters: string): string {
  return COLOURS.map((colour) => colour.repeat(count(letters, colour))).join("");
}

/** Returns the blocks that are neither in a tower nor in front of a seat. */
export function blocksLeft(position: Position, colour: Colour): number {
  const each = position.points.length > 2 ? BLOCKS : BLOCKS_OF_TWO;
  return each - count([...Object.values(position.towers), ...position.blocks].join(""), colour);
}

/** Returns the figures that can still be put on the board. */
export function figuresLeft(position: Position, owner: Owner, { neutral }: Box): number {
  const placed = Object.values(position.figures).filter((one) => one === owner).length;
  return (owner === "neutral" ? neutral : FIGURES) - placed;
}

/** Returns the cards that are in no hand and not discarded. */
export function cardsLeft({ hands, discard }: Position, colour: Colour): number {
  return CARDS - count(hands.join(""), colour) - discard[colour];
}

/** Returns a position with the draw pile and the reserves that the rest leaves. */
export function completed(position: Position, box: Box): Position {
  const left = COLOURS.map((colour) => [colour, Math.max(0, cardsLeft(position, colour))]);
  return {
    ...position,
    reserve: position.points.map((_, seat) => Math.max(0, figuresLeft(position, seat, box))),
    deck: Object.fromEntries(left) as Record<Colour, number>,
  };
}

/** Returns cards that fill up a hand: each is of the colour of which most are left. */
export function fillOf(position: Position, seat: number): string {
  const hand = position.hands[seat] ?? "";
  const left = COLOURS.map((colour) => ({ colour, many: cardsLeft(position, colour) }));
  let cards = "";
  while (hand.length + cards.length < HAND) {
    const most = left.reduce((one, other) => (other.many > one.many ? other : one));
    if (most.many <= 0) break;
    most.many -= 1;
    cards += most.colour;
  }
  return cards;
}
