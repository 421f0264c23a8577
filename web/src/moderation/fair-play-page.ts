/** The page of a fair play report, `/moderate/fair-play/{member}`. */
import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import type { FairPlayReport } from "./fair-play-api.ts";
import "../account/account.css";
import "./fair-play-report.ts";

@customElement("fair-play-page")
export class FairPlayPage extends LightElement {
  /** The public ID of the member. */
  @property() member = "";
  @state() private name = "";

  protected override render(): TemplateResult {
    document.title = `${this.name || t("fairplay.title")} · Empile`;
    return html`<div class="profile-page fair-play-page">
      <a class="button quiet" href="/moderate/member/${this.member}">${icon("back")} ${this.name || t("moderate.title")}</a>
      <h1>${this.name ? t("fairplay.heading", { name: this.name }) : t("fairplay.title")}</h1>
      <fair-play-report .member=${this.member} @loaded=${(event: CustomEvent<FairPlayReport>) => {
        this.name = event.detail.name;
      }}></fair-play-report>
    </div>`;
  }
}
