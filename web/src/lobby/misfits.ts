/** Why two searches do not meet, and the search that would meet the other one. */
import type { PostSeek, Seek, Wish } from "../net/protocol.ts";
import { MOST_WISHES } from "../setup/seek/wishes.ts";

/** `unrated` and `rated` are what the other one looks for; `range` is the user's own, `their_range` that of the other. */
export type Reason = "game" | "players" | "clock" | "options" | "rated" | "unrated" | "range" | "their_range";

export interface Misfit {
  reasons: Reason[];
  /** The wish of the other one that is closest. */
  wish: Wish;
  /** The search that would meet it; null if nothing that the user can choose does. */
  wider: PostSeek | null;
}

/** Returns why a seek does not meet the user's own; null if nothing is known against it. */
export function misfitOf(own: Seek, posted: PostSeek, other: Seek): Misfit | null {
  const pairs = own.wishes.flatMap((mine, at) => other.wishes.map((theirs, place) => ({ at, place, theirs, reasons: differences(mine, theirs) })));
  const closest = pairs.sort((first, second) => first.reasons.length - second.reasons.length)[0];
  if (!closest) return null;
  const { at, place, theirs, reasons } = closest;
  const isSame = reasons.length === 0;
  const isGuest = own.member === undefined && (own.ratings ?? []).length === 0;
  const rated = other.rated ?? false;
  const all: Reason[] = [
    ...reasons,
    ...((own.rated ?? false) === rated ? [] : [rated ? "rated" as const : "unrated" as const]),
    ...(suits(own, isSame ? own.ratings?.[at] : undefined, other.ratings?.[place], isSame) ? [] : ["range" as const]),
    ...(suits(other, other.ratings?.[place], isSame ? own.ratings?.[at] : undefined, isSame && isGuest) ? [] : ["their_range" as const]),
  ];
  if (all.length === 0) return null;
  const hopeless = all.includes("their_range") || (rated && isGuest);
  return { reasons: all, wish: theirs, wider: hopeless ? null : widened(own, posted, theirs, all) };
}

function differences(mine: Wish, theirs: Wish): Reason[] {
  const differ = (kind: "clock" | "options") => canonical(mine[kind] ?? {}) !== canonical(theirs[kind] ?? {});
  const isOther: Record<"game" | "players" | "clock" | "options", boolean> = {
    game: mine.game !== theirs.game,
    players: mine.players !== theirs.players,
    clock: differ("clock"),
    // Those of other games, and for other numbers of players, differ in any case.
    options: mine.game === theirs.game && mine.players === theirs.players && differ("options"),
  };
  return (["game", "players", "clock", "options"] as const).filter((kind) => isOther[kind]);
}

/** Whether a rating is in the range of a seeker, as far as it is known; `known` says that no rating means none. */
function suits({ below, above }: Seek, own: number | undefined, other: number | undefined, known: boolean): boolean {
  const isAny = (below ?? null) === null && (above ?? null) === null;
  if (isAny) return true;
  if (other === undefined) return !known;
  if (own === undefined) return true;
  return other >= own - (below ?? Infinity) && other <= own + (above ?? Infinity);
}

function widened(own: Seek, posted: PostSeek, wish: Wish, reasons: readonly Reason[]): PostSeek {
  const { below, above, ...rest } = posted;
  const rated = reasons.includes("rated") || (!reasons.includes("unrated") && (posted.rated ?? false));
  // A rated game needs a clock.
  const wishes = own.wishes.filter(({ clock }) => !rated || clock);
  const isNew = !wishes.some((mine) => differences(mine, wish).length === 0);
  return {
    ...rest, rated,
    ...(!reasons.includes("range") && { ...(below !== undefined && { below }), ...(above !== undefined && { above }) }),
    wishes: isNew ? [...wishes.slice(0, MOST_WISHES - 1), wish] : wishes,
  };
}

/** Returns the same text for equal values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner !== null && typeof inner === "object" && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).sort(([first], [second]) => (first < second ? -1 : 1))) : inner));
}
