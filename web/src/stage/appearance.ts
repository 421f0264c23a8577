/** How the user wants boards to look: the set of colours, and whether coordinates are shown. */
import type { SeatMark, Translate } from "./scene.ts";
import { onSettings, setting, type Value } from "../ui/settings.ts";

/** `standard`, or a set for eyes without one kind of cone. */
export type ColourSet = Value<"colours">;

let colours = setting("colours");
let coordinates = setting("coordinates");
onSettings(() => {
  colours = setting("colours");
  coordinates = setting("coordinates");
});

export function colourSet(): ColourSet {
  return colours;
}

export function showsCoordinates(): boolean {
  return coordinates === "on";
}

/** Identifies the appearance: scenes are built again when it changes. */
export function appearance(): string {
  return `${colours} ${coordinates}`;
}

/** Takes over what `appearance` returned in the page, for workers, which have no settings of their own. */
export function takeAppearance(text: string): void {
  [colours, coordinates] = text.split(" ") as [ColourSet, Value<"coordinates">];
}

/** Returns the mark of a seat; `name` is the message of its colour. */
export function seatMark({ colour, mark, name }: SeatMark, t: Translate): SeatMark {
  return { colour, mark, name: t(name) };
}

type Changes<Value extends object> = Readonly<Record<string | number, Partial<Value>>>;

/**
 * Returns the values of the colour set that is chosen when they are read: those of `standard`, changed as
 * `sets` says.
 *
 *     const PAINTS = bySet({ a: { colour: "#f00" } }, { protan: { a: { colour: "#800" } } });
 *     PAINTS.a.colour;
 */
export function bySet<Key extends string | number, Value extends object>(
  standard: Readonly<Record<Key, Value>>,
  sets: Readonly<Partial<Record<ColourSet, Changes<Value>>>>,
): Readonly<Record<Key, Value>> {
  const read = (key: Key): Value => {
    const changes = sets[colours]?.[key];
    return changes ? { ...standard[key], ...changes } : standard[key];
  };
  const values = {} as Record<Key, Value>;
  for (const key of Object.keys(standard) as Key[]) {
    Object.defineProperty(values, key, { enumerable: true, get: () => read(key) });
  }
  return values;
}
