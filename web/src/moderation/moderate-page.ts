/** The pages of moderators: what waits, a member or a report, and the log. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { findMe, signedIn } from "../account/account-state.ts";
import { Actions, fields } from "../account/actions.ts";
import { loadGameMessages, t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { duration, moment, titleOf } from "../reports/act-text.ts";
import { moderationApi, type AppealCase, type MemberCase, type ModerationLog, type ModerationQueue, type ReportShown } from "./moderation-api.ts";
import "../account/account.css";
import "../reports/acts.css";
import "./act-form.ts";
import "./moderation.css";
import "./report-card.ts";

/** Which of the pages: `queue`, `log`, `member` with an ID, or `report` with a number. */
export type ModeratePart = "queue" | "log" | "member" | "report";

@customElement("moderate-page")
export class ModeratePage extends LightElement {
  @property() section: ModeratePart = "queue";
  @property() of = "";
  @state() private ready = false;
  @state() private queue: ModerationQueue | null = null;
  @state() private known: MemberCase | null = null;
  @state() private report: ReportShown | null = null;
  @state() private log: ModerationLog | null = null;
  private readonly actions = new Actions(this, "moderate.error");

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("section") || changed.has("of")) void this.load();
  }

  private async load(): Promise<void> {
    const { section, of } = this;
    this.ready = false;
    this.queue = this.known = this.report = this.log = null;
    await findMe();
    await this.actions.run(async () => {
      if (section === "queue") this.queue = await moderationApi.queue();
      if (section === "log") this.log = await moderationApi.log();
      if (section === "member") this.known = await withWords(await moderationApi.member(of));
      if (section === "report") {
        const report = await moderationApi.report(Number(of));
        if (report.evidence.game) await loadGameMessages(report.evidence.game).catch(() => undefined);
        this.report = report;
      }
    });
    this.ready = true;
  }

  protected override render(): TemplateResult {
    document.title = `${t("moderate.title")} · Empile`;
    const may = ["moderator", "host"].includes(signedIn()?.account.role ?? "");
    return html`<div class="profile-page moderate-page" data-ready=${this.ready ? "true" : "false"}>
      <a class="button quiet" href=${this.section === "queue" ? "/account" : "/moderate"}>${icon("back")}
        ${this.section === "queue" ? t("account.link") : t("moderate.title")}</a>
      <h1>${this.known?.name ?? t("moderate.title")}</h1>
      ${this.ready && !may ? html`<p>${t("moderate.off")}</p>` : this.actions.render()}
      ${this.queue ? this.waiting(this.queue) : nothing}
      ${this.known ? this.member(this.known) : nothing}
      ${this.report ? html`<report-card .report=${this.report} @closed=${() => void this.load()}></report-card>` : nothing}
      ${this.log ? this.entries(this.log) : nothing}
    </div>`;
  }

  private waiting({ cases, appeals }: ModerationQueue): TemplateResult {
    return html`<section class="card" aria-labelledby="moderate-reports">
        <h2 id="moderate-reports">${t("moderate.reports")}</h2>
        ${cases.length === 0 ? html`<p>${t("moderate.none")}</p>` : html`<ul class="account-list" data-part="cases">
          ${cases.map((one) => html`<li>
            <a href=${one.member === null ? `/moderate/report/${one.reports[0] ?? 0}` : `/moderate/member/${one.member}`}>
              <strong>${one.name || t("account.guest")}</strong></a>
            <span>${t("acts.pair", {
              one: t("moderate.count", { count: one.reports.length }),
              other: one.about.map((about) => t(`reports.about.${about}`)).join(", "),
            })}</span>
            <span class="hint">${t("moderate.since", { date: moment(one.since) })}
              ${one.acts > 0 ? ` · ${t("moderate.before", { count: one.acts })}` : ""}</span></li>`)}
        </ul>`}
      </section>
      ${appeals.length === 0 ? nothing : html`<h2>${t("moderate.appeals")}</h2>${appeals.map((one) => this.appeal(one))}`}
      <a class="button secondary" href="/moderate/log" data-action="log">${icon("log")} ${t("moderate.log")}</a>`;
  }

  private appeal({ act, member, yours }: AppealCase): TemplateResult {
    return html`<section class="card" data-appeal=${act.id}>
      <h3>${member ? html`<a href="/moderate/member/${member}">${act.name}</a>` : act.name} · ${titleOf(act)}</h3>
      <p class="hint">${duration(act)}</p>
      ${act.text ? html`<p dir="auto" class="act-words">${act.text}</p>` : nothing}
      <p dir="auto" class="act-words">${t("moderate.appeal.says", { text: act.appeal?.text ?? "" })}</p>
      ${yours ? html`<p class="hint">${t("moderate.appeal.yours")}</p>` : nothing}
      <form class="account-form" @submit=${(event: SubmitEvent) => void this.answer(event, act.id)}>
        <label class="field"><span>${t("moderate.reply")}</span><textarea name="text" rows="2" required maxlength="500"></textarea></label>
        <div class="row">
          <button class="primary" name="outcome" value="lifted" data-action="lift-appeal">${t("moderate.appeal.lift")}</button>
          <button class="secondary" name="outcome" value="kept" data-action="keep-appeal">${t("moderate.appeal.keep")}</button>
        </div>
      </form>
    </section>`;
  }

  private async answer(event: SubmitEvent, act: number): Promise<void> {
    const { text = "" } = fields(event);
    const outcome = (event.submitter as HTMLButtonElement | null)?.value === "lifted" ? "lifted" : "kept";
    await this.actions.run(async () => {
      this.queue = await moderationApi.answer(act, outcome, text);
    });
  }

  private member(known: MemberCase): TemplateResult {
    const others = known.household.filter((name) => name !== known.name);
    return html`<p>${t("moderate.login", { login: known.login })}
        ${others.length > 0 ? t("moderate.household", { names: others.join(", ") }) : ""}</p>
      <div class="row"><a class="button secondary" href="/moderate/fair-play/${known.member}">${icon("chart")} ${t("fairplay.title")}</a></div>
      ${known.reports.map((report) => html`<report-card .report=${report} @closed=${() => void this.load()}></report-card>`)}
      ${known.decides
        ? html`<section class="card"><act-form .known=${known}
            @decided=${(event: CustomEvent<MemberCase>) => (this.known = event.detail)}></act-form></section>`
        : html`<p class="hint">${t(known.role === "host" ? "moderate.host" : "moderate.yours")}</p>`}
      ${known.acts.length === 0 ? nothing : html`<h2>${t("moderate.history")}</h2>`}
      ${known.acts.map((act) => html`<section class="card" data-act=${act.kind}>
        <h3>${titleOf(act)}</h3>
        <p class="hint">${moment(act.began)} · ${duration(act)}${act.read ? ` · ${t("moderate.read")}` : ""}</p>
        ${act.text ? html`<p dir="auto" class="act-words">${act.text}</p>` : nothing}
        ${act.holds ? html`<button class="secondary" data-action="lift" ?disabled=${this.actions.busy}
          @click=${() => void this.lift(act.id)}>${t("moderate.lift")}</button>` : nothing}
      </section>`)}`;
  }

  private async lift(act: number): Promise<void> {
    const done = await this.actions.run(async () => {
      await moderationApi.lift(act, "");
    });
    if (done) await this.load();
  }

  private entries({ entries, more }: ModerationLog): TemplateResult {
    return html`<h2>${t("moderate.log")}</h2>
      ${entries.length === 0 ? html`<p>${t("moderate.log.none")}</p>` : html`<ul class="account-list card" data-part="log">
        ${entries.map((one) => html`<li>
          <span><strong>${t(`moderate.what.${one.what}`)}</strong>
            ${one.member ? html`<a href="/moderate/member/${one.member}">${one.name}</a>` : one.name || t("account.guest")}</span>
          <span class="hint">${moment(one.at)} · ${one.by || t("moderate.log.host")}</span>
          ${one.text ? html`<span dir="auto">${one.text}</span>` : nothing}</li>`)}</ul>`}
      ${more ? html`<button class="secondary" data-action="older" ?disabled=${this.actions.busy}
        @click=${() => void this.older()}>${t("games.more")}</button>` : nothing}`;
  }

  private async older(): Promise<void> {
    await this.actions.run(async () => {
      const known = this.log?.entries ?? [];
      const found = await moderationApi.log(known.at(-1)?.id);
      this.log = { entries: [...known, ...found.entries], more: found.more };
    });
  }
}

/** Returns a case once the words of its games are loaded, for their phrases. */
async function withWords(known: MemberCase): Promise<MemberCase> {
  const games = new Set(known.reports.flatMap(({ evidence }) => evidence.game ?? []));
  await Promise.all([...games].map((game) => loadGameMessages(game).catch(() => undefined)));
  return known;
}
