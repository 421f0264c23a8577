/** Whether other devices reach a server that was opened at an address of this machine only. */
import { ask } from "./api.ts";
import type { NetworkAccess } from "./protocol.ts";

/** Host names that other devices cannot reach. */
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/;

export function isOnlyHere(host: string): boolean {
  return ONLY_HERE.test(host);
}

export function networkAccess(): Promise<NetworkAccess> {
  return ask<NetworkAccess>("/network");
}

/** Lets devices of the local network in until the server stops. */
export function openToNetwork(): Promise<NetworkAccess> {
  return ask<NetworkAccess>("/network", null, {});
}
