/** The position in words and figures, and remarks on changes. */
import { minus, nameOf } from "../../../../../../web/src/board/cells.ts";
import { seatMark } from "../../../../../../web/src/stage/appearance.ts";
import type { SceneInput, SeatFact, SeatMark, Translate } from "../../../../../../web/src/stage/scene.ts";
import { colourList } from "./choices.ts";
import { isColour, side } from "./colours.ts";
import { isFull, phaseText } from "./panel.ts";
import { blocksPicture, figurePicture, handPicture } from "./svg-icons.ts";
import { type Position, type BoardSetup, discarded, readPosition, without } from "./position.ts";

export function describe(input: SceneInput, boardSetup: BoardSetup, t: Translate): string {
  const position = readPosition(input);
  const turn =
    input.toAct === null
      ? t("scene.tell.over")
      : t("scene.tell.play", { name: nameOf(input, input.toAct) });
  const seats = position.points.map((points, seat) => {
    const cells = Object.entries(position.figures)
      .filter(([, owner]) => owner === seat)
      .map(([cell]) => cell);
    return t("scene.tell.seat", {
      name: nameOf(input, seat),
      colour: t(side(seat).name),
      points,
      blocks: (position.blocks[seat] ?? "").length,
      figures: cells.join(", ") || t("scene.tell.none"),
    });
  });
  const phase = input.toAct === null ? "" : phaseText(position, boardSetup, t);
  return [turn, phase, ...seats].filter(Boolean).join(" ");
}

export function seatFacts(input: SceneInput, t: Translate): SeatFact[][] {
  const position = readPosition(input);
  return position.points.map((points, seat) => {
    const blocks = position.blocks[seat] ?? "";
    const hand = position.hands[seat] ?? "";
    const full = isFull(position, seat);
    const up = position.jokers[seat] ?? false;
    return [
      { label: t("scene.fact.points"), value: minus(points) },
      {
        label: t(full ? "scene.fact.full" : "scene.fact.blocks", { count: blocks.length }),
        value: full ? `${blocks.length}!` : "",
        svg: blocksPicture(blocks, full),
      },
      { label: t("scene.fact.reserve"), value: `×${position.reserve[seat] ?? 0}`, svg: figurePicture(seat, 19) },
      {
        label: t(up ? "scene.fact.hand_up" : "scene.fact.hand_down", { count: hand.length }),
        value: "",
        svg: handPicture(hand, seat, up),
      },
    ];
  });
}

/** Returns what decides between equal points: the blocks in front of the seat. */
export function tieBreaks(input: SceneInput, t: Translate): string[] {
  return readPosition(input).blocks.map((blocks) => t("scene.tie", { count: blocks.length }));
}

export function seatMarks({ names }: Pick<SceneInput, "names">, t: Translate): SeatMark[] {
  return names.map((_, seat) => seatMark(side(seat), t));
}

/** Returns the cards that a seat drew between two positions, if both hands are known. */
export function drawn(before: Position, next: Position, seat: number, input: SceneInput): string {
  const old = before.hands[seat] ?? "";
  const now = next.hands[seat] ?? "";
  if (![...old, ...now].every(isColour) || old === "") return "";
  const { last } = input;
  const paid = last?.seat === seat ? discarded(last.parts["pay"] ?? "") : "";
  return without(now, without(old, paid));
}

/** Returns remarks on what players tend to miss: phases, seven blocks, the joker, drawn cards. */
export function remarks(before: SceneInput, next: SceneInput, boardSetup: BoardSetup, t: Translate): string[] {
  const old = readPosition(before);
  const now = readPosition(next);
  // Only for moves forward, not for takebacks or navigation.
  if (before.position === next.position || now.round < old.round || now.phase < old.phase) return [];
  const found: string[] = [];
  const over = next.toAct === null;
  if (now.phase > old.phase && !over) {
    const rules = boardSetup.phases[now.phase - 1];
    found.push(
      t("scene.remark.phase", {
        phase: now.phase, falls: (rules?.fall ?? []).join(", "), build: rules?.build ?? 0,
      }),
    );
  }
  if (now.last_round && !old.last_round && !over) found.push(t("scene.remark.last_round"));
  now.points.forEach((_, seat) => {
    const mine = next.mine.includes(seat);
    const args = { name: nameOf(next, seat), count: (now.blocks[seat] ?? "").length };
    if (over) return;
    if (isFull(now, seat) && !isFull(old, seat)) {
      found.push(t("scene.remark.full", args));
    } else if (mine && isFull(old, seat) && !isFull(now, seat)) {
      found.push(t("scene.remark.free", args));
    }
    if (mine && now.jokers[seat] !== old.jokers[seat]) {
      found.push(t(now.jokers[seat] ? "scene.remark.joker_up" : "scene.remark.joker_down"));
    }
    const cards = mine ? drawn(old, now, seat, next) : "";
    if (cards) found.push(t("scene.remark.drawn", { cards: colourList(cards, t) }));
  });
  return found;
}
