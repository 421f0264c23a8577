/** Who is signed in: shared by the header, the forms of tables and the pages of accounts. */
import { renderAll } from "../ui/base-element.ts";
import { localStore } from "../ui/storage.ts";
import type { Me, Member } from "./account-api.ts";

export type Registration = "open" | "invitation" | "closed";

export interface Features {
  registration: Registration;
  /** Whether the server sends mail. */
  mail: boolean;
  /** Whether members may write to each other. */
  messages: boolean;
  /** Whether the server and this browser have passkeys. */
  passkeys: boolean;
}

/** Set while somebody is signed in, so that other visits need not ask the server. */
const SIGNED_IN = "empile.account";
/** The member who plays on this device. */
const MEMBER = "empile.member";

let known: Me | null = null;
let asked: Promise<Me | null> | null = null;

/** Returns what the server offers, or null if it has no accounts. */
export function features(): Features | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="empile-accounts"]');
  if (!meta || !["open", "invitation", "closed"].includes(meta.content)) return null;
  return {
    registration: meta.content as Registration,
    mail: meta.dataset["mail"] !== undefined,
    messages: meta.dataset["messages"] !== undefined,
    passkeys: meta.dataset["passkeys"] !== undefined && "PublicKeyCredential" in window,
  };
}

/** Returns who was signed in when this was last known. */
export function signedIn(): Me | null {
  return known;
}

/** Asks the server who is signed in, unless it is known or nobody was. */
export function findMe(): Promise<Me | null> {
  if (localStore.getItem(SIGNED_IN) === null || !features()) return Promise.resolve(null);
  asked ??= import("./account-api.ts").then(({ accountApi }) => accountApi.me()).then(
    (me) => {
      changeMe(me);
      return me;
    },
    (error: unknown) => {
      asked = null;
      if ((error as { code?: string }).code === "signed_out") changeMe(null);
      return null;
    },
  );
  return asked;
}

/** Takes what the server has answered; null after signing out. */
export function changeMe(me: Me | null): void {
  known = me;
  asked = me ? Promise.resolve(me) : null;
  const member = currentMember(me);
  if (me && member) {
    localStore.setItem(SIGNED_IN, "1");
    localStore.setItem(MEMBER, member.id);
  } else {
    localStore.removeItem(SIGNED_IN);
    localStore.removeItem(MEMBER);
  }
  renderAll();
}

/** Returns the people of the account: its members that are no programs. */
export function people(me: Me | null = known): Member[] {
  return me?.members.filter(({ kind }) => kind !== "bot") ?? [];
}

/** Returns the member who plays on this device, by default the first one; null if nobody is signed in. */
export function currentMember(me: Me | null = known): Member | null {
  const all = people(me);
  const chosen = localStore.getItem(MEMBER);
  return all.find(({ id }) => id === chosen) ?? all[0] ?? null;
}

export function chooseMember(id: string): void {
  localStore.setItem(MEMBER, id);
  renderAll();
}

/** Returns the name under which this browser keeps progress: each member has their own, and guests share one. */
export function progressName(name: string): string {
  const member = localStore.getItem(SIGNED_IN) === null ? null : localStore.getItem(MEMBER);
  return member === null ? name : `${name}@${member}`;
}
