/** A search for players that begins on the page of the lobby, and was chosen on another one. */
import { currentMember } from "../../account/account-state.ts";
import type { PostSeek } from "../../net/protocol.ts";
import { savedNames, type Setup } from "../last-setup.ts";
import { paceOf, wishOf } from "./wishes.ts";

/** Whom a client is in the lobby. */
export interface Identity {
  name: string;
  member: string | null;
}

export interface Search {
  posted: PostSeek;
  /** Who plays. */
  identity: Identity;
}

let next: Search | null = null;

/** Returns the search for a game as it is set up; `member` plays, or "" for a guest. */
export function searchOf(game: string, { places, clock, seek, allow_spectators: watch }: Setup, member: string): Search {
  const range = member && seek?.range ? { below: seek.range, above: seek.range } : {};
  return {
    posted: {
      type: "seek", wishes: [wishOf(game, places.length, paceOf(clock))], rated: seek?.rated ?? false, public: watch ?? true, ...range,
    },
    identity: identityOf(member),
  };
}

/** Keeps the search that was last begun for a game; returns the address of the page. */
export function searchAgain(game: string, setup: Setup): string {
  return startSearch(searchOf(game, setup, currentMember()?.id ?? ""));
}

/** Returns as whom a member, or "" for a guest, is known in the lobby. */
export function identityOf(member: string): Identity {
  return member ? { name: "", member } : { name: savedNames()[0]?.trim() ?? "", member: null };
}

/** Keeps a search for the page of the lobby; returns its address. */
export function startSearch(search: Search): string {
  next = search;
  return "/lobby";
}

/** Returns the search that is to begin, once. */
export function takeSearch(): Search | null {
  const search = next;
  next = null;
  return search;
}
