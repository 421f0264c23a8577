/** Names of the players at a table. */
import { levelName } from "../../net/games.ts";
import type { GameInfo, PlaceInfo, TableInfo } from "../../net/protocol.ts";
import { currentLanguage, t } from "../../i18n/i18n.ts";
import { numberAmong } from "./numbering.ts";

/**
 * Returns the name of a place's player. Bots of the same level are numbered in the order of the seats, as in the
 * record; before a game, of the places.
 */
export function placeName(
  place: PlaceInfo, table: TableInfo | null | undefined, games: readonly GameInfo[], seats: readonly number[] = [],
): string {
  if (place.name) return place.name;
  if (place.kind === "open") return t("place.open");
  if (place.kind === "person") return t("place.person", { number: place.place + 1 });
  const game = games.find((known) => known.name === table?.game);
  const name = levelName(game, table?.game ?? "", place.level);
  const alike = (table?.places ?? []).filter(
    (other) => other.kind === "bot" && !other.name && other.level === place.level,
  );
  if (alike.length < 2) return name;
  return `${name} ${numberAmong(place.place, alike.map((other) => other.place), seats)}`;
}

/**
 * Returns the names of a record's seats. Records call a bot by its level ("bot 2") and a person without a
 * name by the number of the place.
 */
export function recordNames(
  seats: readonly string[], game: GameInfo | undefined,
): string[] {
  const levels = seats.map((name) => Number(/^bot (\d+)$/.exec(name)?.[1] ?? NaN));
  return seats.map((name, seat) => {
    const level = levels[seat] ?? NaN;
    if (/^\d+$/.test(name)) return t("place.person", { number: Number(name) });
    if (Number.isNaN(level) || !game) return name;
    const alike = levels.filter((other) => other === level).length;
    const before = levels.slice(0, seat).filter((other) => other === level).length;
    const shown = levelName(game, game.name, level);
    return alike < 2 ? shown : `${shown} ${before + 1}`;
  });
}

/** Joins names as a list in the user's language. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
}

/** Returns the last day before a moment, such as the end of an absence. */
export function lastDay(until: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { day: "numeric", month: "long" }).format(until - 1);
}

/** Returns the names by seat. */
export function seatNames(
  seats: readonly number[], table: TableInfo, games: readonly GameInfo[],
): string[] {
  return seats.map((number) => {
    const place = table.places[number];
    return place ? placeName(place, table, games, seats) : "";
  });
}
