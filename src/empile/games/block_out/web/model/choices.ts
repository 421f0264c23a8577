/** What can be chosen: cards beside the table, blocks on it. */
import type { LegalMove, Translate, SceneInput, Target } from "../../../../../../web/src/stage/scene.ts";
import { MM, sceneSpot } from "./units.ts";
import { ANY, type Position, type Setting } from "./position.ts";
import type { WaitingPlace } from "./waiting-blocks.ts";

/** A target reaches a little beyond its block, in scene units. */
const AROUND = 0.72;

/** The seat whose cards are shown; null where none may be. */
export function seatShown({ toAct, mine }: SceneInput): number | null {
  if (toAct !== null && mine.includes(toAct)) return toAct;
  return mine[0] ?? null;
}

/** The blocks that can be placed with what is chosen so far; null where nobody here is to choose one. */
export function litBlocks({ legal, chosen }: SceneInput): ReadonlySet<string> | null {
  if (legal.length === 0) return null;
  const { card } = chosen;
  const left = legal.filter(({ parts }) =>
    parts["block"] !== undefined && (card === undefined || parts["card"] === card));
  return new Set(left.map(({ parts }) => parts["block"] ?? ""));
}

/** The blocks that can be placed with any card, in the order in which they wait. */
export function targets(
  input: SceneInput, setting: Setting, waiting: ReadonlyMap<string, WaitingPlace>, t: Translate,
): Target[] {
  const lit = litBlocks(input);
  return [...waiting].flatMap(([block, { pose }], index): Target[] => {
    const solid = setting.blocks.get(block);
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

/** How much else a card could be played for: the fewer, the sooner one parts with it. */
function worth(card: string): number {
  return [...card].filter((part) => part === ANY).length;
}

/**
 * Of the cards with which a chosen block can be placed, the one that could do least else. With a card
 * chosen, which block is for the person to say.
 */
export function preferred(left: readonly LegalMove[]): LegalMove | null {
  const [first] = left;
  const block = first?.parts["block"];
  if (block === undefined || !left.every(({ parts }) => parts["block"] === block)) return null;
  return [...left].sort((a, b) => worth(a.parts["card"] ?? "") - worth(b.parts["card"] ?? ""))[0] ?? null;
}

/** After a fall: the block on which a tower stands best, with its usual card; else null. */
export function quickNext({ legal }: SceneInput, { stage }: Position, setting: Setting): LegalMove | null {
  if (stage !== "rebuild") return null;
  const open = [...setting.blocks.values()].filter(({ name }) => legal.some(({ parts }) => parts["block"] === name));
  // Of the largest the first listed: they are listed from the least to the most askew.
  const [best] = open.sort((a, b) => b.edge - a.edge);
  return best ? preferred(legal.filter(({ parts }) => parts["block"] === best.name)) : null;
}

/** The kinds of cards that can be played now. */
export function playable({ legal }: SceneInput): ReadonlySet<string> {
  return new Set(legal.flatMap(({ parts }) => parts["card"] ?? []));
}

/** How many of each kind a hand holds, in card order; hidden cards are left out. */
export function stacked(hand: readonly string[], setting: Setting): [card: string, count: number][] {
  return Object.keys(setting.cards)
    .map((card): [string, number] => [card, hand.filter((held) => held === card).length])
    .filter(([, count]) => count > 0);
}

/** The card played last, if it still lies on the discard pile. */
export function topDiscard(input: SceneInput, { discard }: Position): string | null {
  const card = input.last?.parts["card"];
  return card !== undefined && (discard[card] ?? 0) > 0 ? card : null;
}
