/** Players whose phrases and messages this browser does not show. */
import { localStore, type Store } from "../../ui/storage.ts";
import type { TableInfo } from "../../net/protocol.ts";

const KEY = "empile.muted";
/** The most players that are remembered; the first ones are forgotten. */
const MOST = 200;

/** Returns the name of a player for this list: a member everywhere, anybody else at this table. */
function nameOf({ id, places }: Pick<TableInfo, "id" | "places">, place: number): string {
  const member = places[place]?.member;
  return member ? `m:${member}` : `t:${id}:${place}`;
}

export class Muted {
  private readonly store: Store;
  /** The table and the places whose accounts the member blocked, by what the server says. */
  private blocked: { id: string; places: readonly number[] } = { id: "", places: [] };

  constructor(store: Store) {
    this.store = store;
  }

  has(table: Pick<TableInfo, "id" | "places">, place: number): boolean {
    return this.isBlocked(table, place) || this.names.includes(nameOf(table, place));
  }

  /** Mutes the blocked players of a table, as long as the page is open. */
  block({ id }: Pick<TableInfo, "id">, places: readonly number[]): void {
    this.blocked = { id, places };
  }

  isBlocked({ id }: Pick<TableInfo, "id">, place: number): boolean {
    return this.blocked.id === id && this.blocked.places.includes(place);
  }

  set(table: Pick<TableInfo, "id" | "places">, place: number, muted: boolean): void {
    const name = nameOf(table, place);
    const others = this.names.filter((known) => known !== name);
    this.store.setItem(KEY, JSON.stringify((muted ? [...others, name] : others).slice(-MOST)));
  }

  private get names(): string[] {
    try {
      const kept: unknown = JSON.parse(this.store.getItem(KEY) ?? "[]");
      return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
    } catch {
      return [];
    }
  }
}

export const mutedPlayers = new Muted(localStore);
