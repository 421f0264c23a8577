/** Home page: one tap begins a game, two begin another one; above it running games, below it today's puzzle. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { drawn } from "../ui/drawn.ts";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { navigate } from "../ui/navigation.ts";
import { readPreference } from "../ui/preferences.ts";
import { currentMember } from "../account/account-state.ts";
import { errorText } from "../net/error-text.ts";
import { lastSetup, playAgain, setupText } from "../setup/last-setup.ts";
import { meetsStrangers } from "../setup/seek/has-lobby.ts";
import { loadGames, pictureOf } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { builtGames, gameName, has, loadGameMessages, t, translator, withLazyMessages } from "../i18n/i18n.ts";
import "./home.css";
import "./your-tables.ts";

/** Lets the browser fetch the picture that the page most likely shows first. */
export function fetchCover(): void {
  const cover = pictureOf(wishedGames()[0] ?? builtGames[0] ?? "", "cover");
  if (cover) Object.assign(new Image(), { fetchPriority: "high", src: cover });
}

/** Returns the games to pick, the best first, as an address and earlier visits say. */
function wishedGames(): string[] {
  const wishes = [new URLSearchParams(location.search).get("game"), readPreference("game")];
  return wishes.filter((wish) => wish !== null);
}

/** What is open over the page. */
type Sheet = "" | "setup" | "code";

