/** What was last played at a table of each game: what one tap begins, and what the form begins with. */
import { currentMember } from "../account/account-state.ts";
import { asGuardian } from "../account/playing.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { api } from "../net/api.ts";
import { levelName } from "../net/games.ts";
import type { CreateTable, GameInfo, PlaceRequest } from "../net/protocol.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";
import { makeWhere } from "./play-here.ts";

/** A request for a table without what is only true once: names, the start position, the language and who begins. */
export interface Setup extends Omit<CreateTable, "game" | "language" | "start" | "begins"> {
  /** The places of others are for strangers. */
  seek?: { rated?: boolean; range?: number };
}
export type Kind = PlaceRequest["kind"];

/** Returns what was last played, or a game for two against the weakest computer. */
export function lastSetup(game: GameInfo): Setup {
  try {
    const setup = JSON.parse(readPreference(`setup.${game.name}`) ?? "null") as Setup | null;
    if (setup && game.players.includes(setup.places.length)) return setup;
  } catch {
    // Damaged: as if nothing had been played.
  }
  const places: PlaceRequest[] = Array.from({ length: game.players[0] ?? 2 }, () => botAt(game));
  places[0] = { kind: "person" };
  return { places };
}

function botAt(game: GameInfo): PlaceRequest {
  return { kind: "bot", level: game.levels[0]?.level ?? 1 };
}

/** Keeps a request whose table was made, as what is played next. */
export function saveSetup({ game, places, language: _language, start: _start, begins: _begins, ...more }: CreateTable & Setup): void {
  const setup: Setup = { ...more, places: places.map(({ name: _name, member: _member, ...place }) => place) };
  savePreference(`setup.${game}`, JSON.stringify(setup));
  savePreference("game", game);
}

/** Returns the people and computers of a setup in words, such as "Against the computer · Beginner". */
export function setupText(game: GameInfo, { places, seek }: Setup): string {
  const others = places.slice(1);
  const levels = others.filter(({ kind }) => kind === "bot").map(({ level }) => levelName(game, game.name, level ?? null));
  const way = seek ? "anybody" : others.some(({ kind }) => kind === "open") ? "friends"
    : others.some(({ kind }) => kind === "person") ? "screen" : "bots";
  const count = places.length > 2 || way === "screen" ? [t("make.count", { count: places.length })] : [];
  const same = new Set(levels).size === 1 ? levels.slice(0, 1) : levels;
  return places.length < 2 ? t("make.alone") : [t(`make.${way}`), ...same, ...count].join(" · ");
}

/** Returns the names of people who play at this device, by place. */
export function savedNames(): string[] {
  return readPreference("names")?.split("\n") ?? [];
}

/** Makes a table as in a request, keeps the place there, and returns its address. */
export async function makeTable(request: CreateTable): Promise<string> {
  const created = await makeWhere(request, () => asGuardian(() => api.makeTable(request)));
  new SavedTables(localStore).keep(created.table, created.token, request.game);
  if (!request.start) saveSetup(request);
  return `/t/${created.table}`;
}

/** Makes a table with a setup, at which this person has the first place; returns its address. */
export function playAgain(game: GameInfo, { seek: _seek, ...setup }: Setup): Promise<string> {
  const names = savedNames();
  const member = currentMember();
  const places = setup.places.map((place, index): PlaceRequest => {
    if (place.kind !== "person") return place;
    if (index === 0 && member) return { kind: "person", name: member.name, member: member.id };
    return { kind: "person", name: names[index]?.trim() || t("place.person", { number: index + 1 }) };
  });
  return makeTable({ ...setup, game: game.name, places, language: currentLanguage() });
}
