/** The position in words and figures. */
import { nameOf } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput, SeatFact, SeatMark, Translate } from "../../../../../../web/src/stage/scene.ts";
import { livery, mainColour } from "./colours.ts";
import { ringPicture } from "./svg-icons.ts";
import { type BoardSetup, distanceOf, readPosition, ringOn } from "./position.ts";

export function describe(input: SceneInput, boardSetup: BoardSetup, t: Translate): string {
  const position = readPosition(input);
  const name = (seat: number): string => nameOf(input, seat);
  const alone = boardSetup.colours.length === 1;
  const stones = position.rings.filter(({ seat }) => seat === null).length;
  const turn = alone
    ? t("scene.tell.stones", { count: stones })
    : input.toAct === null
      ? t("scene.tell.over")
      : t(position.stage === "start" ? "scene.tell.start" : "scene.tell.play", {
          name: name(input.toAct),
        });
  const seats = boardSetup.colours.map((colour, seat) => {
    const args = { name: name(seat), colour: t(`colour.${colour}`) };
    const head = position.heads[seat];
    const tail = position.tails[seat];
    if (head == null || tail == null) return t("scene.tell.nothing", args);
    return t("scene.tell.monster", {
      ...args,
      count: (position.reserves[seat] ?? []).length,
      head,
      tail,
      height: ringOn(position, head)?.height ?? 0,
    });
  });
  return [turn, ...seats].join(" ");
}

export function seatFacts(input: SceneInput, boardSetup: BoardSetup, t: Translate): SeatFact[][] {
  const position = readPosition(input);
  return boardSetup.colours.map((colour, seat) => {
    const left = (position.reserves[seat] ?? []).length;
    const facts: SeatFact[] = [
      { label: t("scene.fact.left"), value: String(left) },
    ];
    const under = ringOn(position, position.heads[seat] ?? null);
    if (under) {
      const shape = { distance: distanceOf(under.feet), height: under.height };
      facts.push({
        label: t("scene.fact.head"),
        value: String(under.height),
        svg: ringPicture(shape, colour),
      });
    }
    return facts;
  });
}

/** Returns what decides between equal numbers of rings: the height of the ring under the head. */
export function tieBreaks(input: SceneInput, t: Translate): string[] {
  const position = readPosition(input);
  return position.heads.map((head) =>
    t("scene.tie", { height: ringOn(position, head)?.height ?? 0 }));
}

export function seatMarks(boardSetup: BoardSetup, t: Translate): SeatMark[] {
  return boardSetup.colours.map((colour) => {
    const of = livery(colour);
    return { colour: mainColour(of), mark: of.mark, name: t(`colour.${colour}`) };
  });
}
