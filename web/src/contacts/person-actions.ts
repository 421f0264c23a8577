/** What a member can do with another one, on the profile of that one: challenge, be friends, block. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentMember, signedIn } from "../account/account-state.ts";
import { Actions } from "../account/actions.ts";
import { confirmed } from "../account/confirm-dialog.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { contactsApi, type Contacts, type Person } from "./contacts-api.ts";
import "./contacts.css";

@customElement("person-actions")
export class PersonActions extends LightElement {
  @property({ attribute: false }) person!: Person;
  @state() private contacts: Contacts | null = null;
  private readonly actions = new Actions(this, "contacts.error");

  override connectedCallback(): void {
    super.connectedCallback();
    const me = currentMember();
    if (me) void contactsApi.contacts(me.id).then((found) => (this.contacts = found), () => undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { contacts, person } = this;
    if (!contacts || !currentMember()) return nothing;
    const is = (list: readonly { id: string }[]) => list.some(({ id }) => id === person.id);
    const blocked = is(contacts.blocked);
    const query = new URLSearchParams({ challenge: person.id, name: person.name });
    return html`<div class="row">
        ${blocked ? nothing : html`<a class="button primary" href="/friends?${query.toString()}">${icon("play")} ${t("contacts.challenge")}</a>`}
        ${is(contacts.friends) ? html`<span class="tag">${icon("check")} ${t("contacts.friend")}</span>`
          : is(contacts.sent) ? html`<span class="tag">${t("contacts.asked")}</span>`
          : blocked ? nothing
          : this.button(is(contacts.received) ? "accept" : "befriend", () => void this.befriend())}
        ${blocked ? this.button("unblock", () => void this.change((me) => contactsApi.unblock(me, person.id)))
          : this.button("block", () => void this.change((me) => contactsApi.block(me, person.id), t("contacts.block.done", { name: person.name })))}
        <button class="quiet" data-action="report" @click=${() => void this.report()}>${icon("report")} ${t("reports.link")}</button>
      </div>
      ${this.actions.render()}`;
  }

  private button(action: string, act: () => void): TemplateResult {
    return html`<button class="secondary" data-action=${action} ?disabled=${this.actions.busy} @click=${act}>${t(`contacts.${action}`)}</button>`;
  }

  private async report(): Promise<void> {
    const { id, name } = this.person;
    const { report } = await import("../reports/report-dialog.ts");
    await report([{ name, target: { member: id } }], ["behaviour", "name", "cheating"]);
  }

  private async befriend(): Promise<void> {
    const [account, member] = [signedIn(), currentMember()];
    if (!account || !member) return;
    if (member.kind === "child" && !(await confirmed(account, t("contacts.child.ask", { name: member.name })))) return;
    await this.change((me) => contactsApi.ask(me, { member: this.person.id }));
  }

  private async change(work: (member: string) => Promise<Contacts>, said?: string): Promise<void> {
    await this.actions.run(async () => {
      this.contacts = await work(currentMember()?.id ?? "");
      return said;
    });
  }
}
