/** Page of all games that this browser has played: filters, resume, replay, analysis, file, removal. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { gameName, loadGameMessages, t } from "../i18n/i18n.ts";
import { findMe, people } from "../account/account-state.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { keyOf, PlayedGames, type PlayedGame } from "../table/played-games.ts";
import { listed, recordNames } from "../table/seats/seat-names.ts";
import { shareRecord } from "../table/share-record.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { localStore } from "../ui/storage.ts";
import { lookUpGames } from "./look-up.ts";
import { matching, resultOf, type Filter, type Result } from "./filter.ts";
import "./watch-record.ts";
import { filterForm, gameFacts, withReason } from "./list-parts.ts";

const PAGE = 50;
/** Games from which on there are filters: fewer are seen at a glance. */
const FILTERED = 10;
const RESULTS: readonly Result[] = ["running", "won", "shared", "lost"];
const EVERYTHING: Filter = { game: "", result: "", name: "", since: 0 };

interface Removed {
  game: PlayedGame;
  /** The token, if the table was removed with its last game. */
  token: string | null;
}

@customElement("games-page")
export class GamesPage extends LightElement {
  @state() private games: PlayedGame[] = [];
  @state() private infos: GameInfo[] = [];
  @state() private filter = EVERYTHING;
  @state() private shown = PAGE;
  @state() private notice = "";
  @state() private removed: Removed | null = null;
  /** Whether the server is still being asked about some games. */
  @state() private looking = true;
  private readonly played = new PlayedGames(localStore);
  private readonly tables = new SavedTables(localStore);
  private names = new Map<string, readonly string[]>();

  override connectedCallback(): void {
    super.connectedCallback();
    void findMe();
    void this.load();
  }

  private async load(): Promise<void> {
    this.refresh();
    this.infos = await loadGames().catch(() => []);
    this.refresh();
    await this.lookUp();
  }

  /** Asks about the running games among those that are listed now. */
  private async lookUp(): Promise<void> {
    this.looking = true;
    const listed = this.found.slice(0, this.shown).filter((game) => resultOf(game) === "running");
    await lookUpGames(new Set(listed.map(({ table }) => table)), () => this.refresh());
    this.looking = false;
  }

  /** The games that match the filter. */
  private get found(): PlayedGame[] {
    return matching(this.games, this.filter, (game) => this.namesOf(game));
  }

  private refresh(): void {
    this.games = this.played.all();
    this.names.clear();
    for (const game of new Set(this.games.map((played) => played.game))) {
      void loadGameMessages(game).then(() => this.requestUpdate(), () => undefined);
    }
  }

  private namesOf(played: PlayedGame): readonly string[] {
    const key = keyOf(played);
    let found = this.names.get(key);
    if (!found) {
      found = recordNames(played.names, this.infos.find(({ name }) => name === played.game));
      this.names.set(key, found);
    }
    return found;
  }

  protected override render(): TemplateResult {
    document.title = `${t("games.title")} · Empile`;
    const { found } = this;
    return html`<div class="games-page" data-ready=${this.looking ? "false" : "true"}>
      <section class="card">
        <h1>${t("games.title")}</h1>
        <p>${t("games.lead")}</p>
        <div class="row">
          ${people().map(({ id, name }) => html`<a class="button secondary" href="/m/${id}">
            ${icon("person")} ${t("games.of", { name })}</a>`)}
          <a class="button secondary" href="/transfer">${icon("share")} ${t("games.transfer")}</a>
        </div>
        ${this.games.length >= FILTERED || this.filter !== EVERYTHING ? this.filters() : nothing}
        <p class="games-count" role="status">${this.count(found.length)}</p>
        ${this.removed
          ? html`<p class="notice">${t("games.removed")}
              <button class="secondary" data-action="undo" @click=${() => void this.undo()}>${t("undo")}</button></p>`
          : nothing}
        ${this.notice ? html`<p class="notice" role="status">${this.notice}</p>` : nothing}
        <ul class="games-list">${found.slice(0, this.shown).map((game) => this.row(game))}</ul>
        ${found.length > this.shown
          ? html`<button class="secondary" data-action="more" @click=${() => this.list(this.filter, this.shown + PAGE)}>
              ${t("games.more")}</button>`
          : nothing}
      </section>
      <watch-record></watch-record>
    </div>`;
  }

