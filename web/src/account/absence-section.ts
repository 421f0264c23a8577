/** Absences: when clocks with days for each move stand still, and whether the computer plays meanwhile. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentLanguage, t } from "../i18n/i18n.ts";
import type { AbsenceCalendar, AbsenceInfo } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { accountApi, type Me } from "./account-api.ts";
import { currentMember, people } from "./account-state.ts";
import { dayOf } from "../ui/days.ts";
import { chosenPeriod, daysLeft } from "./absence-days.ts";
import { Actions, fields } from "./actions.ts";

@customElement("absence-section")
export class AbsenceSection extends LightElement {
  @property({ attribute: false }) me!: Me;
  /** The member whose calendar is shown. */
  @state() private member = "";
  @state() private calendar: AbsenceCalendar | null = null;
  private readonly actions = new Actions(this);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("me") && !people(this.me).some(({ id }) => id === this.member)) {
      this.member = currentMember(this.me)?.id ?? "";
      if (this.calendar) void this.load();
    }
  }

  protected override render(): TemplateResult {
    const members = people(this.me);
    return html`<section class="card" aria-labelledby="account-absences">
      <h2 id="account-absences">${icon("clock")} ${t("account.absences")}</h2>
      <p>${t("account.absences.text")}</p>
      <details class="unfold" data-part="absences"
        @toggle=${(event: Event) => void ((event.target as HTMLDetailsElement).open && this.load())}>
        <summary>${t("account.absences.show")}</summary>
        ${members.length < 2 ? nothing
          : html`<label class="field"><span>${t("account.absences.of")}</span>
              <select name="member" @change=${(event: Event) => {
                this.member = (event.target as HTMLSelectElement).value;
                void this.load();
              }}>${members.map(({ id, name }) =>
                html`<option value=${id} ?selected=${id === this.member}>${name}</option>`)}</select></label>`}
        ${this.calendar ? this.shown(this.calendar) : nothing}
      </details>
      ${this.actions.render()}
    </section>`;
  }

  private shown({ absences, years }: AbsenceCalendar): TemplateResult {
    const today = dayOf(Date.now());
    return html`
      ${absences.length > 0 ? html`<ul class="account-list">${absences.map((one) => this.row(one))}</ul>` : nothing}
      <p class="hint" data-part="days-left">${years.map(({ year, left }) =>
        html`${t("account.absences.left", { count: daysLeft(left), year: String(year) })} `)}</p>
      <form class="account-form" @submit=${(event: Event) => void this.add(event)}>
        <div class="row">
          <label class="field"><span>${t("account.absences.from")}</span>
            <input type="date" name="from" required min=${today} value=${today} /></label>
          <label class="field"><span>${t("account.absences.to")}</span>
            <input type="date" name="to" required min=${today} /></label>
        </div>
        <label class="tick"><input type="checkbox" name="stand_in" /> <span>${t("account.absences.stand_in")}</span></label>
        <small>${t("account.absences.stand_in.help")}</small>
        <button class="primary" data-action="add-absence" ?disabled=${this.actions.busy}>${t("account.absences.add")}</button>
      </form>`;
  }

  private row(one: AbsenceInfo): TemplateResult {
    const when = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long" }).formatRange(one.began, one.ended - 1);
    const label = t(one.began > Date.now() ? "account.remove" : "account.absences.back");
    return html`<li data-absence=${one.id}>
      <span class="account-name"><strong>${when}</strong>
        ${one.stand_in ? html`<span class="hint">${icon("robot")} ${t("account.absences.plays")}</span>` : nothing}</span>
      <button class="secondary" data-action="end-absence" aria-label=${`${label}: ${when}`} ?disabled=${this.actions.busy}
        @click=${() => void this.end(one)}>${label}</button>
    </li>`;
  }

  private async load(): Promise<void> {
    const { member } = this;
    await this.actions.run(async () => {
      this.calendar = await accountApi.absences(member);
    });
    if (member !== this.member) await this.load();
  }

  private async add(event: Event): Promise<void> {
    const { from = "", to = "", stand_in: standIn } = fields(event);
    const form = event.target as HTMLFormElement;
    await this.actions.run(async () => {
      const period = chosenPeriod(from, to, Date.now());
      this.calendar = await accountApi.addAbsence(this.member, { ...period, stand_in: standIn !== undefined });
      form.reset();
      return t("account.saved");
    }, "account.absences.error");
  }

  private async end(one: AbsenceInfo): Promise<void> {
    await this.actions.run(async () => {
      this.calendar = await accountApi.removeAbsence(this.member, one.id);
      return t("account.saved");
    });
    await this.updateComplete;
    this.querySelector<HTMLElement>("[data-part=absences] summary")?.focus();
  }
}
