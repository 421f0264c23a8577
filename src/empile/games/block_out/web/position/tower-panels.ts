/** The tray of blocks and cards, and the hands and the discard pile next to the table. */
import type { PanelChoice, PanelGroup, Translate } from "../../../../../../web/src/stage/scene.ts";
import { cardPicture } from "../model/cards.ts";
import { stacked } from "../model/choices.ts";
import { type Position, discardSize } from "../model/position.ts";
import { blockPicture, handPicture } from "../model/svg-icons.ts";
import { type Box, cardsLeft } from "./box.ts";

/** Size of a block's icon, relative to a picture of the block to be placed. */
const SMALL = 0.42;

export function tray(position: Position, box: Box, t: Translate): PanelGroup[] {
  return [
    { label: t("editor.position.blocks"), choices: blockChoices(position, box, t) },
    { label: t("editor.position.cards"), choices: cardChoices(position, box, t) },
  ];
}

function blockChoices({ tower }: Position, { setup }: Box, t: Translate): PanelChoice[] {
  const solids = [...setup.blocks.values()];
  const largest = Math.max(...solids.map(({ edge }) => edge));
  return solids.map((solid) => ({
    part: "piece", value: `block:${solid.name}`, label: t(`block.${solid.name}`),
    svg: blockPicture(solid, letterOf(solid.name, t), largest, SMALL), enabled: !tower.includes(solid.name),
  }));
}

function cardChoices(position: Position, box: Box, t: Translate): PanelChoice[] {
  return Object.keys(box.setup.cards).map((card) => {
    const count = Math.max(0, cardsLeft(position, card, box));
    return {
      part: "piece", value: `card:${card}`, label: t("editor.position.card", { card: t(`card.${card}`), count }),
      svg: face(card, 1, box, t), caption: `×${count}`, enabled: count > 0,
    };
  });
}

/** Returns where a card can go; for null, the cards that can be taken away. */
export function beside(position: Position, piece: string | null, box: Box, t: Translate): PanelGroup[] {
  if (piece === null) {
    const hands = position.hands.map((hand, seat) =>
      cardGroup(t("editor.position.hand", { name: t(`seat.${seat}`) }), `hand:${seat}`, hand, box, t));
    const discarded = Object.entries(position.discard).flatMap(([card, count]) => Array.from({ length: count }, () => card));
    return [...hands, cardGroup(t("editor.position.discard"), "discard:all", discarded, box, t)];
  }
  return piece.startsWith("card:") ? [goals(position, t)] : [];
}

function goals(position: Position, t: Translate): PanelGroup {
  const choices = position.hands.map((hand, seat): PanelChoice => ({
    part: "place", value: `hand:${seat}`,
    label: t("editor.position.hand.cards", { name: t(`seat.${seat}`), count: hand.length }),
    svg: handPicture(Math.max(1, hand.length)), caption: `${t(`seat.${seat}`)} ×${hand.length}`, enabled: true,
  }));
  const count = discardSize(position);
  choices.push({
    part: "place", value: "discard", label: t("editor.position.discard.cards", { count }), svg: handPicture(1),
    caption: t("editor.position.discard"), enabled: true,
  });
  return { label: t("editor.position.hands"), choices };
}

function cardGroup(label: string, place: string, cards: readonly string[], box: Box, t: Translate): PanelGroup {
  const choices = stacked(cards, box.setup).map(([card, count]): PanelChoice => ({
    part: "place", value: `${place}:${card}`,
    label: t("editor.position.held", { place: label, cards: t(`cards.${card}`, { count }) }),
    svg: face(card, count, box, t), enabled: true,
  }));
  return choices.length > 0 ? { label, choices } : { label, choices, note: t("editor.position.no_cards") };
}

function face(card: string, count: number, { setup }: Box, t: Translate): string {
  return cardPicture(card, setup.blocks, (block) => letterOf(block, t), { count });
}

function letterOf(block: string, t: Translate): string {
  return t(`size.${block[1]}.letter`);
}
