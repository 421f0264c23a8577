/** Spots in words. */
import type { SceneInput, Translate } from "../../stage/scene.ts";
import type { GameWords } from "../../i18n/i18n.ts";
import { nameOf } from "../cells.ts";
import type { Picture, Spot } from "./picture.ts";

/** Returns the accessible name of a spot: its title, or its value with what is there, "b2: Anne, height 2". */
export function labelOf({ value, label }: Spot, picture: Picture, input: SceneInput, t: Translate): string {
  if (label) return label;
  const there = contentsOf(value, picture, input, t);
  return there ? `${value}: ${there}` : value;
}

function contentsOf(value: string, { pieces }: Picture, input: SceneInput, t: Translate): string {
  const here = [...pieces.values()].filter(({ at }) => at === value);
  const height = Math.max(0, ...here.filter(({ seat, kind }) => seat === null && kind === "").map(({ level }) => level));
  const things = here.flatMap(({ seat, kind }) => {
    const what = kind && (known(`piece.${kind}`, t) ?? kind);
    if (seat === null) return what || [];
    return what ? `${what} (${nameOf(input, seat)})` : nameOf(input, seat);
  });
  return [...things, ...(height > 0 ? [t("generic.height", { height })] : [])].join(", ");
}

/** Returns the names of all spots on which something is. */
export function occupied(picture: Picture, input: SceneInput, t: Translate): string[] {
  const labels = picture.spots.map((spot): [string, string] => [spot.value, labelOf(spot, picture, input, t)]);
  return [...new Map(labels.filter(([value, label]) => value !== label)).values()];
}

/** Returns the messages of the game and of the page; a missing one is its key. */
export function wordsOf(t: Translate): GameWords {
  return { t, has: (key) => t(key) !== key };
}

/** Returns a message if there is one. */
export function known(key: string, t: Translate): string | undefined {
  return wordsOf(t).has(key) ? t(key) : undefined;
}
