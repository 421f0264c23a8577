/** Who has the places of a new game after the user's own, and what Play does with them. */
import type { Person, PlaceRequest } from "../net/protocol.ts";
import type { Setup } from "./last-setup.ts";

export type Chair =
  | { kind: "bot"; level: number }
  /** Somebody at this device: a member of the account, or "" for a guest. */
  | { kind: "person"; member: string }
  /** A member who is challenged; null until one is named. */
  | { kind: "friend"; person: Person | null }
  /** Whoever opens the link. */
  | { kind: "open" }
  /** Whoever is looking for a game. */
  | { kind: "anybody" };

/** What Play does: begins at this device, invites by link, challenges, or looks for somebody. */
export type Way = "here" | "invite" | "challenge" | "seek";

export function wayOf(chairs: readonly Chair[]): Way {
  const has = (kind: Chair["kind"]) => chairs.some((chair) => chair.kind === kind);
  return has("anybody") ? "seek" : has("friend") ? "challenge" : has("open") ? "invite" : "here";
}

/** Whether all the other places must be of the same kind: nobody else plays at such a table. */
function fillsAll({ kind }: Chair): boolean {
  return kind === "friend" || kind === "anybody";
}

/** Returns the chair of somebody else of the same kind. */
function another(chair: Chair): Chair {
  if (chair.kind === "friend") return { kind: "friend", person: null };
  return chair.kind === "person" ? { kind: "person", member: "" } : chair;
}

/** Returns the chairs after one was chosen, so that they can play at one table. */
export function choose(chairs: readonly Chair[], index: number, chair: Chair): Chair[] {
  const before = chairs[index];
  return chairs.map((other, at) => {
    if (at === index) return chair;
    if (fillsAll(chair)) return other.kind === chair.kind ? other : another(chair);
    if (fillsAll(other)) return another(chair);
    // One choice for several computers, until they are told apart.
    const follows = at > index && chair.kind === "bot" && before?.kind === "bot" && other.kind === "bot";
    return follows && other.level === before.level ? chair : other;
  });
}

/** Returns as many chairs: others are like the last one; the first is of a computer of a level. */
export function resize(chairs: readonly Chair[], count: number, level = 1): Chair[] {
  const last = chairs.at(-1) ?? { kind: "bot", level };
  return Array.from({ length: count }, (_, index) => chairs[index] ?? another(last));
}

/** Returns the chairs of what was last played; `replaced` are kinds that cannot be chosen now, `levels` those of the game. */
export function chairsOf({ places, seek }: Setup, replaced: readonly Chair["kind"][], levels: readonly number[]): Chair[] {
  const easiest = { kind: "bot" as const, level: levels[0] ?? 1 };
  return places.slice(1).map((place): Chair => {
    const chair: Chair = seek ? { kind: "anybody" }
      : place.kind === "open" ? { kind: "open" }
      : place.kind === "bot" ? { kind: "bot", level: levels.find((level) => level === place.level) ?? easiest.level }
      : { kind: "person", member: "" };
    return replaced.includes(chair.kind) ? easiest : chair;
  });
}

/** Returns a place as the server takes it; `name` is of a guest. */
export function placeOf(chair: Chair, name: string, nameOf: (member: string) => string): PlaceRequest {
  switch (chair.kind) {
    case "bot":
      return { kind: "bot", level: chair.level };
    case "person":
      return chair.member
        ? { kind: "person", name: nameOf(chair.member), member: chair.member }
        : { kind: "person", name };
    default:
      return { kind: "open" };
  }
}
