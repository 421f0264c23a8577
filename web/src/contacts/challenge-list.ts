/** The challenges of the member who plays on this device, with what to expect, and buttons to answer. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { currentMember } from "../account/account-state.ts";
import { Actions } from "../account/actions.ts";
import { clockText } from "../clock/presets.ts";
import { currentLanguage, gameName, t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { percentText, ratingLabel, ratingText } from "../rating/rating-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";
import { localStore } from "../ui/storage.ts";
import { contactsApi, type Challenge } from "./contacts-api.ts";
import { inbox, isReceived, refreshInbox } from "./inbox.ts";
import "./contacts.css";

@customElement("challenge-list")
export class ChallengeList extends LightElement {
  private readonly actions = new Actions(this, "contacts.error");

  override connectedCallback(): void {
    super.connectedCallback();
    void loadGames().then(() => this.requestUpdate(), () => undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const challenges = inbox()?.challenges ?? [];
    if (challenges.length === 0) return html`${this.actions.render()}`;
    return html`<section class="card" aria-labelledby="challenges">
      <h2 id="challenges">${t("contacts.challenges")}</h2>
      <ul class="contact-list">${repeat(challenges, ({ table }) => table, (one) => this.challenge(one))}</ul>
      ${this.actions.render()}
    </section>`;
  }

  private challenge(one: Challenge): TemplateResult {
    const { players, place, state } = one;
    const others = new Intl.ListFormat(currentLanguage()).format(players.slice(1).map(({ name }) => name));
    const title = place === 0
      ? t("contacts.challenge.to", { names: others })
      : t("contacts.challenge.from", { name: players[0]?.name ?? "" });
    const facts = [
      gameName(one.game), t("meet.players", { count: players.length }),
      one.clock ? clockText(one.clock, t) : t("clock.none"), ...(one.rated ? [t("meet.is_rated")] : []),
    ];
    return html`<li data-challenge=${one.table} data-state=${state}>
      <strong>${title}</strong>
      <span class="contact-facts">${facts.join(" · ")}</span>
      ${state === "open" && one.expected !== undefined && one.expected !== null
        ? html`<span class="contact-facts">${players.flatMap(({ name, rating }) => rating
            ? [html`<span aria-label=${`${name}: ${ratingLabel(rating)}`}>${name} ${ratingText(rating)}</span> · `] : [])}
            ${t("contacts.expected", { share: percentText(one.expected) })}</span>`
        : nothing}
      <span class="contact-facts">${[
        ...(isReceived(one) ? [] : [t(`contacts.state.${state}`)]),
        ...(state === "open" ? [t("contacts.until", { date: untilText(one.expires) })] : []),
      ].join(" · ")}</span>
      <span class="row">${this.buttons(one, title)}</span>
    </li>`;
  }

  private buttons(one: Challenge, title: string): TemplateResult | typeof nothing {
    const { busy } = this.actions;
    if (isReceived(one)) {
      return html`<button class="primary" data-action="accept" aria-label=${`${t("contacts.accept")}: ${title}`} ?disabled=${busy}
          @click=${() => void this.accept(one)}>${icon("check")} ${t("contacts.accept")}</button>
        <button class="secondary" data-action="decline" aria-label=${`${t("contacts.decline")}: ${title}`} ?disabled=${busy}
          @click=${() => void this.end(contactsApi.decline, one)}>${t("contacts.decline")}</button>`;
    }
    if (one.state === "accepted" || (one.state === "open" && one.place !== 0)) {
      return html`<a class="button secondary" href="/t/${one.table}">${icon("play")} ${t("contacts.open")}</a>`;
    }
    return one.state === "open"
      ? html`<button class="secondary" data-action="withdraw" aria-label=${`${t("contacts.withdraw")}: ${title}`} ?disabled=${busy}
          @click=${() => void this.end(contactsApi.withdraw, one)}>${t("contacts.withdraw")}</button>`
      : nothing;
  }

  private async accept({ table, game }: Challenge): Promise<void> {
    const done = await this.actions.run(async () => {
      const { token } = await contactsApi.answer(currentMember()?.id ?? "", table);
      if (token) new SavedTables(localStore).keep(table, token, game);
    });
    if (done) navigate(`/t/${table}`);
    await refreshInbox();
  }

  private async end(work: (member: string, table: string) => Promise<unknown>, { table }: Challenge): Promise<void> {
    await this.actions.run(async () => {
      await work(currentMember()?.id ?? "", table);
    });
    await refreshInbox();
  }
}

function untilText(at: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}