@customElement("home-page")
export class HomePage extends LightElement {
  /** The code of a table to join, as of an address. */
  @property() code = "";
  @state() private games: GameInfo[] | null = null;
  @state() private picked = "";
  @state() private trouble = "";
  @state() private busy = false;
  @state() private sheet: Sheet = "";
  /** Whether the board can take the place of the picture. */
  @state() private hasBoard = false;
  /** The game whose board is drawn. */
  @state() private drawn = "";

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = "Empile";
    void this.load();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("code") && this.code) void this.open("code");
  }

  private async load(): Promise<void> {
    this.trouble = "";
    try {
      this.games = await loadGames();
    } catch (error) {
      this.trouble = errorText(error);
      return;
    }
    const names = this.games.map(({ name }) => name);
    this.picked ||= wishedGames().find((wish) => names.includes(wish)) ?? names[0] ?? "";
    await this.updateComplete;
    // Not before what can be used at once is drawn.
    await this.querySelector<HTMLImageElement>("img.game-cover")?.decode().catch(() => undefined);
    await drawn();
    void import("./home-board.ts").then(() => (this.hasBoard = true), () => undefined);
    void import("./daily-puzzle.ts").catch(() => undefined);
  }

  protected override render(): TemplateResult {
    const { games } = this;
    const game = games?.find(({ name }) => name === this.picked);
    return html`<div class="home" data-ready=${games ? "true" : "false"}>
      ${!games ? this.waiting() : game ? this.play(games, game) : html`<section class="card"><p>${t("home.none")}</p></section>`}
    </div>`;
  }

  private waiting(): TemplateResult {
    if (!this.trouble) {
      return html`<section class="card home-waiting"><p role="status">${t("loading")}</p></section>`;
    }
    return html`<section class="card home-waiting">
      <h1>${t("failed.title")}</h1>
      <p role="alert">${this.trouble}</p>
      <button class="primary" @click=${() => void this.load()}>${t("retry")}</button>
    </section>`;
  }

  private play(games: GameInfo[], game: GameInfo): TemplateResult {
    const setup = lastSetup(game);
    const text = setupText(game, setup);
    return html`
      <h1 class="unseen">${t("home.title")}</h1>
      <your-tables .games=${games}></your-tables>
      <section class="play" aria-labelledby="play-game">
        ${this.board(game, text)}
        <div class="play-bar">
          <div class="play-what">
            <h2 id="play-game">${gameName(game.name)}</h2>
            ${has(game.name, "tagline") ? html`<p>${translator(game.name)("tagline")}</p>` : nothing}
          </div>
          <button class="secondary play-change" data-action="change" aria-haspopup="dialog"
            @click=${() => void this.open("setup")}>${icon("settings")} <span>${text}</span></button>
          <button class="primary big" data-action="play-now" aria-busy=${this.busy} @click=${() => void this.begin()}>
            ${icon("play")} ${t("make.play")}</button>
          ${this.busy ? html`<preparation-note .game=${game.name}></preparation-note>` : nothing}
          <p class="trouble" role="alert">${this.trouble}</p>
        </div>
        ${games.length > 1
          ? html`<div class="tiles" role="group" aria-label=${t("home.games")}>${games.map((known) =>
              this.tile(known, known === game))}</div>`
          : nothing}
      </section>
      <div class="home-more">
        <daily-puzzle></daily-puzzle>
        <button class="card home-code" data-action="code" aria-haspopup="dialog" @click=${() => void this.open("code")}>
          ${icon("link")} <span>${t("join.title")}</span></button>
        <a class="card" href="/games">${icon("log")} <span>${t("games.title")}</span></a>
      </div>
      <p class="home-foot">${t("home.foot")} <a href="/news">${t("news.link")}</a> <a href="/offline">${t("offline.link")}</a> <a href="/licenses.txt" target="_blank"
        rel="noopener">${t("home.licenses")}</a></p>
      <page-dialog .open=${this.sheet !== ""} look=${this.sheet === "code" ? "box" : "drawer"} .heading=${this.sheet === "code" ? t("join.title") : gameName(game.name)}
        .closeLabel=${t("close")} .body=${() => this.inside(game)} @close=${() => (this.sheet = "")}></page-dialog>`;
  }

  /** Renders the picture of a game; a tap begins the game. */
  private board(game: GameInfo, text: string): TemplateResult {
    const cover = pictureOf(game.name, "cover");
    return html`<div class="play-board" data-drawn=${this.drawn === game.name ? "true" : "false"}>
      ${cover
        ? html`<img class="game-cover" src=${cover} alt="" width="960" height="640" fetchpriority="high" />`
        : html`<span class="game-cover letter" aria-hidden="true">${gameName(game.name).charAt(0)}</span>`}
      ${this.hasBoard
        ? html`<home-board inert .game=${game} .setup=${lastSetup(game)} @drawn=${() => (this.drawn = game.name)}></home-board>`
        : nothing}
      <button class="play-touch" data-action="play-board" tabindex="-1" aria-hidden="true" title=${text}
        @click=${() => void this.begin()}></button>
    </div>`;
  }

  private tile(game: GameInfo, picked: boolean): TemplateResult {
    const picture = pictureOf(game.name, "tile") ?? pictureOf(game.name, "cover");
    return html`<button class="tile" data-game=${game.name} aria-pressed=${picked ? "true" : "false"}
      @click=${() => (this.picked = game.name)}>
      ${picture ? html`<img src=${picture} alt="" width="288" height="192" fetchpriority="low" />` : nothing}
      <span>${gameName(game.name)}</span></button>`;
  }

  private inside(game: GameInfo): TemplateResult {
    return this.sheet === "code"
      ? html`<join-form .code=${this.code}></join-form>`
      : html`<who-plays .first=${game}></who-plays>`;
  }

  private async open(sheet: Sheet): Promise<void> {
    try {
      await Promise.all([
        import("../ui/dialog.ts"),
        sheet === "code" ? import("./join-form.ts") : withLazyMessages(() => import("../setup/who-plays.ts")),
      ]);
      this.sheet = sheet;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  /** Begins a game like the last one. */
  private async begin(): Promise<void> {
    const game = this.games?.find(({ name }) => name === this.picked);
    if (!game || this.busy) return;
    this.busy = true;
    this.trouble = "";
    // After an installation the first table waits for the compiler.
    void import("../table/preparation-note.ts").catch(() => undefined);
    try {
      const setup = lastSetup(game);
      navigate(setup.seek && meetsStrangers(currentMember())
        ? (await import("../setup/seek/search.ts")).searchAgain(game.name, setup)
        : await playAgain(game, setup));
    } catch (error) {
      await loadGameMessages(game.name, "all");
      this.trouble = errorText(error, game.name);
    } finally {
      this.busy = false;
    }
  }
}
