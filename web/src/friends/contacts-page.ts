/** The page of friends: challenges, who is here, requests, blocks, and who may notice a member. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { currentMember, features, findMe, signedIn } from "../account/account-state.ts";
import { Actions, fields } from "../account/actions.ts";
import { confirmed } from "../account/confirm-dialog.ts";
import { t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { follow } from "../net/lines.ts";
import type { GameInfo } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { readPreference } from "../ui/preferences.ts";
import { contactsApi, personIn, type Contact, type Contacts, type ContactSettings, type Friend, type FriendsPage, type Person } from "../contacts/contacts-api.ts";
import { refreshInbox, takeInbox } from "../contacts/inbox.ts";
import "../account/account.css";
import "../contacts/challenge-list.ts";
import "../contacts/contacts.css";
import "../contacts/waiting-count.ts";

const AUDIENCES: readonly ContactSettings["presence"][] = ["everyone", "friends", "nobody"];

@customElement("contacts-page")
export class ContactsPage extends LightElement {
  @state() private ready = false;
  @state() private contacts: Contacts | null = null;
  private games: GameInfo[] = [];
  /** Who is challenged in the sheet; null while it is closed. */
  @state() private rival: Person | null = null;
  private owner = "";
  private following: AbortController | null = null;
  private readonly actions = new Actions(this, "contacts.error");

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
    document.addEventListener("visibilitychange", this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.follow);
    this.following?.abort();
  }

  private async load(): Promise<void> {
    await findMe();
    const me = currentMember();
    if (me) {
      this.owner = me.id;
      await this.actions.run(async () => {
        this.contacts = await contactsApi.contacts(me.id);
      });
      await refreshInbox();
      this.choose();
      this.follow();
    }
    this.ready = true;
  }

  /** Follows who comes and goes, while the page is in sight. */
  private readonly follow = (): void => {
    this.following?.abort();
    this.following = null;
    const member = this.owner;
    if (!member || document.hidden || !this.isConnected) return;
    this.following = new AbortController();
    void follow<FriendsPage>(contactsApi.streamPath(member), this.following.signal, ({ contacts, inbox }) => {
      if (member !== currentMember()?.id) return;
      // What the user does now is answered with newer lists.
      if (!this.actions.busy) this.contacts = contacts;
      takeInbox(inbox);
    });
  };

  /** Chooses the friend, or the public profile, in the address: a profile leads here. */
  private choose(): void {
    const query = new URLSearchParams(location.search);
    const [id, name] = [query.get("challenge"), query.get("name")];
    if (id && name) void this.challenge({ id, name, kind: "adult" });
  }

  protected override render(): TemplateResult {
    document.title = `${t("contacts.link")} · Empile`;
    const me = currentMember();
    if (me && this.owner && this.owner !== me.id) void this.load();
    return html`<div class="contacts-page" data-ready=${this.ready ? "true" : "false"}>
      <h1>${t("contacts.link")}</h1>
      ${me ? html`<p>${t("contacts.lead", { name: me.name })}</p>` : nothing}
      ${this.ready && !me
        ? html`<p>${t("contacts.signed_out")}</p><a class="button primary" href="/account">${t("account.link")}</a>` : nothing}
      ${this.actions.render()}
      ${me && this.contacts ? this.lists(this.contacts) : nothing}
    </div>`;
  }

  private lists({ friends, received, sent, blocked, settings }: Contacts): TemplateResult {
    return html`<challenge-list></challenge-list>
      ${this.people("received", received, (one) => html`
        ${this.button("accept", "check", one, () => void this.befriend(one))}
        ${this.button("refuse", "close", one, () => void this.change((member) => contactsApi.part(member, one.id)))}
        ${this.button("block", "close", one, () => void this.block(one))}`)}
      <section class="card" aria-labelledby="friends">
        <h2 id="friends">${icon("people")} ${t("contacts.friends")}</h2>
        ${friends.length === 0 ? html`<p>${t("contacts.friends.none")}</p>` : nothing}
        <ul class="contact-list">${repeat(friends, ({ id }) => id, (friend) => this.friend(friend))}</ul>
        <form class="row" @submit=${(event: Event) => void this.ask(event)}>
          <label class="field"><span>${t("contacts.ask")}</span>
            <input name="who" required maxlength="200" autocomplete="off" spellcheck="false" /></label>
          <button class="secondary" data-action="ask" ?disabled=${this.actions.busy}>${icon("plus")} ${t("contacts.ask.do")}</button>
        </form>
        <p class="hint">${t("contacts.own_link")} <code>${location.origin}/m/${currentMember()?.id}</code></p>
      </section>
      ${this.people("sent", sent, (one) => this.button("take_back", "close", one,
        () => void this.change((member) => contactsApi.part(member, one.id))))}
      ${this.people("blocked", blocked, (one) => one.id
        ? this.button("unblock", "close", one, () => void this.change((member) => contactsApi.unblock(member, one.id))) : html``)}
      ${this.settings(settings)}
      <page-dialog .open=${this.rival !== null} .heading=${t("contacts.challenge")} .closeLabel=${t("close")}
        .body=${() => this.sheet()} @close=${() => (this.rival = null)}></page-dialog>`;
  }

  private friend(friend: Friend): TemplateResult {
    const presence = friend.presence ?? "away";
    return html`<li data-friend=${friend.id} data-presence=${presence}>
      <strong><span class="presence" aria-hidden="true"></span> ${friend.name}
        ${presence === "away" ? nothing : html`<small>(${t(`contacts.${presence}`)})</small>`}</strong>
      <span class="row">
        ${friend.table ? html`<a class="button secondary" href="/t/${friend.table}" aria-label=${`${t("contacts.watch")}: ${friend.name}`}>
          ${icon("eye")} ${t("contacts.watch")}</a>` : nothing}
        ${features()?.messages && friend.kind !== "bot" ? html`<a class="button secondary" href="/messages/${friend.id}" data-action="write"
          aria-label=${`${t("contacts.write")}: ${friend.name}`}>${icon("speech")} ${t("contacts.write")}</a>` : nothing}
        ${this.button("challenge", "flag", friend, () => void this.challenge(friend))}
        <details class="contact-more"><summary aria-label=${`${t("more")}: ${friend.name}`}>${icon("more")}</summary>
          <span class="row">${this.button("end", "close", friend, () => void this.change((member) => contactsApi.part(member, friend.id)))}
          ${this.button("block", "close", friend, () => void this.block(friend))}</span></details>
      </span></li>`;
  }

  private people(name: "received" | "sent" | "blocked", found: readonly Contact[], buttons: (one: Contact) => TemplateResult): TemplateResult | typeof nothing {
    if (found.length === 0) return nothing;
    return html`<section class="card" aria-labelledby="contacts-${name}">
      <h2 id="contacts-${name}">${t(`contacts.${name}`)}</h2>
      <ul class="contact-list">${found.map((one) => html`<li><strong>${nameOf(one)}</strong>
        <span class="row">${buttons(one)}</span></li>`)}</ul>
    </section>`;
  }

  private button(action: string, sign: IconName, one: Contact, act: () => void): TemplateResult {
    const label = t(`contacts.${action}`);
    return html`<button class="secondary" data-action=${action} aria-label=${`${label}: ${nameOf(one)}`}
      ?disabled=${this.actions.busy} @click=${act}>${icon(sign)} ${label}</button>`;
  }

  private settings(settings: ContactSettings): TemplateResult {
    return html`<section class="card" aria-labelledby="contacts-settings">
      <h2 id="contacts-settings">${icon("settings")} ${t("contacts.settings")}</h2>
      ${currentMember()?.listed ? nothing : html`<p class="hint">${t("contacts.settings.hidden")}</p>`}
      ${(["presence", "challenges"] as const).map((name) => html`<fieldset class="choice"><legend>${t(`contacts.${name}.who`)}</legend>
        <div class="segments">${AUDIENCES.map((audience) => html`<label class="segment">
          <input type="radio" name=${name} value=${audience} .checked=${settings[name] === audience}
            @change=${() => void this.change(async (member) => {
              const changed = await contactsApi.settings(member, { ...settings, [name]: audience });
              return { ...this.contacts!, settings: changed };
            })} /><span class="segment-face">${t(`contacts.audience.${audience}`)}</span></label>`)}</div></fieldset>`)}
    </section>`;
  }

  private async challenge({ id, name, kind }: Person): Promise<void> {
    try {
      // The button keeps the focus, to which the dialog returns: nothing is busy.
      [this.games] = await Promise.all([loadGames(), import("../ui/dialog.ts"), import("../setup/who-plays.ts")]);
      this.rival = { id, name, kind };
    } catch (error) {
      await this.actions.run(() => Promise.reject(error as Error));
    }
  }

  private sheet(): TemplateResult {
    const game = this.games.find(({ name }) => name === readPreference("game")) ?? this.games[0];
    return html`<who-plays .first=${game} .games=${this.games} .asked=${{ kind: "friend", person: this.rival }}
      @challenged=${(event: Event) => {
        event.preventDefault();
        this.rival = null;
        void refreshInbox();
      }}></who-plays>`;
  }

  private async ask(event: Event): Promise<void> {
    const { who = "" } = fields(event);
    const form = event.target as HTMLFormElement;
    if (!(await this.guarded())) return;
    await this.change(async (member) => {
      const contacts = await contactsApi.ask(member, personIn(who));
      form.reset(); // at once: later, another name may be there
      return contacts;
    }, t("contacts.asked"));
  }

  private async befriend(other: Contact): Promise<void> {
    if (await this.guarded()) await this.change((member) => contactsApi.accept(member, other.id));
  }

  private async block(other: Contact): Promise<void> {
    await this.change((member) => contactsApi.block(member, other.id), t("contacts.block.done", { name: nameOf(other) }));
  }

  /** A guardian confirms the friends of a child. */
  private async guarded(): Promise<boolean> {
    const [me, member] = [signedIn(), currentMember()];
    if (!me || !member) return false;
    return member.kind !== "child" || confirmed(me, t("contacts.child.ask", { name: member.name }));
  }

  private async change(work: (member: string) => Promise<Contacts>, said?: string): Promise<void> {
    await this.actions.run(async () => {
      this.contacts = await work(currentMember()?.id ?? "");
      return said;
    });
    await refreshInbox();
  }
}

function nameOf({ id, name }: Contact): string {
  return name || t(id ? "contacts.hidden" : "profile.deleted");
}
