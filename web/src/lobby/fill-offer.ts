/** Offers computers for the empty seats to somebody who has waited, or whom others ask. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { gameName, t } from "../i18n/i18n.ts";
import { levelName } from "../net/games.ts";
import type { GameInfo, Seek } from "../net/protocol.ts";
import { listed } from "../table/seats/seat-names.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { fillsOf, type Fill } from "./fills.ts";

/** Fires `fill` with what to send to the server. */
export type FillChoice = { wish: number | null; alone: boolean };

@customElement("fill-offer")
export class FillOffer extends LightElement {
  @property({ attribute: false }) own!: Seek;
  @property({ attribute: false }) others: readonly Seek[] = [];
  @property({ attribute: false }) levels: readonly number[] = [];
  @property({ attribute: false }) games: readonly GameInfo[] = [];
  /** Whether the user has waited long enough for offers that nobody else has made. */
  @property({ type: Boolean }) due = false;

  private hadFocus = false;

  protected override willUpdate(): void {
    this.hadFocus = this.contains(document.activeElement);
  }

  protected override updated(): void {
    // The button that had it is gone once the user has agreed, or has changed their mind.
    if (this.hadFocus && !this.contains(document.activeElement)) this.querySelector("button")?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const fills = fillsOf(this.own, this.others, this.levels);
    const agreed = this.own.bots === undefined ? undefined : fills[this.own.bots];
    if (agreed) return this.waiting(agreed);
    const asked = fills.filter((fill) => fill.agreed.length > 0);
    const shown = this.due ? fills : asked;
    if (shown.length === 0) return nothing;
    const names = listed([...new Set(asked.flatMap((fill) => fill.agreed.map(nameOf)))]);
    return html`<div role="status">${asked.length > 0 ? html`<p>${t("meet.fill.asked", { names, count: asked[0]!.agreed.length })}</p>` : nothing}
        ${this.due ? html`<p>${t("meet.fill.lead")}</p>` : nothing}
        ${this.own.rated ? html`<p>${t("meet.fill.unrated")}</p>` : nothing}</div>
      <div class="lobby-wishes">${shown.map((fill) => this.button(fill))}</div>`;
  }

  private button(fill: Fill): TemplateResult {
    const { wish, game, players, level, others } = fill;
    const info = this.games.find(({ name }) => name === game);
    return html`<button type="button" class="secondary" data-fill=${wish} @click=${() => this.choose({ wish, alone: false })}>
      ${icon("robot")} ${gameName(game)} <small>${t("meet.players", { count: players })}, ${levelName(info, game, level)}${
        others.length > 0 ? `, ${t("meet.with", { name: listed(others.map(nameOf)) })}` : ""}</small></button>`;
  }

  private waiting({ wish, others, agreed }: Fill): TemplateResult {
    const missing = others.filter((seek) => !agreed.includes(seek)).map(nameOf);
    return html`<p role="status">${missing.length > 0 ? t("meet.fill.waiting", { names: listed(missing) }) : t("loading")}</p>
      <div class="row">
        <button type="button" class="secondary" data-action="fill-alone" @click=${() => this.choose({ wish, alone: true })}>
          ${icon("robot")} ${t("meet.fill.alone")}</button>
        <button type="button" class="quiet" data-action="fill-not" @click=${() => this.choose({ wish: null, alone: false })}>
          ${icon("people")} ${t("meet.fill.people")}</button>
      </div>`;
  }

  private choose(detail: FillChoice): void {
    this.dispatchEvent(new CustomEvent<FillChoice>("fill", { detail }));
  }
}

function nameOf({ name }: Seek): string {
  return name || t("account.guest");
}
