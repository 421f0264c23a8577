/** The panel: cards in hand, payments, entering figures, the phase table. */
import { agreeing, seatShown, values } from "../../../../../../web/src/board/cells.ts";
import type { PanelChoice, PanelGroup, PanelSet, Translate, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { HAND, RESERVE, byCost } from "./choices.ts";
import { isColour } from "./colours.ts";
import {
  cardPicture,
  exchangePicture,
  figurePicture,
  jokerPicture,
  payPicture,
  phasePicture,
} from "./svg-icons.ts";
import {
  FULL,
  type Position,
  type BoardSetup,
  deckSize,
  actionOf,
  discardSize,
  discarded,
  readPosition,
  standing,
  without,
} from "./position.ts";

/** `fresh`: the cards that the shown seat has just drawn. */
export function panel(input: SceneInput, boardSetup: BoardSetup, t: Translate, fresh: string): PanelGroup[] {
  const position = readPosition(input);
  const seat = seatShown(input);
  const groups: PanelGroup[] = [];
  if (seat !== null && isColour((position.hands[seat] ?? "?")[0] ?? "?")) {
    groups.push(handGroup(seat, input, position, boardSetup, t, fresh));
    const ways = waysToPay(input, seat, t);
    if (ways) groups.push(ways);
    else if (seat === input.toAct) groups.push(actions(seat, input, position, t));
  }
  if (input.toAct !== null) groups.push(phaseGroup(position, boardSetup, t));
  return groups.filter(({ choices, picture, note }) => choices.length > 0 || picture || note);
}

function handGroup(
  seat: number,
  input: SceneInput,
  position: Position,
  boardSetup: BoardSetup,
  t: Translate,
  fresh: string,
): PanelGroup {
  const hand = position.hands[seat] ?? "";
  const exchanges = seat === input.toAct && values(agreeing(input.legal, { figure: HAND }), "pay").length > 0;
  // During a figure's move the cards only show the payment.
  const free = exchanges && [undefined, HAND].includes(input.chosen["figure"]);
  const paying = input.preview && input.toAct === seat && input.chosen["figure"] !== HAND
    ? (input.preview.parts["pay"] ?? "")
    : "";
  const stays = marks(hand, without(hand, discarded(paying)));
  const old = marks(hand, without(hand, fresh));
  const cards = [...hand].map((card, index): PanelChoice => ({
    part: "pay",
    value: card,
    label: t("scene.card", { colour: t(`colour.${card}`) }),
    svg: cardPicture(card, { paying: !stays[index] }),
    enabled: free,
    plain: true,
    fresh: !old[index],
  }));
  const up = position.jokers[seat] ?? false;
  cards.push({
    part: "joker",
    value: "",
    label: t(up ? "scene.joker.up" : "scene.joker.down"),
    svg: jokerPicture(seat, up, { paying: paying.includes("*") }),
    enabled: false,
    plain: true,
  });
  const group: PanelGroup = {
    label: t("scene.panel.hand"),
    choices: cards,
    set: handSet(hand),
  };
  const note = handNote(seat, input, position, boardSetup, t);
  if (note) group.note = note;
  group.urgent = seat === input.toAct && isFull(position, seat);
  return group;
}

/** Returns for each card of `hand` whether it is one of `some`; of equal cards the first ones are. */
function marks(hand: string, some: string): boolean[] {
  const left = [...some];
  return [...hand].map((card) => {
    const found = left.indexOf(card);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

function handSet(hand: string): PanelSet {
  return {
    part: "pay",
    first: { part: "figure", value: HAND },
    value: (taken) => taken.map((index) => hand[index] ?? "").join(""),
    taken: (value) => marks(hand, value).flatMap((is, index) => (is ? [index] : [])),
  };
}

function handNote(
  seat: number,
  input: SceneInput,
  position: Position,
  boardSetup: BoardSetup,
  t: Translate,
): string {
  if (seat !== input.toAct) return "";
  if (input.chosen["figure"] === HAND) return t("scene.panel.exchange_now");
  if (isFull(position, seat)) {
    return t("scene.remark.full.you", { count: (position.blocks[seat] ?? "").length });
  }
  if (position.jokers[seat]) return "";
  return t(boardSetup.rechargeFive ? "scene.joker.five" : "scene.joker.again");
}

/** Returns the payments for the current choice, cheapest first; null if there is only one. */
function waysToPay(input: SceneInput, seat: number, t: Translate): PanelGroup | null {
  const { legal, chosen } = input;
  const { figure, to } = chosen;
  if (figure === undefined || to === undefined || figure === HAND || seat !== input.toAct) return null;
  const pays = byCost(values(agreeing(legal, { figure, to }), "pay"));
  if (pays.length < 2) return null;
  const action = actionOf(chosen, readPosition(input));
  return {
    label: t(action === "build" ? "scene.panel.build" : "scene.panel.pay"),
    choices: pays.map((pay) => ({
      part: "pay",
      value: pay,
      label: payText(pay, t),
      svg: payPicture(pay, seat),
      enabled: true,
    })),
  };
}

/** Returns a payment in words: "grey, grey, the joker for grey". */
export function payText(pay: string, t: Translate): string {
  const cards = pay.match(/[WGBM]\*?/g) ?? [];
  return cards
    .map((card) =>
      card.endsWith("*")
        ? t("scene.pay.joker", { colour: t(`colour.${card[0]}`) })
        : t(`colour.${card}`),
    )
    .join(", ");
}

/** Returns the actions that start in the panel: entering a figure, exchanging cards. */
function actions(seat: number, input: SceneInput, position: Position, t: Translate): PanelGroup {
  const open = values(input.legal, "figure");
  const reserve = position.reserve[seat] ?? 0;
  return {
    label: t("scene.panel.deeds"),
    choices: [
      {
        part: "figure",
        value: RESERVE,
        label: t("scene.figure.reserve", { count: reserve }),
        svg: figurePicture(seat),
        caption: t("scene.panel.enter", { count: reserve }),
        enabled: open.includes(RESERVE),
      },
      {
        part: "figure",
        value: HAND,
        label: t("scene.panel.exchange_label"),
        svg: exchangePicture(),
        caption: t("scene.panel.exchange"),
        enabled: open.includes(HAND),
      },
    ],
  };
}

/** Returns the phase in words: what may fall, what is built, when it ends. */
export function phaseText(position: Position, boardSetup: BoardSetup, t: Translate): string {
  const { phase } = position;
  const rules = boardSetup.phases[phase - 1];
  if (!rules) return "";
  const now = t("scene.phase.now", { falls: rules.fall.join(", "), build: rules.build });
  const left = { count: standing(position, phase), height: phase, next: phase + 1 };
  if (position.last_round) return `${now} ${t("scene.phase.last")}`;
  return `${now} ${t(phase === boardSetup.phases.length ? "scene.phase.end" : "scene.phase.next", left)}`;
}

function phaseGroup(position: Position, boardSetup: BoardSetup, t: Translate): PanelGroup {
  const { phase, round } = position;
  const text = phaseText(position, boardSetup, t);
  return {
    label: t(position.last_round ? "scene.panel.phase_last" : "scene.panel.phase", { phase, round }),
    choices: [],
    picture: { svg: phasePicture(boardSetup.phases, phase), text: t("scene.panel.phase", { phase, round }) },
    note: `${text} ${t("scene.panel.piles", { deck: deckSize(position), discard: discardSize(position) })}`,
    urgent: position.last_round,
  };
}

/** Whether a seat has too many blocks to take towers. */
export function isFull(position: Position, seat: number): boolean {
  return (position.blocks[seat] ?? "").length >= FULL;
}

