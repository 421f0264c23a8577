/** The position in words and figures. */
import type { Say, SceneInput } from "../../../../../web/src/board/scene.ts";
import { livery, mainColour } from "./colours.ts";
import { ringPicture } from "./pictures.ts";
import { type Setting, distanceOf, readPosition, ringOn } from "./position.ts";

export function describe(input: SceneInput, setting: Setting, say: Say): string {
  const position = readPosition(input);
  const name = (seat: number): string => input.names[seat] ?? String(seat + 1);
  const turn =
    input.toAct === null
      ? say("scene.tell.over")
      : say(position.stage === "start" ? "scene.tell.start" : "scene.tell.play", {
          name: name(input.toAct),
        });
  const seats = setting.colours.map((colour, seat) => {
    const args = { name: name(seat), colour: say(`scene.colour.${colour}`) };
    const head = position.heads[seat];
    const tail = position.tails[seat];
    if (head == null || tail == null) return say("scene.tell.nothing", args);
    return say("scene.tell.monster", {
      ...args,
      count: (position.reserves[seat] ?? []).length,
      head,
      tail,
      height: ringOn(position, head)?.height ?? 0,
    });
  });
  return [turn, ...seats].join(" ");
}

export function seatFacts(
  input: SceneInput,
  setting: Setting,
  say: Say,
): { label: string; value: string; svg?: string }[][] {
  const position = readPosition(input);
  return setting.colours.map((colour, seat) => {
    const left = (position.reserves[seat] ?? []).length;
    const facts: { label: string; value: string; svg?: string }[] = [
      { label: say("scene.fact.left"), value: String(left) },
    ];
    const under = ringOn(position, position.heads[seat] ?? null);
    if (under) {
      const shape = { distance: distanceOf(under.feet), height: under.height };
      facts.push({
        label: say("scene.fact.head"),
        value: String(under.height),
        svg: ringPicture(shape, colour),
      });
    }
    return facts;
  });
}

export function seatMarks(
  setting: Setting,
  say: Say,
): { colour: string; mark: string; name: string }[] {
  return setting.colours.map((colour) => {
    const of = livery(colour);
    return { colour: mainColour(of), mark: of.mark, name: say(`scene.colour.${colour}`) };
  });
}
