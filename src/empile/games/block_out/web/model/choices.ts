/** Current choices: cards in the panel, blocks on the table. */
import type { LegalMove, Translate, SceneInput, Target } from "../../../../../../web/src/stage/scene.ts";
import { MM, sceneSpot } from "./units.ts";
import { ANY, type Position, type BoardSetup } from "./position.ts";
import type { WaitingPlace } from "./waiting-blocks.ts";

/** Radius of a target relative to its block, in scene units. */
const AROUND = 0.72;

/** Returns the blocks that can be placed with the current choices, or null if no block can be chosen. */
export function litBlocks({ legal, chosen }: SceneInput): ReadonlySet<string> | null {
  if (legal.length === 0) return null;
  const { card } = chosen;
  const left = legal.filter(({ parts }) =>
    parts["block"] !== undefined && (card === undefined || parts["card"] === card));
  return new Set(left.map(({ parts }) => parts["block"] ?? ""));
}

/** Returns targets for the blocks that can be placed with any card, in the order of their places. */
export function targets(
  input: SceneInput, boardSetup: BoardSetup, waiting: ReadonlyMap<string, WaitingPlace>, t: Translate,
): Target[] {
  const lit = litBlocks(input);
  return [...waiting].flatMap(([block, { pose }], index): Target[] => {
    const solid = boardSetup.blocks.get(block);
    if (!lit?.has(block) || !solid) return [];
    const [x, y, z] = pose;
    return [{
      id: `block:${block}`,
      part: "block",
      value: block,
      label: t(`block.${block}`),
      at: sceneSpot(x, y, z),
      radius: (solid.edge / MM) * AROUND,
      cell: { column: index, row: 0 },
    }];
  });
}

/** Returns how versatile a card is; the least versatile one is played first. */
function worth(card: string): number {
  return [...card].filter((part) => part === ANY).length;
}

/**
 * Returns the least versatile card that can place the chosen block. If a card is chosen, the player chooses
 * the block.
 */
export function preferred(left: readonly LegalMove[]): LegalMove | null {
  const [first] = left;
  const block = first?.parts["block"];
  if (block === undefined || !left.every(({ parts }) => parts["block"] === block)) return null;
  return [...left].sort((a, b) => worth(a.parts["card"] ?? "") - worth(b.parts["card"] ?? ""))[0] ?? null;
}

/** After a fall, returns the move with the most stable block and its usual card, or null. */
export function quickNext({ legal }: SceneInput, { stage }: Position, boardSetup: BoardSetup): LegalMove | null {
  if (stage !== "rebuild") return null;
  const open = [...boardSetup.blocks.values()].filter(({ name }) => legal.some(({ parts }) => parts["block"] === name));
  // Blocks are listed from least to most slanted, so the first of the largest is the best.
  const [best] = open.sort((a, b) => b.edge - a.edge);
  return best ? preferred(legal.filter(({ parts }) => parts["block"] === best.name)) : null;
}

/** Returns the kinds of cards that can be played now. */
export function playable({ legal }: SceneInput): ReadonlySet<string> {
  return new Set(legal.flatMap(({ parts }) => parts["card"] ?? []));
}

/** Returns how many cards of each kind a hand has, in card order, without hidden cards. */
export function stacked(hand: readonly string[], boardSetup: BoardSetup): [card: string, count: number][] {
  return Object.keys(boardSetup.cards)
    .map((card): [string, number] => [card, hand.filter((held) => held === card).length])
    .filter(([, count]) => count > 0);
}

/** Returns the last played card if it is on the discard pile. */
export function topDiscard(input: SceneInput, { discard }: Position): string | null {
  const card = input.last?.parts["card"];
  return card !== undefined && (discard[card] ?? 0) > 0 ? card : null;
}
