/** Lets forms of tables ask who plays, if an account is signed in. */
import { html, type TemplateResult } from "lit";
import { withLazyMessages } from "../i18n/i18n.ts";
import { currentMember, findMe, people } from "./account-state.ts";
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
