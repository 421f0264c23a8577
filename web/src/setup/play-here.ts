/** Tables that the page plays by itself, without the server. */
import { currentMember } from "../account/account-state.ts";
import { ApiError } from "../net/api.ts";
import type { CreateTable } from "../net/protocol.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";

const KEY = "here";

/** Whether tables are in the page where that is possible, though the server answers. */
export const prefersHere = (): boolean => readPreference(KEY) === "on";

export const preferHere = (wanted: boolean): void => savePreference(KEY, wanted ? "on" : "off");

/**
 * Whether a page alone can play at such a table: with computers and guests at this device, and without a clock. The games of
 * members are at the server, which knows their history and the hours that a guardian allows.
 */
export function fitsHere({ places, clock, rated }: Pick<CreateTable, "places" | "clock" | "rated">): boolean {
  return !currentMember() && !clock && !rated && places.every(({ kind, member }) => kind !== "open" && !member);
}

/** Makes a table where the user wants it, or else where it can be; returns its ID and its token. */
export async function makeWhere(
  request: CreateTable, online: () => Promise<{ table: string; token: string }>,
): Promise<{ table: string; token: string }> {
  const here = async () => (await import("../local/making.ts")).makeHere(request);
  if (!fitsHere(request)) return online();
  if (prefersHere()) {
    try {
      return await here();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "no_game") throw error;
    }
  }
  try {
    return await online();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "offline") throw error;
    return here().catch(() => {
      throw error; // the server is what is missed
    });
  }
}
