/** The panel: cards in hand, piles and the direction of play. */
import { ownSeat } from "../../../../../../web/src/board/cells.ts";
import type { PanelChoice, PanelGroup, Translate, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { cardPicture } from "./cards.ts";
import { playable, stacked, topDiscard } from "./choices.ts";
import { pilesPicture } from "./svg-icons.ts";
import { type Position, type BoardSetup, discardSize, readPosition, stockSize } from "./position.ts";

export type Letters = (block: string) => string;

/** `fresh`: the kinds of cards that the shown seat has just drawn. */
export function panel(
  input: SceneInput, boardSetup: BoardSetup, letter: Letters, fresh: ReadonlySet<string>, t: Translate,
): PanelGroup[] {
  const position = readPosition(input);
  const seat = ownSeat(input);
  const groups: PanelGroup[] = [];
  if (seat !== null && input.toAct !== null) {
    groups.push(handGroup(seat, input, position, boardSetup, letter, fresh, t));
  }
  groups.push(pilesGroup(input, position, boardSetup, letter, t));
  return groups.filter(({ choices, picture, note }) => choices.length > 0 || picture || note);
}

function handGroup(
  seat: number, input: SceneInput, position: Position, boardSetup: BoardSetup, letter: Letters,
  fresh: ReadonlySet<string>, t: Translate,
): PanelGroup {
  const hand = position.hands[seat] ?? [];
  const mine = input.legal.length > 0 && seat === input.toAct;
  const open = mine ? playable(input) : new Set<string>();
  const must = mine ? position.drawn : null;
  const choices = stacked(hand, boardSetup).map(([card, count]): PanelChoice => {
    const drawn = card === must;
    const told = [t(`cards.${card}`, { count })];
    if (drawn) told.push(t("scene.card.drawn"));
    else if (mine && !open.has(card)) told.push(t("scene.card.idle"));
    return {
      part: "card",
      value: card,
      label: told.join(", "),
      svg: cardPicture(card, boardSetup.blocks, letter, { idle: mine && !open.has(card), drawn, count }),
      enabled: open.has(card),
      plain: true,
      fresh: fresh.has(card),
    };
  });
  const group: PanelGroup = { label: t("scene.panel.hand", { count: hand.length }), choices };
  const note = mine ? stageNote(position, input, t) : "";
  if (note) {
    group.note = note;
    group.urgent = position.stage !== "play" || must !== null;
  }
  return group;
}

/** Returns a note if the turn is special. */
function stageNote(position: Position, input: SceneInput, t: Translate): string {
  if (position.stage === "bonus") return t("scene.note.bonus");
  if (position.stage === "rebuild") {
    const begins = input.legal.some(({ parts }) => parts["block"] !== undefined);
    return t(begins ? "scene.note.rebuild" : "scene.note.rebuild_action");
  }
  return position.drawn === null ? "" : t("scene.note.drawn", { card: t(`card.${position.drawn}`) });
}

function pilesGroup(
  input: SceneInput, position: Position, boardSetup: BoardSetup, letter: Letters, t: Translate,
): PanelGroup {
  const piles = {
    stock: stockSize(position), discard: discardSize(position), top: topDiscard(input, position),
    direction: position.direction,
  };
  return {
    label: t("scene.panel.piles"),
    choices: [],
    picture: {
      svg: pilesPicture(piles, boardSetup.blocks, letter),
      text: pilesText(piles, t),
    },
  };
}

/** Describes the piles and the direction of play. */
export function pilesText(
  { stock, discard, top, direction }: { stock: number; discard: number; top: string | null; direction: 1 | -1 },
  t: Translate,
): string {
  const told = [t("scene.piles.stock", { count: stock }), t("scene.piles.discard", { count: discard })];
  if (top !== null) told.push(t("scene.piles.top", { card: t(`card.${top}`) }));
  told.push(t(direction > 0 ? "scene.direction.forward" : "scene.direction.back"));
  return told.join(" ");
}
