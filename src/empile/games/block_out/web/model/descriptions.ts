/** The position in words and figures, and remarks on changes. */
import { nameOf, ownSeat } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput, SeatFact, SeatMark, Translate } from "../../../../../../web/src/stage/scene.ts";
import { litBlocks } from "./choices.ts";
import { SEATS } from "./colours.ts";
import { handPicture } from "./svg-icons.ts";
import { type Position, type BoardSetup, fallen, follows, freeBlocks, readPosition } from "./position.ts";

/** Describes the seat to act, the tower from the bottom up, the free blocks and the sizes of hands. */
export function describe(input: SceneInput, boardSetup: BoardSetup, t: Translate): string {
  const position = readPosition(input);
  const sentences = [
    input.toAct === null
      ? t(position.stage === "over" ? "scene.tell.over" : "scene.tell.watch")
      : t("scene.tell.play", { name: nameOf(input, input.toAct) }),
  ];
  sentences.push(towerText(position, t));
  const free = freeBlocks(boardSetup, position);
  if (free.length > 0 && position.tower.length > 0) {
    sentences.push(t("scene.tell.free", { blocks: blockList(free, t) }));
  }
  const lit = litBlocks(input);
  if (lit && input.chosen["card"] !== undefined && lit.size > 0) {
    sentences.push(t("scene.tell.open", { blocks: blockList([...lit], t) }));
  }
  const hands = position.hands.map((hand, seat) =>
    t("scene.tell.hand", { name: nameOf(input, seat), count: hand.length }));
  sentences.push(t("scene.tell.hands", { hands: hands.join(", ") }));
  sentences.push(t(position.direction > 0 ? "scene.direction.forward" : "scene.direction.back"));
  return sentences.join(" ");
}

function towerText({ tower }: Position, t: Translate): string {
  if (tower.length === 0) return t("scene.tell.no_tower");
  return t("scene.tell.tower", { count: tower.length, blocks: blockList(tower, t) });
}

function blockList(blocks: readonly string[], t: Translate): string {
  return blocks.map((block) => t(`block.${block}`)).join(", ");
}

export function seatFacts(input: SceneInput, t: Translate): SeatFact[][] {
  return readPosition(input).hands.map((hand) => [{
    label: t("scene.fact.cards", { count: hand.length }),
    value: `×${hand.length}`,
    svg: handPicture(Math.max(1, hand.length)),
  }]);
}

export function seatMarks({ names }: Pick<SceneInput, "names">, t: Translate): SeatMark[] {
  return names.map((_, seat) => {
    const { colour = "#777777", mark = "" } = SEATS[seat] ?? {};
    return { colour, mark, name: t(`seat.${seat}`) };
  });
}

/** Returns the kinds of cards that a seat has gained, if both hands are known. */
export function newCards(before: Position, next: Position, seat: number): ReadonlySet<string> {
  const old = before.hands[seat] ?? [];
  const now = next.hands[seat] ?? [];
  if (!follows(before, next) || old.length === 0) return new Set();
  const count = (hand: readonly string[], card: string): number =>
    hand.filter((held) => held === card).length;
  return new Set(now.filter((card) => card !== "?" && count(now, card) > count(old, card)));
}

/**
 * Returns remarks on what players tend to miss: a fall, a change of direction, a last card, a card that must
 * be played.
 */
export function remarks(before: SceneInput, next: SceneInput, t: Translate): string[] {
  const old = readPosition(before);
  const now = readPosition(next);
  if (before.position === next.position || !follows(old, now)) return [];
  const sentences: string[] = [];
  const down = fallen(old, now);
  if (down.length > 0) sentences.push(t("scene.remark.fall", { count: down.length }));
  if (next.toAct === null) return sentences;
  if (now.direction !== old.direction && now.hands.length > 2) {
    sentences.push(t(now.direction > 0 ? "scene.direction.forward" : "scene.direction.back"));
  }
  now.hands.forEach((hand, seat) => {
    const was = old.hands[seat]?.length ?? 0;
    if (hand.length === 1 && was > 1 && !next.mine.includes(seat)) {
      sentences.push(t("scene.remark.last_card", { name: nameOf(next, seat) }));
    }
  });
  const seat = ownSeat(next);
  if (seat === null || next.toAct !== seat || next.legal.length === 0) return sentences;
  if (now.stage !== old.stage && now.stage === "bonus") sentences.push(t("scene.note.bonus"));
  else if (now.drawn !== null && now.drawn !== old.drawn) {
    sentences.push(t("scene.note.drawn", { card: t(`card.${now.drawn}`) }));
  }
  return sentences;
}
