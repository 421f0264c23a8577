/** Evidence on the fair play of a member, for moderators; completes itself while games are analysed. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { formatNumber } from "../i18n/message-format.ts";
import { currentLanguage, gameName, loadGameMessages, t } from "../i18n/i18n.ts";
import { ApiError } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { changeText, percentText } from "../rating/rating-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { fairPlayApi, type FairPlayMoves, type FairPlayReport } from "./fair-play-api.ts";
import { numberText } from "./fair-play-text.ts";
import "../profile/profile.css";
import "./fair-play.css";

/** Interval of asking how far the analyses are. */
const LOOK_MS = 4000;

@customElement("fair-play-report")
export class FairPlayReportElement extends LightElement {
  /** The public ID of the member. */
  @property() member = "";
  @state() private report: FairPlayReport | null = null;
  @state() private trouble = "";
  private timer = 0;

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("member")) return;
    this.report = null;
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    const { member } = this;
    try {
      const report = await fairPlayApi.report(member);
      await Promise.all(report.moves.map(({ game }) => loadGameMessages(game).catch(() => undefined)));
      if (member !== this.member) return;
      this.report = report;
      this.trouble = "";
      this.dispatchEvent(new CustomEvent("loaded", { detail: report }));
    } catch (error) {
      if (member !== this.member) return;
      this.trouble = errorText(error);
      if (error instanceof ApiError && ["not_allowed", "no_table", "signed_out"].includes(error.code)) return;
    }
    if (!this.isComplete && this.isConnected) this.timer = window.setTimeout(() => void this.load(), LOOK_MS);
  }

  private get isComplete(): boolean {
    if (!this.report) return false;
    const { done, failed, wanted } = this.report.progress;
    return done + failed >= wanted;
  }

  protected override render(): TemplateResult {
    const { report, trouble } = this;
    return html`<div class="fair-play" data-ready=${report || trouble ? "true" : "false"} data-complete=${this.isComplete}>
      ${trouble ? html`<p role="alert">${trouble}</p>` : nothing}
      ${report ? this.body(report) : trouble ? nothing : html`<p role="status">${t("loading")}</p>`}
    </div>`;
  }

  private body(report: FairPlayReport): TemplateResult {
    const { done, failed, wanted } = report.progress;
    return html`<p>${t("fairplay.intro")}</p>
      ${done + failed < wanted
        ? html`<p role="status">${t("fairplay.progress", { done, wanted })}
            <progress max=${wanted} value=${done + failed}></progress></p>`
        : nothing}
      ${failed > 0 ? html`<p class="hint">${t("fairplay.failed", { count: failed })}</p>` : nothing}
      <section class="card"><h2>${icon("chart")} ${t("fairplay.moves")}</h2>
        ${report.moves.length > 0
          ? html`${report.moves.map((moves, index) => this.moves(moves, index))}<p class="hint">${t("fairplay.help")}</p>`
          : html`<p>${t("fairplay.no_moves")}</p>`}</section>
      ${this.opponents(report)}${this.places(report)}`;
  }

  private moves(moves: FairPlayMoves, index: number): TemplateResult {
    const language = currentLanguage();
    const time = (seconds: number) => formatNumber(language, seconds, { style: "unit", unit: "second", maximumFractionDigits: 1 });
    const [low, , high] = moves.quartiles ?? [];
    return html`<h3 id="fair-play-${index}">${gameName(moves.game)} · ${t(`fairplay.size.${moves.size}`)} · ${t(`rating.speed.${moves.speed}`)}</h3>
      <p>${t("fairplay.sample", {
        games: moves.games, moves: moves.moves, left: moves.left_out, others: moves.compared_games, points: moves.points,
      })}
        ${low === undefined || high === undefined
          ? nothing : t("fairplay.quartiles", { low: time(low), high: time(high) })}</p>
      <div class="profile-table" role="region" aria-labelledby="fair-play-${index}" tabindex="0"><table>
        <thead><tr>${["measure", "own", "others", "z", "percentile", "players"].map((name) =>
          html`<th scope="col">${t(`fairplay.column.${name}`)}</th>`)}</tr></thead>
        <tbody>${moves.numbers.map((one) => {
          const { own, others, percentile, z } = numberText(language, one);
          return html`<tr data-measure=${one.measure}><th scope="row">${t(`fairplay.measure.${one.measure}`)}</th>
            <td>${own}</td><td>${others || t("fairplay.too_few")}</td><td>${z || "–"}</td>
            <td>${percentile || "–"}</td><td>${one.players}</td></tr>`;
        })}</tbody></table></div>`;
  }

  private opponents({ opponents: found }: FairPlayReport): TemplateResult | typeof nothing {
    if (found.games === 0) return nothing;
    return html`<section class="card"><h2 id="fair-play-opponents">${icon("people")} ${t("profile.opponents")}</h2>
      <p>${t("fairplay.opponents", {
        games: found.games, opponents: found.opponents, share: percentText(found.share), gained: changeText(found.gained),
      })}</p>
      <div class="profile-table" role="region" aria-labelledby="fair-play-opponents" tabindex="0"><table>
        <thead><tr><th scope="col">${t("profile.column.opponent")}</th><th scope="col">${t("profile.column.played")}</th>
          ${["score", "expected", "gained", "short", "resigned", "timed_out"].map((name) =>
            html`<th scope="col">${t(`fairplay.column.${name}`)}</th>`)}</tr></thead>
        <tbody>${found.most.map((one) => html`<tr>
          <th scope="row">${one.id ? html`<a href="/moderate/member/${one.id}">${one.name}</a>` : t("profile.deleted")}</th>
          <td>${one.games}</td><td>${percentText(one.score)}</td>
          <td>${percentText(one.expected)} ± ${percentText(one.error)}</td><td>${changeText(one.gained)}</td>
          <td>${one.short}</td><td>${one.resigned}</td><td>${one.timed_out}</td></tr>`)}</tbody>
      </table></div></section>`;
  }

  private places({ places: found }: FairPlayReport): TemplateResult {
    return html`<section class="card"><h2>${icon("link")} ${t("fairplay.places")}</h2>
      <p>${t("fairplay.places.text", {
        days: found.days, tables: found.tables, household: found.household, address: found.address,
        rated: found.address_rated, gained: changeText(found.address_gained),
      })}</p>
      ${found.neighbours.length > 0
        ? html`<ul>${found.neighbours.map(({ id, name, tables }) =>
            html`<li><a href="/moderate/member/${id}">${name}</a> (${t("fairplay.neighbour", { count: tables })})</li>`)}</ul>`
        : nothing}
      <p class="hint">${t("fairplay.places.help")}</p></section>`;
  }
}
