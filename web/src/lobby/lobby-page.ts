/** Page on which strangers find each other: the search under way and what would widen it, and what others look for. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { currentMember, features, findMe } from "../account/account-state.ts";
import { askGuardian } from "../account/playing.ts";
import { clockText } from "../clock/presets.ts";
import "../calls/call-line.ts";
import { isListening, takeCall } from "../calls/calls.ts";
import "../contacts/challenge-list.ts";
import { takeInbox } from "../contacts/inbox.ts";
import "../contacts/people-here.ts";
import { gameName, t } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { errorText, refusalText } from "../net/error-text.ts";
import { SavedTables } from "../net/saved-tables.ts";
import type { GameInfo, Matched, PostSeek, Seek } from "../net/protocol.ts";
import type { Chair } from "../setup/chairs.ts";
import { meetsStrangers } from "../setup/seek/has-lobby.ts";
import { identityOf, takeSearch, type Identity, type Search } from "../setup/seek/search.ts";
import { byGame, countsOf, withGames } from "../setup/seek/wishes.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { readPreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";
import "../watch/watched-games.ts";
import { browserSocket, WhileVisible } from "./lobby-browser.ts";
import { LobbySocket } from "./lobby-socket.ts";
import { misfitOf } from "./misfits.ts";
import "./fill-offer.ts";
import type { FillChoice } from "./fill-offer.ts";
import "./lobby.css";

const ANYBODY: Chair = { kind: "anybody" };

@customElement("lobby-page")
export class LobbyPage extends LightElement {
  @state() private games: GameInfo[] | null = null;
  @state() private trouble = "";
  @state() private waitedLong = false;
  /** Whether the sheet of a new search is open. */
  @state() private choosing = false;
  private socket: LobbySocket | null = null;
  private readonly visible = new WhileVisible(() => this.socket?.watch(), () => this.socket?.unwatch());
  private timer = 0;
  /** The seek for which the timer runs. */
  private timed = "";
  /** What was last looked for, to seek it again. */
  private last: PostSeek | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
    this.visible.end();
    this.socket?.close();
  }

  private async load(): Promise<void> {
    this.trouble = "";
    try {
      this.games = await loadGames();
      await findMe();
    } catch (error) {
      this.trouble = errorText(error);
      return;
    }
    if (!this.isConnected) return;
    const search = takeSearch();
    this.socket = new LobbySocket(search?.identity ?? this.identity(), {
      changed: () => this.changed(),
      matched: (match) => this.sit(match),
      refused: (error) => {
        this.trouble = refusalText("", error);
        if (error.code === "confirm") void this.confirm(error.about === "seek");
      },
      inbox: (inbox) => {
        if (this.identity().member === currentMember()?.id) takeInbox(inbox);
      },
    }, browserSocket());
    this.socket.connect();
    this.visible.begin();
    if (search) this.look(search);
  }

  /** Counts the time after which computers are offered from when the server has the seek. */
  private changed(): void {
    const { own, offerAfter } = this.socket!;
    if (own && own.id !== this.timed) {
      this.timed = own.id;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => (this.waitedLong = true), offerAfter * 1000);
    }
    this.requestUpdate();
  }

  /** Asks for the password that guests need, and seeks again if that was refused. */
  private async confirm(again: boolean): Promise<void> {
    if (!(await askGuardian(this.trouble))) return;
    this.trouble = "";
    if (again && this.last) this.seek(this.last);
  }

  private identity(): Identity {
    return identityOf(currentMember()?.id ?? "");
  }

  /** Keeps the place. The server calls the page that a member used last; nobody else knows of a guest. */
  private sit({ table, token, game, names = [] }: Matched): void {
    new SavedTables(localStore).keep(table, token, game);
    if (!this.identity().member || !isListening()) takeCall({ table, names, go: true });
  }

  protected override render(): TemplateResult {
    document.title = `${t("meet.link")} · Empile`;
    const { games, socket } = this;
    return html`<div class="lobby-page" data-ready=${socket?.connected ? "true" : "false"}>
      <h1>${t("meet.link")}</h1>
      ${currentMember() ? html`<challenge-list></challenge-list>` : nothing}
      ${!meetsStrangers(currentMember()) ? html`<p>${t("refused.rule.meet")}</p>`
        : games ? html`${socket?.wanted ? this.searching(games, socket, socket.wanted) : this.beginning(games)}${this.list()}`
        : nothing}
      ${games ? this.watch(games) : nothing}
      ${features() ? html`<people-here></people-here>` : nothing}
      <p class="trouble" role="alert">${this.trouble}</p>
      ${games === null && this.trouble
        ? html`<button class="primary" @click=${() => void this.load()}>${t("retry")}</button>`
        : nothing}
    </div>`;
  }

  private beginning(games: GameInfo[]): TemplateResult {
    const game = games.find(({ name }) => name === readPreference("game")) ?? games[0];
    return html`<section class="card">
      <p>${t("meet.lead")}</p>
      <button class="primary big" data-action="seek" aria-haspopup="dialog" @click=${() => void this.open()}>
        ${icon("people")} ${t("meet.seek")}</button>
      <page-dialog .open=${this.choosing} .heading=${t("meet.seek")} .closeLabel=${t("close")}
        .body=${() => html`<who-plays .first=${game} .games=${games} .asked=${ANYBODY} @seek=${(event: CustomEvent<Search>) => {
          event.preventDefault();
          this.choosing = false;
          this.look(event.detail);
        }}></who-plays>`} @close=${() => (this.choosing = false)}></page-dialog>
    </section>`;
  }

  private async open(): Promise<void> {
    try {
      await Promise.all([import("../ui/dialog.ts"), import("../setup/who-plays.ts")]);
      this.choosing = true;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  private searching(games: GameInfo[], socket: LobbySocket, posted: PostSeek): TemplateResult {
    const { wait, own, others, levels, connected } = socket;
    const text = !connected ? t("meet.reconnecting")
      : wait === null ? t("meet.searching") : t("meet.searching.wait", { count: Math.max(1, Math.round(wait)) });
    const counts = new Set(posted.wishes.map(({ players }) => players));
    const wished = games.filter(({ name }) => posted.wishes.some(({ game }) => game === name));
    return html`<section class="card">
      <div role="status">
        <p class="lobby-searching"><span class="lobby-pulse" aria-hidden="true"></span> ${text}
          ${this.waitedLong && others.length === 0 ? t("meet.long") : nothing}</p>
        <p data-wanted>${this.facts(posted.wishes, posted.rated)}</p>
      </div>
      <div class="row">
        ${this.widen("games", withGames(posted, games, counts))}
        ${this.widen("players", withGames(posted, wished, new Set(countsOf(wished))))}
        <button type="button" class="secondary" data-action="cancel" @click=${() => this.cancel()}>
          ${icon("close")} ${t("meet.cancel")}</button>
      </div>
      ${own ? html`<fill-offer .own=${own} .others=${others} .levels=${levels} .games=${games} .due=${this.waitedLong}
        @fill=${({ detail }: CustomEvent<FillChoice>) => socket.fill(detail.wish, detail.alone)}></fill-offer>` : nothing}
    </section>`;
  }

  /** Renders a button that makes the search wider, if it does. */
  private widen(by: "games" | "players", wider: PostSeek): TemplateResult | typeof nothing {
    if (wider.wishes.length === this.socket?.wanted?.wishes.length) return nothing;
    return html`<button type="button" class="secondary" data-widen=${by} ?disabled=${!this.socket?.connected}
      @click=${() => this.seek(wider)}>${icon("plus")} ${t(`meet.any_${by}`)}</button>`;
  }

  /** Returns games, with their numbers of players, and clocks, in a line. */
  private facts(wishes: PostSeek["wishes"], rated = false): string {
    const games = byGame(wishes).map(({ game, counts }) =>
      `${gameName(game)} ${t("meet.players", { count: counts.map(({ players }) => players).join("/") })}`);
    return [...games, this.terms(wishes, rated)].join(" · ");
  }

  private terms(wishes: PostSeek["wishes"], rated = false): string {
    const clocks = new Set(wishes.map(({ clock }) => (clock ? clockText(clock, t) : t("clock.none"))));
    return [...clocks, ...(rated ? [t("meet.is_rated")] : [])].join(" · ");
  }

  private list(): TemplateResult {
    const seeks = this.socket?.others ?? [];
    return html`<section class="card" aria-labelledby="lobby-seeks">
      <h2 id="lobby-seeks">${t("meet.others")}</h2>
      ${seeks.length === 0
        ? html`<p>${this.socket?.connected ? t("meet.nobody") : t("loading")}</p>`
        : html`<ul class="lobby-seeks">${repeat(seeks, ({ id }) => id, (seek) => this.seekItem(seek))}</ul>`}
      ${this.socket && this.socket.people > 1
        ? html`<p class="hint">${t("meet.people", { count: this.socket.people })}</p>` : nothing}
    </section>`;
  }

  private watch(games: GameInfo[]): TemplateResult | typeof nothing {
    const list = this.socket?.watched;
    if (!list?.featured) return nothing;
    return html`<section class="card" aria-labelledby="lobby-watch">
      <h2 id="lobby-watch">${t("watch.title")}</h2>
      <watched-games .list=${list} .games=${games} most="4"></watched-games>
      <a href="/watch">${t("watch.all", { count: list.running })}</a>
    </section>`;
  }

  private seekItem(seek: Seek): TemplateResult {
    const name = seek.name || t("account.guest");
    const { own, wanted: posted, connected = false } = this.socket ?? {};
    return html`<li data-seek=${seek.id}>
      <strong>${name}${seek.program ? html` <small>(${t("tag.program")})</small>` : nothing}</strong>
      ${own && posted ? this.misfit(own, posted, seek, name) : html`
        <span class="lobby-facts">${this.terms(seek.wishes, seek.rated)}</span>
        <span class="lobby-wishes">${byGame(seek.wishes).map(({ game, counts }) => counts.map(({ players, wish }) => html`
          <button type="button" class="secondary" data-wish=${wish} ?disabled=${!connected}
            aria-label="${gameName(game)} ${t("meet.players", { count: players })}, ${t("meet.with", { name })}"
            @click=${() => this.accept(seek, wish)}>${gameName(game)} <small>${t("meet.players", { count: players })}</small></button>`))}
        </span>`}
    </li>`;
  }

  /** Says why somebody who looks for players does not fit, and offers the search that does. */
  private misfit(own: Seek, posted: PostSeek, seek: Seek, name: string): TemplateResult {
    const misfit = misfitOf(own, posted, seek);
    const wider = misfit?.wider;
    return html`<span class="lobby-facts">${this.facts(misfit ? [misfit.wish] : seek.wishes, seek.rated)}</span>
      ${misfit ? html`<span data-reasons=${misfit.reasons.join(" ")}>${t("meet.not", {
        reasons: misfit.reasons.map((reason) => t(reason === "rated" ? "meet.is_rated" : `meet.not.${reason}`)).join(", ") })}</span>` : nothing}
      ${wider ? html`<span class="row"><button type="button" class="secondary" data-action="widen" ?disabled=${!this.socket?.connected}
        aria-label="${t("meet.widen")}, ${t("meet.with", { name })}" @click=${() => this.seek(wider)}>
        ${icon("plus")} ${t("meet.widen")}</button></span>` : nothing}`;
  }

  private look({ posted, identity }: Search): void {
    this.begin(identity);
    this.seek(posted);
  }

  private seek(posted: PostSeek): void {
    this.last = posted;
    this.socket?.seek(posted);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=cancel]")?.focus());
  }

  private accept(seek: Seek, wish: number): void {
    this.begin(this.identity());
    this.socket?.accept(seek, wish);
  }

  private begin(identity: Identity): void {
    this.trouble = "";
    this.socket?.become(identity);
    this.waitedLong = false;
    window.clearTimeout(this.timer);
  }

  private cancel(): void {
    window.clearTimeout(this.timer);
    this.socket?.withdraw();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=seek]")?.focus());
  }
}
