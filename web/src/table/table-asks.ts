/** Questions to the table: answer them, or wait for the others. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Plain } from "../app/plain.ts";
import type { AskInfo, StateView } from "../net/protocol.ts";
import { currentLanguage, say } from "../words/words.ts";
import type { Speaker } from "./sentences.ts";
import type { TableSession } from "./session.ts";

@customElement("table-asks")
export class TableAsks extends Plain {
  @property({ attribute: false }) session!: TableSession;
  @property({ attribute: false }) state!: StateView;
  @property({ attribute: false }) speaker!: Speaker;

  protected override render(): TemplateResult | typeof nothing {
    if (this.state.asks.length === 0) return nothing;
    return html`${this.state.asks.map((ask) => this.ask(ask))}`;
  }

  private ask(ask: AskInfo): TemplateResult {
    const asked = ask.waiting.some((place) => this.session.places.includes(place));
    const answer = (yes: boolean) => this.session.send({ type: "answer", ask: ask.ask, yes });
    const waiting = new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(
      ask.waiting.map((place) => this.speaker.place(place)),
    );
    return html`<div class="ask" role=${asked ? "alert" : "status"} data-ask=${ask.what}>
      <p>${say(ask.what === "calm" ? `ask.calm.${ask.calm ? "on" : "off"}` : `ask.${ask.what}`, {
        name: this.speaker.place(ask.place),
        other: ask.takes === null ? "" : this.speaker.place(ask.takes),
      })}</p>
      ${asked
        ? html`<div class="actions">
            <button class="primary" data-action="yes" @click=${() => answer(true)}>${say("yes")}</button>
            <button class="secondary" data-action="no" @click=${() => answer(false)}>${say("no")}</button>
          </div>`
        : html`<p class="hint">${say("ask.waiting", { names: waiting })}</p>`}
    </div>`;
  }
}
