/** What is to be known of a table in the page: the computer that thinks, another tab that plays it, and where it is kept. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { TableInfo } from "../net/protocol.ts";
import { errorText } from "../net/error-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { dayOf } from "../ui/days.ts";
import { icon } from "../ui/icons.ts";
import { saveFile } from "../ui/save-file.ts";
import { t, withLazyMessages } from "../i18n/i18n.ts";
import { hurry, onState, stateOf, takeOver, wish } from "./client.ts";
import "./local-note.css";

// Elements without their words would show the names of messages.
await withLazyMessages(() => Promise.resolve());

/** Milliseconds of thinking after which the computer can be asked to move. */
const PATIENCE = 1000;

/** What is happening at a table; empty most of the time. */
@customElement("local-now")
export class LocalNow extends LightElement {
  @property() table = "";
  /** The name of the player to act. */
  @property() acting = "";
  /** Whether the computer has been thinking for a while. */
  @state() private waits = false;
  private timer = 0;
  private end: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.end = onState(() => this.look());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end?.();
    clearTimeout(this.timer);
  }

  private look(): void {
    if (stateOf(this.table).thought === null) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.waits = false;
    } else if (this.timer === 0) {
      this.timer = window.setTimeout(() => (this.waits = true), PATIENCE);
    }
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    const { elsewhere, thought, unsaved } = stateOf(this.table);
    return html`
      ${elsewhere
        ? html`<div class="notice" role="alert" data-notice="elsewhere"><span>${t("refused.kept.elsewhere")}</span>
            <button class="primary" data-action="play-here" @click=${() => takeOver(this.table)}>${t("here.take")}</button></div>`
        : nothing}
      ${unsaved ? html`<p class="notice" role="alert" data-notice="unsaved">${t(`refused.${unsaved.key}`, unsaved.args)}</p>` : nothing}
      ${this.waits && thought !== null
        ? html`<div class="local-thinking"><progress max="1" value=${thought} aria-label=${t("turn.bot", { name: this.acting })}></progress>
            <button class="quiet" data-action="hurry" @click=${() => hurry(this.table)}>${icon("play")} ${t("here.hurry")}</button></div>`
        : nothing}`;
  }
}

/** Where a table is kept, and who may know its hands. */
@customElement("local-note")
export class LocalNote extends LightElement {
  @property({ attribute: false }) info!: TableInfo;
  @state() private said = "";

  protected override render(): TemplateResult {
    const { imperfect_information: hides, places } = this.info;
    const isShared = hides && places.filter(({ kind }) => kind === "person").length > 1;
    return html`<p class="hint local-note"><span>${t("here.only")} ${isShared ? t("here.trust") : nothing}</span>
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
