/** The tray of pieces, and the hands and the discard pile next to the board. */
import type { PanelChoice, PanelGroup, Translate } from "../../../../../../web/src/stage/scene.ts";
import { COLOURS, type Colour, type Owner, type Position, count, discardSize } from "../model/position.ts";
import { blockPicture, blocksPicture, cardPicture, figurePicture, handPicture } from "../model/svg-icons.ts";
import { type Box, HAND, blocksLeft, cardsLeft, figuresLeft } from "./box.ts";

export function tray(position: Position, box: Box, t: Translate): PanelGroup[] {
  return [
    { label: t("editor.position.blocks"), choices: blockChoices(position, t) },
    { label: t("editor.position.figures"), choices: figureChoices(position, box, t) },
    { label: t("editor.position.cards"), choices: cardChoices(position, t) },
  ];
}

function piece(value: string, label: string, svg: string, left: number): PanelChoice {
  return { part: "piece", value, label, svg, caption: `×${left}`, enabled: left > 0 };
}

function blockChoices(position: Position, t: Translate): PanelChoice[] {
  const left = COLOURS.map((colour) => Math.max(0, blocksLeft(position, colour)));
  const all = left.reduce((sum, many) => sum + many, 0);
  const choices = COLOURS.map((colour, index) => {
    const many = left[index] ?? 0;
    const label = t(`editor.position.block.${colour}`, { count: many });
    return piece(`block:${colour}`, label, blockPicture(colour), many);
  });
  const rest = COLOURS.map((colour, index) => colour.repeat(left[index] ?? 0)).join("");
  choices.push(piece("blocks", t("editor.position.rest", { count: all }), blocksPicture(rest, false), all));
  return choices;
}

function figureChoices(position: Position, box: Box, t: Translate): PanelChoice[] {
  const owners: Owner[] = position.points.map((_, seat) => seat);
  if (box.neutral > 0) owners.push("neutral");
  return owners.map((owner) => {
    const left = Math.max(0, figuresLeft(position, owner, box));
    const name = owner === "neutral" ? t("scene.colour.neutral") : t(`seat.${owner}`);
    return piece(
      `figure:${owner}`, t("editor.position.figure_of", { name, count: left }), figurePicture(owner), left,
    );
  });
}

function cardChoices(position: Position, t: Translate): PanelChoice[] {
  const left = (colour: Colour): number => Math.max(0, cardsLeft(position, colour));
  const choices = COLOURS.map((colour) => {
    const card = t("scene.card", { colour: t(`colour.${colour}`) });
    const label = t("editor.position.card", { card, count: left(colour) });
    return piece(`card:${colour}`, label, cardPicture(colour), left(colour));
  });
  const lacking = position.hands.some((hand) => hand.length < HAND);
  choices.push({
    part: "piece", value: "cards", label: t("editor.position.fill"), svg: cardPicture("?"),
    caption: t("editor.position.fill.short"), enabled: lacking && COLOURS.some((colour) => left(colour) > 0),
  });
  return choices;
}

/** Returns where a card can go; for null, the cards that can be taken away. */
export function beside(position: Position, chosen: string | null, t: Translate): PanelGroup[] {
  if (chosen === null) return [...position.hands.map((_, seat) => handGroup(position, seat, t)), discardGroup(position, t)];
  const isCard = chosen.startsWith("card:");
  return isCard || chosen === "cards" ? [goals(position, isCard, t)] : [];
}

function goals(position: Position, discards: boolean, t: Translate): PanelGroup {
  const choices = position.hands.map((hand, seat): PanelChoice => ({
    part: "place", value: `hand:${seat}`,
    label: t("editor.position.hand.cards", { name: t(`seat.${seat}`), count: hand.length, of: HAND }),
    svg: handPicture(hand, seat, position.jokers[seat] ?? false), caption: t(`seat.${seat}`), enabled: hand.length < HAND,
  }));
  if (discards) {
    const count = discardSize(position);
    choices.push({
      part: "place", value: "discard", label: t("editor.position.discard.cards", { count }), svg: cardPicture("?"),
      caption: t("editor.position.discard"), enabled: true,
    });
  }
  return { label: t("editor.position.hands"), choices };
}

function handGroup({ hands }: Position, seat: number, t: Translate): PanelGroup {
  const hand = hands[seat] ?? "";
  return cardGroup(t("editor.position.hand", { name: t(`seat.${seat}`) }), `hand:${seat}`, (colour) => count(hand, colour), t);
}

function discardGroup({ discard }: Position, t: Translate): PanelGroup {
  return cardGroup(t("editor.position.discard"), "discard:all", (colour) => discard[colour], t);
}

function cardGroup(label: string, place: string, many: (colour: Colour) => number, t: Translate): PanelGroup {
  const held = COLOURS.filter((colour) => many(colour) > 0);
  const choices = held.map((colour): PanelChoice => ({
    part: "place", value: `${place}:${colour}`, label: t("editor.position.held", { place: label, cards: t(`cards.${colour}`, { count: many(colour) }) }),
    svg: cardPicture(colour), caption: `×${many(colour)}`, enabled: true,
  }));
  return held.length > 0 ? { label, choices } : { label, choices, note: t("editor.position.no_cards") };
}
