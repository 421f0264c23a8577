/** The people of an account: names, who plays on this device, children, public profiles. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { localStore } from "../ui/storage.ts";
import { accountApi, type Me, type Member, type MemberKind } from "./account-api.ts";
import { changeMe, chooseMember, currentMember, people } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import { confirmed } from "./confirm-dialog.ts";
import { guestProgress, store } from "./progress-sync.ts";

/** Seats that one request may claim. */
const CLAIMED_AT_ONCE = 100;
const LONGEST_NAME = 24;

@customElement("members-section")
export class MembersSection extends LightElement {
  @property({ attribute: false }) me!: Me;
  /** The member whose name is being changed. */
  @state() private renaming = "";
  @state() private adding = false;
  private readonly actions = new Actions(this);

  protected override render(): TemplateResult {
    const members = people(this.me);
    const kept = new SavedTables(localStore).all().length;
    return html`<section class="card" aria-labelledby="account-members">
      <h2 id="account-members">${icon("people")} ${t("account.members")}</h2>
      <p>${t("account.members.text")}</p>
      <ul class="account-list">${members.map((member) => this.row(member, members.length))}</ul>
      ${this.adding ? this.addForm() : html`<button class="secondary" data-action="add-member"
        @click=${() => void this.add(true)}>${icon("plus")} ${t("account.members.add")}</button>`}
      ${kept > 0 ? this.keepGames(members, kept) : nothing}
      ${this.actions.render()}
    </section>`;
  }

  private row(member: Member, count: number): TemplateResult {
    if (this.renaming === member.id) return html`<li>${this.renameForm(member)}</li>`;
    const plays = currentMember(this.me)?.id === member.id;
    return html`<li data-member=${member.id}>
      <span class="account-name"><a href="/m/${member.id}"><strong>${member.name}</strong></a>
        ${member.kind === "child" ? html`<span class="tag">${t("account.child")}</span>` : nothing}
        ${plays && count > 1 ? html`<span class="tag">${icon("check")} ${t("account.plays")}</span>` : nothing}</span>
      <span class="account-actions">
        ${!plays
          ? html`<button class="secondary" data-action="choose" aria-label=${`${t("account.choose.do")}: ${member.name}`}
              @click=${() => chooseMember(member.id)}>${t("account.choose.do")}</button>`
          : nothing}
        <button class="quiet" data-action="rename" aria-label=${`${t("account.rename")}: ${member.name}`}
          @click=${() => void this.rename(member)}>${t("account.rename")}</button>
        ${member.kind === "child"
          ? nothing
          : html`<label class="tick"><input type="checkbox" data-action="listed" .checked=${member.listed}
              @change=${(event: Event) => void this.change(member, { listed: (event.target as HTMLInputElement).checked })} />
              <span>${t("account.listed")}</span></label>`}
        ${count > 1
          ? html`<button class="quiet round" data-action="remove" title=${t("account.remove_member")}
              aria-label=${`${t("account.remove_member")}: ${member.name}`}
              @click=${() => void this.removeMember(member)}>${icon("close")}</button>`
          : nothing}
      </span>
    </li>`;
  }

  private renameForm(member: Member): TemplateResult {
    return html`<form class="row" @submit=${(event: Event) => {
      const { name = "" } = fields(event);
      void this.change(member, { name }).then((done) => {
        if (!done) return;
        this.renaming = "";
        void this.updateComplete.then(() => this.focusIn(member.id, "rename"));
      });
    }}>
      <label class="field"><span>${t("account.name")}</span>
        <input name="name" required maxlength=${LONGEST_NAME} .value=${member.name} /></label>
      <button class="primary">${t("save")}</button>
      <button type="button" class="quiet" @click=${() => (this.renaming = "")}>${t("cancel")}</button>
    </form>`;
  }

  private addForm(): TemplateResult {
    return html`<form class="account-form" @submit=${(event: Event) => {
      const { name = "", kind = "adult" } = fields(event);
      void this.actions.run(async () => {
        await accountApi.addMember(name, kind as MemberKind);
        changeMe(await accountApi.me());
        await this.add(false);
        return t("account.member_added", { name });
      });
    }}>
      <label class="field"><span>${t("account.name")}</span>
        <input name="name" required maxlength=${LONGEST_NAME} autocomplete="off" /></label>
      <fieldset class="setting-options"><legend>${t("account.kind")}</legend>
        <label class="tick"><input type="radio" name="kind" value="adult" checked /><span>${t("account.kind.adult")}</span></label>
        <label class="tick"><input type="radio" name="kind" value="child" /><span>${t("account.kind.child")}</span></label>
      </fieldset>
      <p class="hint">${t("account.kind.help")}</p>
      <div class="row">
        <button class="primary" data-action="member-added" ?disabled=${this.actions.busy}>${t("account.members.add")}</button>
        <button type="button" class="quiet" @click=${() => void this.add(false)}>${t("cancel")}</button>
      </div>
    </form>`;
  }

  /** Offers to keep the games of this browser for a member. */
  private keepGames(members: readonly Member[], count: number): TemplateResult {
    return html`<form class="account-form account-keep" @submit=${(event: Event) => {
      const { member = members[0]!.id } = fields(event);
      void this.actions.run(() => this.claim(member));
    }}>
      <p>${t("account.keep.text", { count })}</p>
      ${members.length > 1
        ? html`<label class="field"><span>${t("account.keep.for")}</span>
            <select name="member">${members.map(({ id, name }) => html`<option value=${id}
              ?selected=${id === currentMember(this.me)?.id}>${name}</option>`)}</select></label>`
        : nothing}
      <button class="secondary" data-action="keep" ?disabled=${this.actions.busy}>${icon("save")} ${t("account.keep")}</button>
    </form>`;
  }

  private async claim(member: string): Promise<string> {
    const seats = new SavedTables(localStore).all().map(({ id, token }) => ({ table: id, token }));
    let kept = 0;
    for (let at = 0; at < seats.length; at += CLAIMED_AT_ONCE) {
      kept += (await accountApi.claim(member, seats.slice(at, at + CLAIMED_AT_ONCE))).kept;
    }
    await store(member, guestProgress());
    return t("account.kept", { count: kept });
  }

  /** Opens or closes the form of a new person, and keeps the focus there. */
  private async add(adding: boolean): Promise<void> {
    this.adding = adding;
    await this.updateComplete;
    this.querySelector<HTMLElement>(adding ? "form input[name=name]" : "[data-action=add-member]")?.focus();
  }

  private async rename(member: Member): Promise<void> {
    this.renaming = member.id;
    await this.updateComplete;
    this.querySelector<HTMLInputElement>("form input[name=name]")?.select();
  }

  private change(member: Member, change: Partial<Pick<Member, "name" | "listed">>): Promise<boolean> {
    return this.actions.run(async () => {
      await accountApi.changeMember(member.id, change);
      changeMe(await accountApi.me());
    });
  }

  private async removeMember(member: Member): Promise<void> {
    if (!(await confirmed(this.me, t("account.remove_member.ask", { name: member.name })))) return;
    await this.actions.run(async () => {
      await accountApi.removeMember(member.id);
      changeMe(await accountApi.me());
      return t("account.member_removed", { name: member.name });
    });
  }

  private focusIn(member: string, action: string): void {
    this.querySelector<HTMLElement>(`[data-member="${member}"] [data-action=${action}]`)?.focus();
  }
}
