/** The guardian's page: for each child of the account, whom it meets, phrases, hours, and its games. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { accountApi, type Approval, type Me, type Meeting, type Member, type Rules } from "./account-api.ts";
import { changeMe, findMe, signedIn } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import { confirmed } from "./confirm-dialog.ts";
import "./account.css";

const MEETINGS: readonly Meeting[] = ["bots", "household", "approved", "anyone"];

interface Child {
  rules: Rules;
  approvals: Approval[];
}

@customElement("family-page")
export class FamilyPage extends LightElement {
  @state() private ready = false;
  @state() private children_ = new Map<string, Child>();
  private readonly actions = new Actions(this);

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    const me = await findMe();
    await this.actions.run(async () => {
      const found = kids(me).map(async ({ id }) => {
        const [rules, approvals] = await Promise.all([accountApi.rules(id), accountApi.approvals(id)]);
        return [id, { rules, approvals }] as const;
      });
      this.children_ = new Map(await Promise.all(found));
    });
    this.ready = true;
  }

  protected override render(): TemplateResult {
    document.title = `${t("account.family")} · Empile`;
    const me = signedIn();
    return html`<div class="family-page" data-ready=${this.ready ? "true" : "false"}>
      <h1>${t("account.family")}</h1>
      <p>${t("account.family.text")}</p>
      ${this.actions.render()}
      ${this.ready && kids(me).length === 0 ? html`<p>${t("account.family.none")}</p>` : nothing}
      ${me ? kids(me).map((child) => this.child(me, child)) : nothing}
    </div>`;
  }

  private child(me: Me, child: Member): TemplateResult | typeof nothing {
    const known = this.children_.get(child.id);
    if (!known) return nothing;
    const { rules, approvals } = known;
    return html`<section class="card" data-child=${child.id} aria-labelledby="child-${child.id}">
      <h2 id="child-${child.id}">${child.name}</h2>
      <a class="button secondary" href="/m/${child.id}">${icon("log")} ${t("account.family.games")}</a>
      <form class="account-form" @submit=${(event: Event) => void this.save(me, child, event)}>
        <fieldset><legend>${t("account.meet")}</legend>
          ${MEETINGS.map((meeting) => html`<label class="tick">
            <input type="radio" name="meet" value=${meeting} ?checked=${rules.meet === meeting} />
            <span>${t(`account.meet.${meeting}`)}</span></label>`)}
        </fieldset>
        <label class="tick"><input type="checkbox" name="phrases" ?checked=${rules.phrases_only} />
          <span>${t("account.phrases_only")}</span></label>
        <small>${t("account.phrases_only.help")}</small>
        <fieldset><legend>${t("account.quiet")}</legend><div class="row">
          <label class="field"><span>${t("account.quiet.from")}</span>
            <input type="time" name="from" .value=${clock(rules.quiet_from)} /></label>
          <label class="field"><span>${t("account.quiet.to")}</span>
            <input type="time" name="to" .value=${clock(rules.quiet_to)} /></label>
        </div></fieldset>
        <label class="field"><span>${t("account.minutes")}</span>
          <input type="number" name="minutes" min="0" max="1440" step="15" inputmode="numeric"
            .value=${rules.minutes_a_day === null ? "" : String(rules.minutes_a_day)} />
          <small>${t("account.minutes.help")}</small></label>
        <button class="primary" data-action="save-rules" ?disabled=${this.actions.busy}>${t("save")}</button>
      </form>
      ${approvals.length > 0
        ? html`<h3>${t("account.approved")}</h3>
          <ul class="account-list">${approvals.map((other) => html`<li><span class="account-name">${other.name}</span>
            <button class="quiet round" title=${t("account.remove")} aria-label=${`${t("account.remove")}: ${other.name}`}
              @click=${() => void this.disapprove(me, child, other)}>${icon("close")}</button></li>`)}</ul>`
        : nothing}
      <form class="row" @submit=${(event: Event) => void this.approve(me, child, event)}>
        <label class="field"><span>${t("account.approve")}</span>
          <input name="other" required autocomplete="off" spellcheck="false" placeholder=${`${location.origin}/m/…`} /></label>
        <button class="secondary" data-action="approve" ?disabled=${this.actions.busy}>${t("account.approve.do")}</button>
      </form>
    </section>`;
  }

  private async save(me: Me, child: Member, event: Event): Promise<void> {
    const values = fields(event);
    if (!(await confirmed(me, t("account.rules.ask", { name: child.name })))) return;
    const from = minutes(values["from"] ?? "");
    const to = minutes(values["to"] ?? "");
    await this.actions.run(async () => {
      const rules = await accountApi.changeRules(child.id, {
        meet: values["meet"] as Meeting,
        phrases_only: values["phrases"] !== undefined,
        quiet_from: to === null ? null : from,
        quiet_to: from === null ? null : to,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        minutes_a_day: values["minutes"] ? Number(values["minutes"]) : null,
      });
      changeMe({ ...me, members: me.members.map((member) =>
        member.id === child.id ? { ...member, strangers: rules.meet === "anyone" } : member) });
      this.put(child, { rules });
      return t("account.saved");
    });
  }

  private async approve(me: Me, child: Member, event: Event): Promise<void> {
    const { other = "" } = fields(event);
    const form = event.target as HTMLFormElement;
    // A link to a profile, or its last part.
    const id = other.replace(/^.*\/m\//, "").replace(/[?#/].*$/, "");
    if (!(await confirmed(me, t("account.rules.ask", { name: child.name })))) return;
    await this.actions.run(async () => {
      await accountApi.approve(child.id, id);
      this.put(child, { approvals: await accountApi.approvals(child.id) });
      form.reset();
    });
  }

  private async disapprove(me: Me, child: Member, other: Approval): Promise<void> {
    if (!(await confirmed(me, t("account.rules.ask", { name: child.name })))) return;
    await this.actions.run(async () => {
      await accountApi.disapprove(child.id, other.id);
      this.put(child, { approvals: await accountApi.approvals(child.id) });
    });
  }

  private put(child: Member, change: Partial<Child>): void {
    this.children_ = new Map(this.children_).set(child.id, { ...this.children_.get(child.id)!, ...change });
  }
}

function kids(me: Me | null): Member[] {
  return me?.members.filter(({ kind }) => kind === "child") ?? [];
}

/** Returns minutes of the day as `20:30`, empty if there are none. */
function clock(of: number | null): string {
  if (of === null) return "";
  return `${String(Math.floor(of / 60)).padStart(2, "0")}:${String(of % 60).padStart(2, "0")}`;
}

function minutes(text: string): number | null {
  const [hours, rest] = text.split(":").map(Number);
  return hours === undefined || rest === undefined || Number.isNaN(hours + rest) ? null : 60 * hours + rest;
}
