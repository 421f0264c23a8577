/** Who agrees to a rematch. */
import type { AskInfo, PlaceInfo, PlaceRequest, TableInfo } from "../../net/protocol.ts";

export interface RematchPerson {
  name: string;
  place: number;
  /** Agrees, has not answered, or is not connected. */
  state: "agreed" | "waiting" | "left";
  /** Whether a bot may take the place. */
  takeable: boolean;
}

/** Returns the other people, by place. A bot that plays for somebody is not a person, and none does in rated games. */
export function rematchPeople(
  places: readonly PlaceInfo[], asks: readonly AskInfo[], name: (place: PlaceInfo) => string, rated = false,
): RematchPerson[] {
  const ask = openRematch(asks);
  const agrees = (place: number) => ask !== undefined && !ask.waiting.includes(place);
  return places
    .filter((place) => place.kind === "person" && !place.mine)
    .map((place) => ({
      name: name(place),
      place: place.place,
      state: !place.present ? "left" : agrees(place.place) ? "agreed" : "waiting",
      takeable: !rated && !place.present && !asks.some(({ what }) => what === "takeover"),
    }));
}

/** Returns what a browser that holds the places `mine` can do about a rematch. */
export function rematchPart(asks: readonly AskInfo[], mine: readonly number[]): "ask" | "accept" | "agreed" {
  const ask = openRematch(asks);
  if (!ask) return "ask";
  return ask.waiting.some((place) => mine.includes(place)) ? "accept" : "agreed";
}

function openRematch(asks: readonly AskInfo[]): AskInfo | undefined {
  return asks.find(({ what }) => what === "rematch");
}

/** Returns the places of a new table like this one: people other than the user join by invitation. */
export function placesAgain({ places }: TableInfo): PlaceRequest[] {
  return places.map(({ kind, mine, name, level, hand_skill: handSkill }) => {
    if (mine) return { kind: "person", name };
    return kind === "bot" ? { kind, level, hand_skill: handSkill } : { kind: "open" };
  });
}
