/** Lets forms of tables ask who plays, if an account is signed in. */
import { html, type TemplateResult } from "lit";
import { withLazyMessages } from "../i18n/i18n.ts";
import { ApiError } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { currentMember, findMe, people, signedIn } from "./account-state.ts";
import type { Member } from "./account-api.ts";

/** Loads who is signed in, and the field; `then` is called if somebody is. */
export function loadMembers(then: () => void): void {
  void findMe().then((me) => {
    if (people(me).length > 0) void withLazyMessages(() => import("./member-field.ts")).then(then, () => undefined);
  });
}

/**
 * Returns the member at a place of a form. `chosen` is an ID, "" for a guest, or undefined before any choice:
 * then the first place is of the member who plays on this device, the others are of guests.
 */
export function memberAt(place: number, chosen: string | undefined): Member | null {
  if (chosen === undefined) return place === 0 ? currentMember() : null;
  return people().find(({ id }) => id === chosen) ?? null;
}

export function memberField(name: string, label: string, chosen: string, pick: (id: string) => void): TemplateResult {
  return html`<member-field .name=${name} .label=${label} .chosen=${chosen}
    @pick=${(event: CustomEvent<string>) => pick(event.detail)}></member-field>`;
}

/** Asks for the password that guests need where a child plays; returns whether it was given. */
export async function askGuardian(question: string): Promise<boolean> {
  const me = signedIn();
  if (!me) return false;
  const { confirmed } = await withLazyMessages(() => import("./confirm-dialog.ts"));
  return confirmed(me, question);
}

/** Runs `work`, and again if a guardian gives the password that it needs. */
export async function asGuardian<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "confirm" || !(await askGuardian(errorText(error)))) throw error;
    return work();
  }
}
