/** The form of a moderator's decision about a member. Fires `decided` with the new case. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Actions, fields } from "../account/actions.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { durationText } from "../i18n/duration.ts";
import { LightElement } from "../ui/base-element.ts";
import { CATEGORIES, KINDS, moderationApi, type ActKind, type Category, type MemberCase } from "./moderation-api.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;
const DURATIONS = [HOUR, DAY, 7 * DAY, 30 * DAY];
const LONGEST_DAYS = 366;
const MOST = 500;

@customElement("act-form")
export class ActForm extends LightElement {
  @property({ attribute: false }) known!: MemberCase;
  @state() private kind: ActKind = "warn";
  @state() private duration = String(DAY);
  private readonly actions = new Actions(this, "moderate.error");

  protected override render(): TemplateResult {
    const open = this.known.reports.filter(({ closed }) => closed === null);
    return html`<form class="account-form" data-part="act" @submit=${(event: Event) => void this.act(event)}>
      <h2>${t("moderate.act")}</h2>
      <label class="field"><span>${t("moderate.kind")}</span>
        <select name="kind" @change=${(event: Event) => (this.kind = (event.target as HTMLSelectElement).value as ActKind)}>
          ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === this.kind}>${t(`acts.kind.${kind}`)}</option>`)}
        </select></label>
      <p class="hint">${t(`moderate.means.${this.kind}`)}</p>
      ${this.kind === "warn" ? nothing : this.durations()}
      <label class="field"><span>${t("moderate.category")}</span>
        <select name="category">${CATEGORIES.map((one) => html`<option value=${one}>${t(`acts.category.${one}`)}</option>`)}</select></label>
      <label class="field"><span>${t("moderate.words")}</span>
        <textarea name="text" rows="3" required maxlength=${MOST}></textarea></label>
      ${open.length > 0 ? html`<p class="hint">${t("moderate.closes", { count: open.length })}</p>` : nothing}
      <button class="primary" data-action="act" ?disabled=${this.actions.busy}>${t(`moderate.do.${this.kind}`)}</button>
      ${this.actions.render()}
    </form>`;
  }

  private durations(): TemplateResult {
    return html`<label class="field"><span>${t("moderate.duration")}</span>
        <select name="duration" @change=${(event: Event) => (this.duration = (event.target as HTMLSelectElement).value)}>
          ${DURATIONS.map((seconds) => html`<option value=${seconds} ?selected=${String(seconds) === this.duration}>
            ${durationText(seconds, currentLanguage())}</option>`)}
          <option value="days">${t("moderate.duration.days")}</option>
          <option value="open">${t("acts.open")}</option>
        </select></label>
      ${this.duration === "days"
        ? html`<label class="field"><span>${t("moderate.days")}</span>
            <input name="days" type="number" required min="1" max=${LONGEST_DAYS} value="3" /></label>`
        : nothing}`;
  }

  private async act(event: Event): Promise<void> {
    const { category = "other", text = "", duration = "open", days = "1" } = fields(event);
    const { kind, known } = this;
    const seconds = kind === "warn" || duration === "open" ? null : duration === "days" ? Number(days) * DAY : Number(duration);
    const reports = known.reports.filter((one) => one.closed === null).map(({ id }) => id);
    await this.actions.run(async () => {
      const found = await moderationApi.act(known.member, { kind, category: category as Category, text, seconds, reports });
      this.dispatchEvent(new CustomEvent("decided", { detail: found }));
    });
  }
}
