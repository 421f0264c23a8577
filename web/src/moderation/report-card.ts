/** A report with its evidence, as a moderator sees it; fires `closed` once it is closed without a decision. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { Actions, fields } from "../account/actions.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { moment } from "../reports/act-text.ts";
import { moderationApi, type ReportShown } from "./moderation-api.ts";
import "./evidence-view.ts";

@customElement("report-card")
export class ReportCard extends LightElement {
  @property({ attribute: false }) report!: ReportShown;
  private readonly actions = new Actions(this, "moderate.error");

  protected override render(): TemplateResult {
    const { report } = this;
    const { name, shown_name: shown } = report.evidence;
    const also = shown && name !== shown ? ` (${name})` : "";
    return html`<article class="card" data-report=${report.id} data-open=${report.closed === null ? "true" : "false"}>
      <h2>${t("acts.pair", { one: t(`reports.about.${report.about}`), other: `${shown || name || t("account.guest")}${also}` })}</h2>
      <p class="hint">${t("moderate.by", { name: report.reporter || t("acts.somebody"), date: moment(report.made) })}
        ${report.closed === null ? "" : ` ${t(report.act === null ? "moderate.closed" : "moderate.acted", { date: moment(report.closed) })}`}</p>
      ${report.text ? html`<p dir="auto" class="act-words">${report.text}</p>` : nothing}
      <evidence-view .evidence=${report.evidence}></evidence-view>
      ${report.closed !== null ? nothing
        : report.yours ? html`<p class="hint">${t("moderate.yours")}</p>`
        : html`<details class="unfold"><summary data-action="close-report">${t("moderate.close")}</summary>
            <form class="account-form" @submit=${(event: Event) => void this.close(event)}>
              <label class="field"><span>${t("moderate.note")}</span><input name="text" maxlength="500" autocomplete="off" /></label>
              <button class="secondary" data-action="close" ?disabled=${this.actions.busy}>${t("moderate.close")}</button>
            </form></details>`}
      ${this.actions.render()}
    </article>`;
  }

  private async close(event: Event): Promise<void> {
    const { text = "" } = fields(event);
    await this.actions.run(async () => {
      await moderationApi.close(this.report.id, text);
      this.dispatchEvent(new Event("closed"));
    });
  }
}
