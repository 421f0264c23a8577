/** Leaderboards by game, number of seats, speed, season and household, with the bots listed apart. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { findMe, signedIn } from "../account/account-state.ts";
import { gameName, loadGameMessages, t, translator } from "../i18n/i18n.ts";
import { api } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { GameInfo } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { ratingApi, type BotRatings, type RankedMember, type RatingList } from "./rating-api.ts";
import { ratingLabel, ratingText, seasonText } from "./rating-text.ts";
import { seasonsUntil } from "./seasons.ts";
import "../account/account.css";
import "../profile/profile.css";
import "./rating.css";

const SEASONS = 8;

@customElement("leaderboard-page")
export class LeaderboardPage extends LightElement {
  @state() private games: readonly GameInfo[] = [];
  @state() private list: RatingList = { game: "", size: "two", speed: "fast", against: "people" };
  /** 0 is all time. */
  @state() private season = 0;
  @state() private current = 0;
  @state() private members: readonly RankedMember[] = [];
  @state() private cursor: string | null = null;
  @state() private bots: BotRatings["bots"] = [];
  @state() private ready = false;
  @state() private trouble = "";

  protected override firstUpdated(): void {
    void this.start();
  }

  private async start(): Promise<void> {
    try {
      const [games] = await Promise.all([api.games(), findMe()]);
      await Promise.all(games.map(({ name }) => loadGameMessages(name).catch(() => undefined)));
      this.games = games;
      const asked = new URLSearchParams(location.search).get("game");
      const game = games.find(({ name }) => name === asked) ?? games[0];
      await this.choose({ game: game?.name ?? "" });
    } catch (error) {
      this.trouble = errorText(error);
      this.ready = true;
    }
  }

  private async choose(changed: Partial<RatingList>, season = this.season): Promise<void> {
    const list = (this.list = { ...this.list, ...changed });
    this.season = season;
    this.ready = false;
    this.trouble = "";
    try {
      const [page, { bots }] = await Promise.all([
        ratingApi.leaderboard(list, season, null),
        ratingApi.bots(list.game, list.size),
      ]);
      if (list !== this.list) return;
      this.members = page.members;
      this.cursor = page.cursor;
      this.current = page.current_season;
      this.bots = bots;
    } catch (error) {
      this.trouble = errorText(error);
    }
    this.ready = true;
  }

  private async more(): Promise<void> {
    try {
      const page = await ratingApi.leaderboard(this.list, this.season, this.cursor);
      this.members = [...this.members, ...page.members];
      this.cursor = page.cursor;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    document.title = `${t("leaderboard.link")} · Empile`;
    return html`<div class="profile-page" data-ready=${this.ready ? "true" : "false"}>
      <h1>${t("leaderboard.link")}</h1>
      ${this.choices()}
      ${this.trouble ? html`<p role="alert">${this.trouble}</p>` : nothing}
      <section class="card" data-list="members">
        <h2 id="leaderboard-members">${icon("people")} ${t(`leaderboard.of.${this.list.against}`)}</h2>
        ${this.members.length > 0 ? this.table() : html`<p role="status">${t(this.ready ? "leaderboard.empty" : "loading")}</p>`}
        ${this.cursor
          ? html`<button class="secondary" data-action="more" @click=${() => void this.more()}>${t("games.more")}</button>`
          : nothing}
        <p class="hint">${t(this.list.against === "household" ? "leaderboard.help.household" : "leaderboard.help")}</p>
      </section>
      ${this.ladder()}
      <p><a href="/api/games.atom">${t("watch.feed")}</a></p>
    </div>`;
  }

  private choices(): TemplateResult {
    const choice = (name: keyof RatingList, values: readonly string[], text: (value: string) => string) =>
      html`<label class="field"><span>${t(`leaderboard.choice.${name}`)}</span>
        <select data-action=${name} @change=${(event: Event) =>
          void this.choose({ [name]: (event.target as HTMLSelectElement).value })}>
          ${values.map((value) => html`<option value=${value} ?selected=${value === this.list[name]}>${text(value)}</option>`)}
        </select></label>`;
    const lists = signedIn() ? ["people", "programs", "household"] : ["people", "programs"];
    return html`<div class="leaderboard-choice">
      ${choice("game", this.games.map(({ name }) => name), gameName)}
      ${choice("size", ["two", "more"], (value) => t(`rating.size.${value}`))}
      ${choice("speed", ["fast", "slow"], (value) => t(`rating.speed.${value}`))}
      ${choice("against", lists, (value) => t(`leaderboard.of.${value}`))}
      <label class="field"><span>${t("leaderboard.choice.season")}</span>
        <select data-action="season" @change=${(event: Event) =>
          void this.choose({}, Number((event.target as HTMLSelectElement).value))}>
          <option value="0" ?selected=${this.season === 0}>${t("leaderboard.all_time")}</option>
          ${(this.current ? seasonsUntil(this.current, SEASONS) : []).map((season) =>
            html`<option value=${season} ?selected=${season === this.season}>${seasonText(season)}</option>`)}
        </select></label>
    </div>`;
  }

  private table(): TemplateResult {
    return html`<div class="profile-table" role="region" aria-labelledby="leaderboard-members" tabindex="0"><table>
      <thead><tr>${["position", "name", "points", "games"].map((name) =>
        html`<th scope="col">${t(`rating.column.${name}`)}</th>`)}</tr></thead>
      <tbody>${this.members.map((one) => html`<tr>
        <td>${one.position}</td><th scope="row"><a href="/m/${one.id}">${one.name}</a></th>
        <td aria-label=${ratingLabel(one)}>${ratingText(one)}</td><td>${one.games}</td></tr>`)}</tbody>
    </table></div>`;
  }

  /** Renders the bots of the server, which play no rated games. */
  private ladder(): TemplateResult | typeof nothing {
    if (this.bots.length === 0) return nothing;
    const levels = this.games.find(({ name }) => name === this.list.game)?.levels ?? [];
    return html`<section class="card" data-list="bots"><h2 id="leaderboard-bots">${icon("robot")} ${t("leaderboard.bots")}</h2>
      <div class="profile-table" role="region" aria-labelledby="leaderboard-bots" tabindex="0"><table>
        <thead><tr>${["name", "points"].map((name) => html`<th scope="col">${t(`rating.column.${name}`)}</th>`)}</tr></thead>
        <tbody>${[...this.bots].reverse().map(({ level, points, uncertainty }) => {
          const key = levels.find((one) => one.level === level)?.key;
          return html`<tr><th scope="row">${key ? translator(this.list.game)(key) : level}</th>
            <td>${points} ± ${uncertainty}</td></tr>`;
        })}</tbody>
      </table></div>
      <p class="hint">${t("leaderboard.bots.help")}</p></section>`;
  }
}
