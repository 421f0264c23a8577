/** The page of what moderators decided about the account, with appeals; and of its own reports. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { currentMember, findMe, signedIn } from "../account/account-state.ts";
import { Actions, fields } from "../account/actions.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { duration, moment, titleOf } from "./act-text.ts";
import { reportsApi, type ActShown, type OwnReport } from "./reports-api.ts";
import "../account/account.css";
import "./acts.css";

const MOST = 1000;

@customElement("decisions-page")
export class DecisionsPage extends LightElement {
  @state() private ready = false;
  @state() private acts: readonly ActShown[] = [];
  @state() private reports: readonly OwnReport[] = [];
  private readonly actions = new Actions(this, "acts.error");

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    await findMe();
    const me = currentMember();
    if (me) {
      await this.actions.run(async () => {
        [this.acts, this.reports] = await Promise.all([reportsApi.acts(), reportsApi.own(me.id)]);
      });
    }
    this.ready = true;
  }

  protected override render(): TemplateResult {
    document.title = `${t("acts.link")} · Empile`;
    return html`<div class="profile-page decisions-page" data-ready=${this.ready ? "true" : "false"}>
      <h1>${t("acts.link")}</h1>
      ${this.ready && !signedIn() ? html`<p>${t("acts.signed_out")}</p>` : nothing}
      ${this.actions.render()}
      ${this.ready && signedIn()
        ? html`${this.acts.length === 0 ? html`<p>${t("acts.none")}</p>` : this.acts.map((act) => this.act(act))}${this.own()}`
        : nothing}
    </div>`;
  }

  private act(act: ActShown): TemplateResult {
    return html`<section class="card" data-act=${act.kind} data-id=${act.id}>
      <h2>${titleOf(act)}</h2>
      <p>${act.name ? `${act.name} · ` : ""}${duration(act)}</p>
      ${act.text ? html`<p dir="auto" class="act-words">${act.text}</p>` : nothing}
      ${act.holds ? html`<p>${t(`acts.left.${act.kind}`)}</p>` : nothing}
      ${act.appeal ? this.answer(act.appeal) : act.holds || (act.kind === "warn" && act.lifted === null) ? this.form(act) : nothing}
    </section>`;
  }

  private answer({ outcome, reply, text }: NonNullable<ActShown["appeal"]>): TemplateResult {
    return html`<p class="hint" dir="auto">${t("acts.appeal.yours", { text })}</p>
      <p role="status" data-appeal=${outcome ?? "open"}>${t(`acts.appeal.${outcome ?? "waiting"}`)}</p>
      ${reply ? html`<p dir="auto" class="act-words">${reply}</p>` : nothing}`;
  }

  private form({ id }: ActShown): TemplateResult {
    return html`<details class="unfold"><summary data-action="appeal">${t("acts.appeal")}</summary>
      <form class="account-form" @submit=${(event: Event) => void this.appeal(event, id)}>
        <p>${t("acts.appeal.lead")}</p>
        <label class="field"><span>${t("acts.appeal.text")}</span>
          <textarea name="text" rows="5" required maxlength=${MOST}></textarea></label>
        <button class="primary" data-action="send-appeal" ?disabled=${this.actions.busy}>${t("acts.appeal.send")}</button>
      </form></details>`;
  }

  private async appeal(event: Event, id: number): Promise<void> {
    const { text = "" } = fields(event);
    await this.actions.run(async () => {
      this.acts = await reportsApi.appeal(id, text);
    });
  }

  private own(): TemplateResult | typeof nothing {
    if (this.reports.length === 0) return nothing;
    return html`<section class="card" aria-labelledby="own-reports">
      <h2 id="own-reports">${t("acts.reports")}</h2>
      <ul class="account-list">${this.reports.map((one) => html`<li data-report=${one.id}>
        <span class="account-name">${one.name || t("acts.somebody")} · ${t(`reports.about.${one.about}`)}</span>
        <span class="hint">${one.closed === null ? t("acts.report.open", { date: moment(one.made) })
          : t("acts.report.closed", { date: moment(one.closed) })}</span></li>`)}</ul>
    </section>`;
  }
}
