/** The form to report somebody to the moderators. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentMember } from "../account/account-state.ts";
import { Actions, fields } from "../account/actions.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import "../ui/dialog.ts";
import "../account/account.css";
import { reportsApi, type About, type Target } from "./reports-api.ts";

/** Somebody who can be reported. */
export interface Reportable {
  name: string;
  target: Target;
}

const MOST = 500;

/** Lets the member report one of `people`; resolves once the form is closed. */
export async function report(people: readonly Reportable[], about: readonly About[]): Promise<void> {
  const dialog = document.createElement("report-dialog");
  [dialog.people, dialog.about] = [people, about];
  const before = document.activeElement;
  document.body.append(dialog);
  await dialog.done;
  dialog.remove();
  if (before instanceof HTMLElement) before.focus();
}

@customElement("report-dialog")
export class ReportDialog extends LightElement {
  @property({ attribute: false }) people: readonly Reportable[] = [];
  @property({ attribute: false }) about: readonly About[] = [];
  @state() private sent = false;
  readonly done: Promise<void>;
  private close!: () => void;
  private readonly actions = new Actions(this, "reports.error");

  constructor() {
    super();
    this.done = new Promise((close) => (this.close = close));
  }

  protected override render(): TemplateResult {
    const [only] = this.people;
    const heading = this.people.length === 1 && only?.name ? t("reports.title.name", { name: only.name }) : t("reports.title");
    return html`<page-dialog open look="box" .closeLabel=${t("close")} heading=${heading}
      .body=${() => this.body()} @close=${() => this.close()}></page-dialog>`;
  }

  private body(): TemplateResult {
    if (this.sent) {
      return html`<p role="status" data-part="sent">${t("reports.sent")}</p>
        <button class="primary" data-action="done" autofocus @click=${() => this.close()}>${t("close")}</button>`;
    }
    return html`<form class="account-form" @submit=${(event: Event) => void this.send(event)}>
      <p>${t("reports.lead")}</p>
      ${this.people.length > 1
        ? html`<label class="field"><span>${t("reports.who")}</span>
            <select name="who">${this.people.map(({ name }, index) => html`<option value=${index}>${name}</option>`)}</select></label>`
        : nothing}
      ${this.about.length > 1
        ? html`<label class="field"><span>${t("reports.about")}</span>
            <select name="about">${this.about.map((one) => html`<option value=${one}>${t(`reports.about.${one}`)}</option>`)}</select></label>`
        : nothing}
      <label class="field"><span>${t("reports.text")}</span>
        <textarea name="text" rows="4" maxlength=${MOST}></textarea></label>
      <p class="hint">${t("reports.copied")}</p>
      <div class="row">
        <button class="primary" data-action="send-report" ?disabled=${this.actions.busy}>${t("reports.send")}</button>
        <button type="button" class="quiet" data-action="cancel" @click=${() => this.close()}>${t("cancel")}</button>
      </div>
      ${this.actions.render()}
    </form>`;
  }

  private async send(event: Event): Promise<void> {
    const { who = "0", about = this.about[0] ?? "behaviour", text = "" } = fields(event);
    const [me, one] = [currentMember(), this.people[Number(who)]];
    if (!me || !one) return;
    this.sent = await this.actions.run(async () => {
      await reportsApi.send(me.id, one.target, about as About, text);
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "report-dialog": ReportDialog;
  }
}
