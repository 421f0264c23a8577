/** Requests to the table, such as a takeback: answer them, or wait for the others. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import type { AskInfo, StateView } from "../net/protocol.ts";
import { durationText } from "../i18n/duration.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import type { EventNames } from "./log/event-text.ts";
import type { TableSession } from "./session.ts";

@customElement("table-requests")
export class TableRequests extends LightElement {
  @property({ attribute: false }) session!: TableSession;
  @property({ attribute: false }) state!: StateView;
  @property({ attribute: false }) names!: EventNames;
  /** Seconds in which a player must say that they are there. */
  @property({ type: Number }) patience = 0;
  /** Whether they are over. */
  @property({ type: Boolean }) mayClaim = false;

  protected override render(): TemplateResult | typeof nothing {
    if (this.state.asks.length === 0) return nothing;
    return html`${this.state.asks.map((ask) => this.ask(ask))}`;
  }

  /** Asks whether the player to act is there; the others may claim the game after a while. */
  private presence(ask: AskInfo, asked: boolean): TemplateResult {
    const other = this.names.place(ask.waiting[0] ?? 0);
    return html`<div class="ask" role=${asked ? "alert" : "status"} data-ask="presence">
      <p>${t("ask.presence", { name: other })}</p>
      ${asked
        ? html`<div class="actions"><button class="primary" data-action="yes"
            @click=${() => this.session.send({ type: "answer", ask: ask.ask, yes: true })}>
            ${t("ask.presence.here")}</button></div>`
        : html`<p class="hint">${t("ask.presence.wait", { time: durationText(this.patience, currentLanguage()) })}</p>
          ${this.mayClaim
            ? html`<div class="actions"><button class="secondary" data-action="claim"
                @click=${() => this.session.send({ type: "claim" })}>${t("ask.presence.claim")}</button></div>`
            : nothing}`}
    </div>`;
  }

  private ask(ask: AskInfo): TemplateResult | typeof nothing {
    const asked = ask.waiting.some((place) => this.session.places.includes(place));
    // The card of the result says who has agreed to a rematch.
    if (ask.what === "rematch" && !asked && this.session.places.length > 0) return nothing;
    if (ask.what === "presence") return this.presence(ask, asked);
    const answer = (yes: boolean) => this.session.send({ type: "answer", ask: ask.ask, yes });
    const waiting = new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(
      ask.waiting.map((place) => this.names.place(place)),
    );
    return html`<div class="ask" role=${asked ? "alert" : "status"} data-ask=${ask.what}>
      <p>${t(requestKey(ask), {
        name: this.names.place(ask.place),
        other: ask.takeover_place === null ? "" : this.names.place(ask.takeover_place),
      })}</p>
      ${asked
        ? html`<div class="actions">
            <button class="primary" data-action="yes" @click=${() => answer(true)}>${t("yes")}</button>
            <button class="secondary" data-action="no" @click=${() => answer(false)}>${t("no")}</button>
          </div>`
        : html`<p class="hint">${t("ask.waiting", { names: waiting })}</p>`}
    </div>`;
  }
}

function requestKey({ what, assist }: AskInfo): string {
  if (what === "assist") return `ask.assist.${assist ? "on" : "off"}`;
  return what === "takeover" ? "ask.takeover" : `log.asked.${what}`;
}
