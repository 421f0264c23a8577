import type { Member } from "../../account/account-api.ts";

/** Whether strangers can meet on this server. */
export function hasLobby(): boolean {
  return document.querySelector("meta[name=empile-lobby]") !== null;
}

/** Whether a member, or a guest, may meet them. */
export function meetsStrangers(member: Member | null): boolean {
  return hasLobby() && member?.strangers !== false;
}
