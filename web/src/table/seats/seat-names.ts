/** Names of the players at a table. */
import { levelName } from "../../net/games.ts";
import type { GameInfo, PlaceInfo, TableInfo } from "../../net/protocol.ts";
import { currentLanguage, t } from "../../i18n/i18n.ts";

/** Returns the name of a place's player; bots of the same level are numbered. */
export function placeName(
  place: PlaceInfo, table: TableInfo | null | undefined, games: readonly GameInfo[],
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
  return `${name} ${alike.findIndex((other) => other.place === place.place) + 1}`;
}

/** Joins names as a list in the user's language. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
}

/** Returns the names by seat. */
export function seatNames(
  seats: readonly number[], table: TableInfo, games: readonly GameInfo[],
): string[] {
  return seats.map((number) => {
    const place = table.places[number];
    return place ? placeName(place, table, games) : "";
  });
}
