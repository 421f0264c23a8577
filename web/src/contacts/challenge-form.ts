/** Invites people to a game: who, which game, the clock; says what to expect before it is sent. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentMember } from "../account/account-state.ts";
import { Actions, fields } from "../account/actions.ts";
import "../clock/clock-field.ts";
import type { ClockChoice } from "../clock/presets.ts";
import { currentLanguage, gameName, t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { percentText } from "../rating/rating-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { localStore } from "../ui/storage.ts";
import { contactsApi, personIn, type Person } from "./contacts-api.ts";
import { refreshInbox } from "./inbox.ts";

/** People who are challenged at once, at most. */
const MOST = 5;

/** Fires `sent` once a challenge is on its way. */
@customElement("challenge-form")
export class ChallengeForm extends LightElement {
  /** Whom to challenge first. */
  @property({ attribute: false }) chosen: readonly Person[] = [];
  @state() private games: GameInfo[] = [];
  @state() private people: readonly Person[] = [];
  @state() private game = "";
  @state() private clock: ClockChoice | null = null;
  @state() private rated = false;
  /** What the member may expect, from 0 to 1, if that is known. */
  @state() private expected: number | null = null;
  private asked = "";
  private readonly actions = new Actions(this, "contacts.error");

  override connectedCallback(): void {
    super.connectedCallback();
    void loadGames().then((games) => (this.games = games), () => undefined);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("chosen")) this.people = this.chosen;
    const possible = this.possible();
    if (!possible.some(({ name }) => name === this.game)) this.game = possible[0]?.name ?? "";
    if (!this.clock) this.rated = false;
    void this.expect();
  }

  /** The games for as many as are named. */
  private possible(): GameInfo[] {
    const count = Math.max(2, 1 + this.people.length);
    return this.games.filter(({ players }) => players.includes(count));
  }

  private async expect(): Promise<void> {
    const me = currentMember();
    const speed = this.clock?.kind === "days" ? "slow" : "fast";
    const members = [me?.id ?? "", ...this.people.map(({ id }) => id)];
    const asked = JSON.stringify([members, this.game, speed]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.expected = null;
    if (!me || members.length < 2 || !this.game) return;
    const found = await contactsApi.expected(members, this.game, speed).catch(() => null);
    if (asked === this.asked) this.expected = found?.members[0]?.expected ?? null;
  }

  protected override render(): TemplateResult {
    const ready = this.people.length > 0 && this.game !== "";
    return html`<section class="card" aria-labelledby="new-challenge">
      <h2 id="new-challenge">${icon("flag")} ${t("contacts.new")}</h2>
      ${this.people.length > 0
        ? html`<ul class="contact-list" aria-label=${t("contacts.to")}>${this.people.map((person) => html`<li>
            <strong>${person.name}</strong>
            <button type="button" class="quiet round" title=${t("contacts.remove")}
              aria-label=${`${t("contacts.remove")}: ${person.name}`}
              @click=${() => (this.people = this.people.filter(({ id }) => id !== person.id))}>${icon("close")}</button></li>`)}</ul>`
        : nothing}
      ${this.people.length < MOST
        ? html`<form class="row" @submit=${(event: Event) => void this.add(event)}>
            <label class="field"><span>${t("contacts.to.name")}</span>
              <input name="who" required maxlength="200" autocomplete="off" spellcheck="false" /></label>
            <button class=${this.people.length > 0 ? "quiet" : "secondary"} data-action="add-person" ?disabled=${this.actions.busy}>
              ${icon("plus")} ${t("contacts.add")}</button>
          </form>`
        : nothing}
      <label class="field"><span>${t("contacts.game")}</span>
        <select name="game" @change=${(event: Event) => (this.game = (event.target as HTMLSelectElement).value)}>
          ${this.possible().map(({ name }) => html`<option value=${name} ?selected=${name === this.game}>${gameName(name)}</option>`)}
        </select></label>
      <clock-field .seats=${Math.max(2, 1 + this.people.length)}
        @pick=${(event: CustomEvent<ClockChoice | null>) => (this.clock = event.detail)}></clock-field>
      <label class="tick"><input type="checkbox" name="rated" .checked=${this.rated} ?disabled=${!this.clock}
        @change=${(event: Event) => (this.rated = (event.target as HTMLInputElement).checked)} />
        <span>${t("meet.rated")}${this.clock ? nothing : html` <small>(${t("meet.rated.clock")})</small>`}</span></label>
      <p class="hint" role="status" data-expected=${this.expected ?? ""}>${this.expected === null ? nothing
        : t("contacts.expected", { share: percentText(this.expected) })}</p>
      <button class="primary" data-action="challenge" ?disabled=${!ready || this.actions.busy}
        @click=${() => void this.send()}>${t("contacts.send")}</button>
      ${this.actions.render()}
    </section>`;
  }

  private async add(event: Event): Promise<void> {
    const { who = "" } = fields(event);
    const form = event.target as HTMLFormElement;
    await this.actions.run(async () => {
      const wanted = personIn(who);
      const person = await ("name" in wanted ? contactsApi.named(wanted.name) : contactsApi.profile(wanted.member));
      if (person.id === currentMember()?.id) throw new Error(t("contacts.error.self"));
      this.people = [...this.people.filter(({ id }) => id !== person.id), person];
      form.reset();
    });
  }

  private async send(): Promise<void> {
    const me = currentMember();
    if (!me) return;
    const { people, game, clock, rated } = this;
    await this.actions.run(async () => {
      const { challenge, token } = await contactsApi.challenge(me.id, {
        game, members: people.map(({ id }) => ({ member: id })), rated, ...(clock && { clock }),
      });
      if (token) new SavedTables(localStore).keep(challenge.table, token, game);
      this.people = [];
      this.dispatchEvent(new CustomEvent("sent"));
      await refreshInbox();
      return t("contacts.challenged", { names: new Intl.ListFormat(currentLanguage()).format(people.map(({ name }) => name)) });
    });
  }
}
