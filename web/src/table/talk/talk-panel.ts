/** The phrases to say, the reactions, and whose phrases are not shown. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../../ui/base-element.ts";
import { icon } from "../../ui/icons.ts";
import { t, translator } from "../../i18n/i18n.ts";
import { offered, phraseText, pictureOf, type Moment } from "./phrases.ts";
import type { Speaker } from "./talk-controller.ts";
import "./talk-panel.css";

/**
 * Fires `say` (detail: the phrase's ID), `mute` (detail: the speaker, with the new choice), and `report`
 * (detail: the speaker).
 */
@customElement("talk-panel")
export class TalkPanel extends LightElement {
  @property() game = "";
  @property({ attribute: false }) phrases: readonly string[] = [];
  @property() moment: Moment = "play";
  @property({ attribute: false }) speakers: readonly Speaker[] = [];
  /** Whether the player may report others to the moderators. */
  @property({ type: Boolean }) mayReport = false;
  /** The messages of members, if there are any. */
  @property({ attribute: false }) chat: TemplateResult | typeof nothing = nothing;

  protected override firstUpdated(): void {
    this.querySelector<HTMLElement>("[data-phrase]")?.focus({ preventScroll: true });
    this.scrollIntoView({ block: "nearest" });
  }

  protected override render(): TemplateResult {
    const { phrases, reactions } = offered(this.phrases, this.moment);
    return html`
      ${this.chat}
      <div class="talk-phrases" role="group" aria-label=${t("talk.phrases")}>
        ${phrases.map((phrase) => this.button(phrase))}
      </div>
      <div class="talk-reactions" role="group" aria-label=${t("talk.reactions")}>
        ${reactions.map((phrase) => this.button(phrase))}
      </div>
      ${this.speakers.map((speaker) => html`<label class="talk-mute">
        <input type="checkbox" .checked=${speaker.muted}
          @change=${(event: Event) => this.tell("mute", { ...speaker, muted: (event.target as HTMLInputElement).checked })} />
        ${t("talk.mute", { name: speaker.name })}</label>
        ${this.mayReport ? html`<button class="quiet" data-action="report" aria-label=${`${t("reports.link")} ${speaker.name}`}
          @click=${() => this.tell("report", speaker)}>${icon("report")} ${t("reports.link")}</button>` : nothing}`)}`;
  }

  private button(phrase: string): TemplateResult | typeof nothing {
    const text = phraseText(phrase, translator(this.game));
    const picture = pictureOf(phrase);
    if (!text) return nothing;
    return html`<button class="secondary" data-phrase=${phrase} @click=${() => this.tell("say", phrase)}>
      ${picture ? html`<span aria-hidden="true">${picture}</span> ` : nothing}${text}</button>`;
  }

  private tell(name: string, detail: string | Speaker): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
