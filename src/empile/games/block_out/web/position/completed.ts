/** What follows from a part of a position. */
import { type Box, type Posed, cardsLeft, stagesOf } from "./box.ts";
import { posesAfter } from "./tower-poses.ts";

/** Returns a position with what the rest leaves: stock, stage, drawn card and poses, as `before` had them if possible. */
export function completed(position: Posed, before: Posed, box: Box): Posed {
  const { poses: _, ...rest } = position;
  const seat = position.seat ?? 0;
  const whole = { ...rest, seat };
  const stage = stagesOf(whole, box).includes(position.stage) ? position.stage : "play";
  const drawn = stage === "play" && position.drawn !== null && (position.hands[seat] ?? []).includes(position.drawn)
    ? position.drawn : null;
  const cards = Object.keys(box.setup.cards);
  const stock = Object.fromEntries(cards.map((card) => [card, Math.max(0, cardsLeft(position, card, box))]));
  const poses = posesAfter(position.tower, before, box);
  return { ...whole, stage, drawn, stock, ...(poses && { poses }) };
}
