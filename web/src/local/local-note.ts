/** What is to be known of a table in the page: where it is kept, the computer that thinks, another tab that plays it. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { TableInfo } from "../net/protocol.ts";
import { errorText } from "../net/error-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { dayOf } from "../ui/days.ts";
import { icon } from "../ui/icons.ts";
import { saveFile } from "../ui/save-file.ts";
import { t } from "../i18n/i18n.ts";
import { hurry, onState, stateOf, takeOver, wish } from "./client.ts";
import "./local-note.css";

/** Milliseconds of thinking after which the computer can be asked to move. */
const PATIENCE = 1000;

@customElement("local-note")
export class LocalNote extends LightElement {
  @property({ attribute: false }) info!: TableInfo;
  /** The name of the player to act. */
  @property() acting = "";
  @state() private said = "";
  /** Whether the computer has been thinking for a while. */
  @state() private waits = false;
  private timer = 0;
  private end: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.end = onState(() => this.look());
    this.look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end?.();
    clearTimeout(this.timer);
  }

  private look(): void {
    const thinks = this.info !== undefined && stateOf(this.info.id).thought !== null;
    if (!thinks) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.waits = false;
    } else if (this.timer === 0) {
      this.timer = window.setTimeout(() => (this.waits = true), PATIENCE);
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { id, imperfect_information: hides } = this.info;
    const { elsewhere, thought, unsaved } = stateOf(id);
    return html`
      ${elsewhere
        ? html`<div class="notice" role="alert" data-notice="elsewhere"><p>${t("here.elsewhere")}</p>
            <button class="primary" data-action="play-here" @click=${() => takeOver(id)}>${t("here.take")}</button></div>`
        : nothing}
      ${this.waits && thought !== null
        ? html`<div class="local-thinking"><progress max="1" value=${thought} aria-label=${t("turn.bot", { name: this.acting })}></progress>
            <button class="quiet" data-action="hurry" @click=${() => hurry(id)}>${icon("play")} ${t("here.hurry")}</button></div>`
        : nothing}
      ${unsaved ? html`<p class="notice" role="alert" data-notice="unsaved">${t("here.unsaved")}</p>` : nothing}
      <p class="hint local-only">${t("here.only")} ${hides ? t("here.trust") : nothing}
        <button class="quiet" data-action="save-table" @click=${() => void this.save()}>${icon("save")} ${t("here.save")}</button>
        <span role="status">${this.said}</span></p>`;
  }

  private async save(): Promise<void> {
    const { game, id } = this.info;
    try {
      const name = `${game}-${dayOf(Date.now())}-table.json`;
      this.said = (await saveFile(name, await wish({ save: id }))) === "saved" ? t("record.saved", { name }) : "";
    } catch (error) {
      this.said = errorText(error, game);
    }
  }
}
