/** What the box has, and what is left in it. */
import { type BoardSetup, type Position, readBoardSetup } from "../model/position.ts";

/** A position with the poses of the tower's blocks, from the bottom up. */
export type Posed = Position & { poses?: string[] };

export interface Box {
  seats: number;
  setup: BoardSetup;
  /** Whether a seat without cards places a bonus block. */
  advanced: boolean;
  /** Whether the tower needs poses. */
  physics: boolean;
  /** The last turn that can be played. */
  turns: number;
}

export function readBox(boardSetup: Record<string, unknown>, options: Record<string, unknown>): Box {
  const { players = 2, advanced = false, referee = "physics", turn_limit = 500 } = options;
  return {
    seats: Number(players), setup: readBoardSetup(boardSetup), advanced: advanced === true,
    physics: referee === "physics", turns: Number(turn_limit),
  };
}

/** Returns the cards of a kind that are in no hand and not discarded. */
export function cardsLeft({ hands, discard }: Position, card: string, { setup }: Box): number {
  const held = hands.flat().filter((one) => one === card).length;
  return (setup.cards[card] ?? 0) - held - (discard[card] ?? 0);
}

/** Returns cards in their order. */
export function inOrder(cards: readonly string[], { setup }: Box): string[] {
  return Object.keys(setup.cards).flatMap((card) => cards.filter((one) => one === card));
}

/** Returns the stages that the tower and the hands allow. */
export function stagesOf({ tower, hands, seat }: Position, { advanced }: Box): Position["stage"][] {
  const stages: Position["stage"][] = ["play"];
  if (tower.length === 0) stages.push("rebuild");
  if (advanced && (hands[seat ?? 0] ?? []).length === 0) stages.push("bonus");
  return stages;
}
