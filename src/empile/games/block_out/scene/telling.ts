/** The position in words and figures, and what of it people forget. */
import type { Say, SceneInput } from "../../../../../web/src/board/scene.ts";
import { litBlocks, seatShown } from "./choices.ts";
import { SEATS } from "./colours.ts";
import { handPicture } from "./pictures.ts";
import { type Position, type Setting, fallen, follows, freeBlocks, readPosition } from "./position.ts";

function nameOf(input: SceneInput, seat: number): string {
  return input.names[seat] ?? String(seat + 1);
}

/** Who plays, the tower from the bottom up, what is free, and how many cards each has. */
export function describe(input: SceneInput, setting: Setting, say: Say): string {
  const position = readPosition(input);
  const told = [
    input.toAct === null
      ? say(position.stage === "over" ? "scene.tell.over" : "scene.tell.watch")
      : say("scene.tell.play", { name: nameOf(input, input.toAct) }),
  ];
  told.push(towerText(position, say));
  const free = freeBlocks(setting, position);
  if (free.length > 0 && position.tower.length > 0) {
    told.push(say("scene.tell.free", { blocks: blockList(free, say) }));
  }
  const lit = litBlocks(input);
  if (lit && input.chosen["card"] !== undefined && lit.size > 0) {
    told.push(say("scene.tell.open", { blocks: blockList([...lit], say) }));
  }
  const hands = position.hands.map((hand, seat) =>
    say("scene.tell.hand", { name: nameOf(input, seat), count: hand.length }));
  told.push(say("scene.tell.hands", { hands: hands.join(", ") }));
  told.push(say(position.direction > 0 ? "scene.direction.forward" : "scene.direction.back"));
  return told.join(" ");
}

function towerText({ tower }: Position, say: Say): string {
  if (tower.length === 0) return say("scene.tell.no_tower");
  return say("scene.tell.tower", { count: tower.length, blocks: blockList(tower, say) });
}

function blockList(blocks: readonly string[], say: Say): string {
  return blocks.map((block) => say(`block.${block}`)).join(", ");
}

export function seatFacts(
  input: SceneInput, say: Say,
): { label: string; value: string; svg?: string }[][] {
  return readPosition(input).hands.map((hand) => [{
    label: say("scene.fact.cards", { count: hand.length }),
    value: `×${hand.length}`,
    svg: handPicture(Math.max(1, hand.length)),
  }]);
}

export function seatMarks(
  input: SceneInput, say: Say,
): { colour: string; mark: string; name: string }[] {
  return readPosition(input).hands.map((_, seat) => {
    const { colour = "#777777", mark = "" } = SEATS[seat] ?? {};
    return { colour, mark, name: say(`seat.${seat}`) };
  });
}

/** The kinds of cards of which a seat has more than before, where both hands are known. */
export function newCards(before: Position, next: Position, seat: number): ReadonlySet<string> {
  const old = before.hands[seat] ?? [];
  const now = next.hands[seat] ?? [];
  if (!follows(before, next) || old.length === 0) return new Set();
  const count = (hand: readonly string[], card: string): number =>
    hand.filter((held) => held === card).length;
  return new Set(now.filter((card) => card !== "?" && count(now, card) > count(old, card)));
}

/** What changed that people forget: a fall, the way round, a last card, a card that must be played. */
export function remarks(before: SceneInput, next: SceneInput, say: Say): string[] {
  const old = readPosition(before);
  const now = readPosition(next);
  if (before.position === next.position || !follows(old, now)) return [];
  const told: string[] = [];
  const down = fallen(old, now);
  if (down.length > 0) told.push(say("scene.remark.fall", { count: down.length }));
  if (next.toAct === null) return told;
  if (now.direction !== old.direction && now.hands.length > 2) {
    told.push(say(now.direction > 0 ? "scene.direction.forward" : "scene.direction.back"));
  }
  now.hands.forEach((hand, seat) => {
    const was = old.hands[seat]?.length ?? 0;
    if (hand.length === 1 && was > 1 && !next.mine.includes(seat)) {
      told.push(say("scene.remark.last_card", { name: nameOf(next, seat) }));
    }
  });
  const seat = seatShown(next);
  if (seat === null || next.toAct !== seat || next.legal.length === 0) return told;
  if (now.stage !== old.stage && now.stage === "bonus") told.push(say("scene.note.bonus"));
  else if (now.drawn !== null && now.drawn !== old.drawn) {
    told.push(say("scene.note.drawn", { card: say(`card.${now.drawn}`) }));
  }
  return told;
}
