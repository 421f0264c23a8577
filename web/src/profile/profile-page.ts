/** A member's profile: statistics by game, opponents, and all games with filters. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentLanguage, gameName, loadGameMessages, numberText, t } from "../i18n/i18n.ts";
import { errorText } from "../net/error-text.ts";
import { ApiError } from "../net/api.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { findMe, signedIn } from "../account/account-state.ts";
import { starsOfValue } from "../account/progress-sync.ts";
import { profileApi, type GameStatistics, type Profile, type ProgressEntry, type Statistics } from "./profile-api.ts";
import "../account/account.css";
import "./profile.css";
import "./profile-history.ts";
import "../contacts/person-actions.ts";
import "../rating/member-ratings.ts";

@customElement("profile-page")
export class ProfilePage extends LightElement {
  /** The public ID of the member. */
  @property() member = "";
  @state() private profile: Profile | null = null;
  @state() private statistics: Statistics | null = null;
  @state() private progress: readonly ProgressEntry[] = [];
  @state() private trouble = "";

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("member")) void this.load();
  }

  private async load(): Promise<void> {
    const { member } = this;
    this.profile = this.statistics = null;
    this.trouble = "";
    try {
      await findMe();
      const [profile, statistics] = await Promise.all([profileApi.profile(member), profileApi.statistics(member)]);
      await Promise.all([...new Set(statistics.by_game.map(({ game }) => game))]
        .map((game) => loadGameMessages(game).catch(() => undefined)));
      if (member !== this.member) return;
      const progress = profile.mine && profile.kind !== "bot" ? (await profileApi.progress(member)).entries : [];
      if (member !== this.member) return;
      this.profile = profile;
      this.statistics = statistics;
      this.progress = progress;
    } catch (error) {
      const isHidden = error instanceof ApiError && ["not_found", "no_table"].includes(error.code);
      this.trouble = isHidden ? t("profile.hidden") : errorText(error);
    }
  }

  protected override render(): TemplateResult {
    const { profile, statistics } = this;
    document.title = `${profile?.name ?? t("profile.title")} · Empile`;
    return html`<div class="profile-page" data-ready=${profile || this.trouble ? "true" : "false"}>
      <a class="button quiet" href=${profile?.mine ? "/account" : "/"}>${icon("back")} ${profile?.mine ? t("account.link") : t("home")}</a>
      ${this.trouble ? html`<h1>${t("profile.title")}</h1><p role="alert">${this.trouble}</p>` : nothing}
      ${profile && statistics
        ? html`${this.head(profile)}${profile.mine ? nothing : html`<person-actions .person=${profile}></person-actions>`}<member-ratings .member=${profile.id}></member-ratings>${this.games(statistics.by_game)}${this.opponents(statistics)}${this.reached()}
            <profile-history class="card" .member=${profile.id}></profile-history>
            ${this.isModerator(profile) ? html`<p><a href="/moderate/fair-play/${profile.id}">${t("fairplay.title")}</a></p>` : nothing}
            ${profile.listed ? html`<p><a href="/api/members/${profile.id}/games.atom">${t("profile.feed")}</a></p>` : nothing}`
        : this.trouble ? nothing : html`<p role="status">${t("loading")}</p>`}
    </div>`;
  }

  private isModerator(profile: Profile): boolean {
    return !profile.mine && ["moderator", "host"].includes(signedIn()?.account.role ?? "");
  }

  private head(profile: Profile): TemplateResult {
    const since = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long" }).format(profile.made);
    return html`<h1>${profile.name}
        ${profile.kind === "bot" ? html`<span class="tag">${icon("robot")} ${t("tag.program")}</span>` : nothing}</h1>
      <p>${t("profile.since", { date: since })} ${t("profile.played", { count: profile.games })}</p>
      ${profile.mine ? html`<p class="hint">${icon("eye")} ${t(profile.listed ? "profile.public" : "profile.private")}</p>` : nothing}`;
  }

  private games(rows: readonly GameStatistics[]): TemplateResult | typeof nothing {
    if (rows.length === 0) return nothing;
    return html`<section class="card"><h2 id="profile-games">${icon("chart")} ${t("profile.statistics")}</h2>
      <div class="profile-table" role="region" aria-labelledby="profile-games" tabindex="0"><table>
        <thead><tr>${["game", "players", "played", "won", "rank", "compared"].map((name) =>
          html`<th scope="col">${t(`profile.column.${name}`)}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr>
          <th scope="row">${gameName(row.game)}</th>
          <td>${row.players}</td><td>${row.played}</td>
          <td>${this.wins(row)}</td>
          <td>${number(row.mean_rank)}</td>
          <td>${row.compared === null ? "–" : percent(row.compared)}</td></tr>`)}</tbody>
      </table></div>
      <p class="hint">${t("profile.compared.help")}</p>
      <details class="unfold"><summary>${t("profile.by_seat")}</summary>
        <div class="profile-table" role="region" aria-label=${t("profile.by_seat")} tabindex="0"><table>
          <thead><tr>${["game", "players", "seat", "played", "won"].map((name) =>
            html`<th scope="col">${t(`profile.column.${name}`)}</th>`)}</tr></thead>
          <tbody>${rows.flatMap((row) => row.seats.map((seat) => html`<tr><th scope="row">${gameName(row.game)}</th>
            <td>${row.players}</td><td>${seat.seat + 1}</td><td>${seat.played}</td><td>${this.wins(seat)}</td></tr>`))}</tbody>
        </table></div></details>
    </section>`;
  }

  private wins({ played, won, shared }: Pick<GameStatistics, "played" | "won" | "shared">): string {
    const text = `${won} (${percent(played > 0 ? won / played : 0)})`;
    return shared > 0 ? `${text}, ${t("profile.shared", { count: shared })}` : text;
  }

  private opponents({ opponents: rows, cursor }: Statistics): TemplateResult | typeof nothing {
    if (rows.length === 0) return nothing;
    return html`<section class="card">
      <h2 id="profile-opponents">${icon("people")} ${t("profile.opponents")}</h2>
      <div class="profile-table" role="region" aria-labelledby="profile-opponents" tabindex="0"><table>
        <thead><tr>${["opponent", "played", "won", "shared", "lost"].map((name) =>
          html`<th scope="col">${t(`profile.column.${name}`)}</th>`)}</tr></thead>
        <tbody>${rows.map(({ id, name, played, won, shared, lost }) => html`<tr>
          <th scope="row">${id ? html`<a href="/m/${id}">${name}</a>` : name || t("profile.deleted")}</th>
          <td>${played}</td><td>${won}</td><td>${shared}</td><td>${lost}</td></tr>`)}</tbody>
      </table></div>
      ${cursor
        ? html`<button class="secondary" data-action="more-opponents" @click=${() => void this.moreOpponents(cursor)}>
            ${t("games.more")}</button>`
        : nothing}
    </section>`;
  }

  private async moreOpponents(cursor: string): Promise<void> {
    try {
      const more = await profileApi.opponents(this.member, cursor);
      const { opponents } = this.statistics!;
      this.statistics = { ...this.statistics!, opponents: [...opponents, ...more.opponents], cursor: more.cursor };
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  /** Renders what the member has reached in lessons and solo levels. */
  private reached(): TemplateResult | typeof nothing {
    const count = (kind: ProgressEntry["kind"]) => this.progress.filter((entry) => entry.kind === kind);
    const lessons = count("lesson").length;
    const solved = count("solo");
    if (lessons + solved.length === 0) return nothing;
    const stars = solved.reduce((sum, { value }) => sum + starsOfValue(value), 0);
    return html`<section class="card" aria-labelledby="profile-progress">
      <h2 id="profile-progress">${icon("learn")} ${t("profile.progress")}</h2>
      <p>${t("profile.lessons", { count: lessons })} ${t("profile.solo", { count: solved.length, stars })}</p>
    </section>`;
  }
}

function percent(share: number): string {
  return numberText(share, { style: "percent", maximumFractionDigits: 0 });
}

function number(value: number): string {
  return numberText(value, { maximumFractionDigits: 1 });
}
