/** The clock of a table in words, for those who think of sitting down. */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { clockText, type ClockChoice } from "./presets.ts";

@customElement("clock-line")
export class ClockLine extends LightElement {
  @property({ attribute: false }) clock!: ClockChoice;

  protected override render(): TemplateResult {
    return html`<p>${icon("clock")} <span class="unseen">${t("clock")}: </span>${clockText(this.clock, t)}</p>`;
  }
}
