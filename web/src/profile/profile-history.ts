/** All games of a member, from the server, a page at a time, with filters. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { gameName, loadGameMessages, t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { errorText } from "../net/error-text.ts";
import type { GameInfo } from "../net/protocol.ts";
import { listed, recordNames } from "../table/seats/seat-names.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { profileApi, type HistoryFilter, type HistoryGame, type Outcome } from "./profile-api.ts";
import { filterForm, gameFacts, withReason } from "../games/list-parts.ts";

const EVERYTHING: HistoryFilter = { game: "", result: "", q: "", since: 0 };
const RESULTS: readonly Outcome[] = ["won", "shared", "lost"];
/** Milliseconds without typing after which a search begins. */
const PAUSE = 300;

@customElement("profile-history")
export class ProfileHistory extends LightElement {
  @property() member = "";
  @state() private games: HistoryGame[] = [];
  @state() private cursor: string | null = null;
  @state() private loading = false;
  @state() private trouble = "";
  @state() private infos: GameInfo[] = [];
  private filter = EVERYTHING;
  private timer = 0;
  /** Counts requests: the answer of an earlier one is dropped. */
  private request = 0;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("member") && this.member) void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
  }

  private async load(more = false): Promise<void> {
    const request = (this.request += 1);
    this.loading = true;
    this.trouble = "";
    try {
      if (this.infos.length === 0) this.infos = await loadGames().catch(() => []);
      let page = await profileApi.games(this.member, this.filter, more ? this.cursor : null);
      // The server looks at some games at a time: none of them may match.
      while (page.games.length === 0 && page.cursor) page = await profileApi.games(this.member, this.filter, page.cursor);
      await Promise.all([...new Set(page.games.map(({ game }) => game))].map((game) => loadGameMessages(game)));
      if (request !== this.request) return;
      this.games = more ? [...this.games, ...page.games] : page.games;
      this.cursor = page.cursor;
    } catch (error) {
      if (request === this.request) this.trouble = errorText(error);
    }
    if (request === this.request) this.loading = false;
  }

  private set(change: Partial<HistoryFilter>, pause = 0): void {
    this.filter = { ...this.filter, ...change };
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(), pause);
  }

  protected override render(): TemplateResult {
    return html`<h2>${icon("log")} ${t("profile.history")}</h2>
      ${this.filters()}
      <p class="games-count" role="status" data-loading=${this.loading ? "true" : "false"}>${this.loading ? t("loading")
        : this.games.length === 0 ? t("games.no_match") : nothing}</p>
      <p class="trouble" role="alert">${this.trouble}</p>
      <ul class="games-list">${this.games.map((game) => this.row(game))}</ul>
      ${this.cursor
        ? html`<button class="secondary" data-action="more" ?disabled=${this.loading} @click=${() => void this.load(true)}>
            ${t("games.more")}</button>`
        : nothing}`;
  }

  private filters(): TemplateResult {
    return filterForm({
      games: this.infos.map(({ name }) => name),
      results: RESULTS,
      change: ({ name, ...others }) => {
        const more = others as Partial<HistoryFilter>;
        this.set(name === undefined ? more : { ...more, q: name }, name === undefined ? 0 : PAUSE);
      },
      reset: () => this.set(EVERYTHING),
    });
  }

  private row(game: HistoryGame): TemplateResult {
    const info = this.infos.find(({ name }) => name === game.game);
    const names = recordNames(
      game.players.map(({ name, level, seat, deleted }) =>
        deleted ? t("profile.deleted") : level === null ? name || String(seat + 1) : `bot ${level}`), info);
    const others = t("left.with", { names: listed(names.filter((_, seat) => seat !== game.seat)) });
    const title = gameName(game.game);
    const mine = game.players[game.seat];
    const result = game.outcome === "lost" && game.players.length > 2
      ? t("games.rank", { rank: mine?.rank ?? 0, count: game.players.length }) : t(`games.result.${game.outcome}`);
    const text = withReason(result, mine?.left ?? game.reason);
    const inside = gameFacts(title, text, others, game.ended);
    return html`<li data-result=${game.outcome}>
      ${game.replay
        ? html`<a class="games-game" href="/r/${game.table}?game=${game.number}">${inside}</a>`
        : html`<span class="games-game">${inside}</span>`}
    </li>`;
  }
}