  private count(found: number): string {
    if (this.games.length === 0) return this.looking ? t("loading") : t("games.none");
    return found === 0 ? t("games.no_match") : t("games.count", { count: found });
  }

  private list(filter: Filter, shown = PAGE): void {
    this.filter = filter;
    this.shown = shown;
    void this.lookUp();
  }

  private filters(): TemplateResult {
    const kinds = [...new Set(this.games.map(({ game }) => game))].sort();
    return filterForm({
      games: kinds,
      results: RESULTS,
      change: (fields) => this.list({ ...this.filter, ...(fields as Partial<Filter>) }),
      reset: () => this.list(EVERYTHING),
    });
  }

  private row(played: PlayedGame): TemplateResult {
    const names = this.namesOf(played);
    const others = listed(names.filter((_, seat) => !played.mine.includes(seat)));
    const title = gameName(played.game);
    const result = resultOf(played);
    const running = result === "running";
    const about = others ? `${title}, ${t("left.with", { names: others })}` : title;
    return html`<li data-result=${result} data-game=${keyOf(played)}>
      <a class="games-game" href=${running ? `/t/${played.table}` : `/r/${played.table}?game=${played.number}`}>
        ${gameFacts(title, this.resultText(played, result), others ? t("left.with", { names: others }) : listed(names), played.at)}
      </a>
      <span class="games-actions">
        ${running
          ? nothing
          : html`<button class="quiet round" data-action="save" title=${t("record.save")}
              aria-label=${`${t("record.save")}: ${about}`} @click=${() => void this.save(played)}>${icon("save")}</button>`}
        <button class="quiet round" data-action="remove" title=${t("left.forget")} aria-label=${`${t("left.forget")}: ${about}`}
          @click=${() => void this.removeGame(played)}>${icon("close")}</button>
      </span>
    </li>`;
  }

  private resultText(played: PlayedGame, result: Result): string {
    const { ranks, mine, resigned, left, names } = played;
    let text = t(`games.result.${result}`);
    if (ranks && result === "lost" && names.length > 2) {
      const rank = Math.min(...mine.map((seat) => ranks[seat] ?? Infinity));
      text = t("games.rank", { rank, count: names.length });
    }
    return resigned.length > 0 ? withReason(text, left ?? "resignation") : text;
  }

  private async save(played: PlayedGame): Promise<void> {
    this.removed = null;
    this.notice = await shareRecord(played.table, played.game, this.tables.token(played.table), played.number);
  }

  /** Removes a game, and the seat with its last one; the focus moves to the way back. */
  private async removeGame(played: PlayedGame): Promise<void> {
    this.notice = "";
    this.played.forget(played);
    const isLast = !this.played.all().some(({ table }) => table === played.table);
    this.removed = { game: played, token: isLast ? this.tables.token(played.table) : null };
    if (isLast) this.tables.forget(played.table);
    this.refresh();
    await this.updateComplete;
    this.querySelector<HTMLElement>("[data-action=undo]")?.focus();
  }

  private async undo(): Promise<void> {
    const { game, token } = this.removed!;
    this.removed = null;
    if (token !== null) this.tables.keep(game.table, token, game.game);
    this.played.keep(game);
    this.refresh();
    await this.updateComplete;
    const row = this.querySelector<HTMLElement>(`[data-game="${keyOf(game)}"] a`);
    (row ?? this.querySelector<HTMLElement>(".games-filters input"))?.focus();
  }
}
