/** Home page: create or join a table, resume one, or watch a replay. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { reducedMotion } from "../ui/motion.ts";
import { LightElement } from "../ui/base-element.ts";
import { navigate } from "../ui/navigation.ts";
import { errorText } from "../net/error-text.ts";
import { features } from "../account/account-state.ts";
import { hasScorepad } from "../scorepad/load-scorepad.ts";
import { hasEditor } from "../setup/load-editor.ts";
import { hasLobby } from "../lobby/has-lobby.ts";
import { loadGames, pictureOf } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { readRecord, replayPath } from "../net/record-link.ts";
import { gameName, has, t, translator } from "../i18n/i18n.ts";
import "./home.css";
import "./join-form.ts";
import "./your-tables.ts";
import "../setup/table-maker.ts";

/** Returns for how many players a game is, such as "2–4 players". */
function playersText({ players }: GameInfo): string {
  const [least, most] = [Math.min(...players), Math.max(...players)];
  return t("home.players", { count: most, range: least === most ? String(most) : `${least}–${most}` });
}

@customElement("home-page")
export class HomePage extends LightElement {
  @state() private games: GameInfo[] | null = null;
  @state() private picked = "";
  @state() private trouble = "";
  @state() private recordTrouble = "";
  @state() private over = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    this.trouble = "";
    try {
      this.games = await loadGames();
      const asked = new URLSearchParams(location.search).get("game");
      const known = this.games.find(({ name }) => name === asked) ?? this.games[0];
      this.picked ||= known?.name ?? "";
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    return html`<div class="home" data-ready=${this.games ? "true" : "false"}>
      ${this.games ? html`${this.welcome(this.games)}${this.more(this.games)}` : this.waiting()}
    </div>`;
  }

  private more(games: GameInfo[]): TemplateResult {
    return html`
      <div class="home-more">
        <your-tables class="card" .games=${games}></your-tables>
        ${games.filter(({ solo }) => solo > 0).map(({ name, solo }) => html`<section class="card home-solo">
          <h2>${icon("star")} ${t("solo.link")}</h2>
          <p>${translator(name)("solo.card", { count: solo })}</p>
          <a class="button secondary" href="/solo">${icon("play")} ${t("solo.link")}</a>
        </section>`)}
        <section class="card home-solo">
          <h2>${icon("bulb")} ${t("puzzles.link")}</h2>
          <p>${t("puzzles.card")}</p>
          <a class="button secondary" href="/puzzles">${icon("play")} ${t("puzzles.link")}</a>
        </section>
        <section class="card home-solo">
          <h2>${icon("book")} ${t("studies.link")}</h2>
          <p>${t("studies.card")}</p>
          <a class="button secondary" href="/study">${icon("play")} ${t("studies.link")}</a>
        </section>
        ${hasLobby() ? html`<section class="card home-solo">
          <h2>${icon("people")} ${t("meet.link")}</h2>
          <p>${t("meet.card")}</p>
          <a class="button secondary" href="/lobby">${icon("play")} ${t("meet.link")}</a>
        </section>` : nothing}
        <section class="card">
          <h2>${icon("people")} ${t("join.title")}</h2>
          <join-form></join-form>
        </section>
        ${this.again()}
      </div>
      <p class="home-foot">${t("home.foot")} <a href="/news">${t("news.link")}</a> <a href="/offline">${t("offline.link")}</a>
        ${features() ? html`<a href="/leaderboard">${t("leaderboard.link")}</a>` : nothing} <a href="/licenses.txt" target="_blank"
        rel="noopener">${t("home.licenses")}</a></p>`;
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

  private welcome(games: GameInfo[]): TemplateResult {
    const game = games.find((known) => known.name === this.picked) ?? games[0];
    if (!game) return html`<section class="card"><p>${t("home.none")}</p></section>`;
    return html`<div class="welcome">
      <div class="welcome-games">
        <h1>${t("home.title")}</h1>
        <p class="lead">${t("home.lead")}</p>
        <div class="games" role="group" aria-label=${t("home.games")}>
          ${games.map((known) => this.card(known, known === game, games.length > 1))}
        </div>
      </div>
      <table-maker class="card maker" .game=${game}></table-maker>
    </div>`;
  }

  private card(game: GameInfo, picked: boolean, several: boolean): TemplateResult {
    const words = translator(game.name);
    const cover = pictureOf(game.name, "cover");
    const inside = html`
      ${cover
        ? html`<img class="game-cover" src=${cover} alt=${words("cover")} width="960" height="640" />`
        : html`<span class="game-cover letter" aria-hidden="true">${gameName(game.name).charAt(0)}</span>`}
      <span class="game-text">
        <strong class="game-name">${gameName(game.name)}</strong>
        ${has(game.name, "tagline") ? html`<span>${words("tagline")}</span>` : nothing}
        <span class="game-facts">${has(game.name, "facts") ? words("facts") : playersText(game)}</span>
      </span>`;
    return html`<div class="game ${picked ? "picked" : ""}">
      ${several
        ? html`<button class="game-pick" aria-pressed=${picked ? "true" : "false"}
            @click=${() => void this.pick(game.name)}>${inside}</button>`
        : html`<div class="game-pick">${inside}</div>`}
      ${several && picked ? html`<span class="game-picked">${icon("check")}</span>` : nothing}
      <div class="game-links">
        ${game.lessons > 0
          ? html`<a class="game-link" href="/learn/${game.name}">${icon("learn")} ${t("learn")}</a>`
          : nothing}
        ${game.solo > 0
          ? html`<a class="game-link" href="/solo">${icon("star")} ${t("solo.link")}</a>`
          : nothing}
        ${has(game.name, "rules.1.title")
          ? html`<a class="game-link" href="/rules/${game.name}">${icon("book")} ${t("rules")}</a>`
          : nothing}
        ${game.options
          .filter(({ name }) => hasEditor(game.name, name))
          .map(({ name }) => html`<a class="game-link" href="/editor/${game.name}/${name}">
            ${icon("plan")} ${has(game.name, `editor.${name}.page.link`)
              ? words(`editor.${name}.page.link`)
              : t("boards.link")}</a>`)}
        ${hasScorepad(game.name)
          ? html`<a class="game-link" href="/scorepad/${game.name}">${icon("plus")} ${t("keeper.link")}</a>`
          : nothing}
      </div>
    </div>`;
  }

  /** Selects a game and scrolls to its form if that is below the games. */
  private async pick(game: string): Promise<void> {
    this.picked = game;
    await this.updateComplete;
    const maker = this.querySelector(".maker");
    if (!maker || maker.getBoundingClientRect().top < innerHeight * 0.6) return;
    maker.scrollIntoView({ block: "start", behavior: reducedMotion() ? "auto" : "smooth" });
  }

  private again(): TemplateResult {
    return html`<section class="card drop ${this.over ? "over" : ""}"
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${() => (this.over = false)}
      @drop=${this.dropped}>
      <h2>${icon("again")} ${t("record.title")}</h2>
      <form @submit=${this.pasted}>
        <label for="record">${t("record.label")}</label>
        <textarea id="record" rows="2" spellcheck="false" autocomplete="off"
          placeholder=${'{"format": "empile/1", …}'}></textarea>
        <div class="row">
          <button class="secondary">${icon("play")} ${t("record.watch")}</button>
          <label class="button quiet file">${t("record.file")}
            <input type="file" accept=".json,application/json" @change=${this.fileChosen} />
          </label>
        </div>
        <p class="trouble" role="alert">${this.recordTrouble}</p>
      </form>
    </section>`;
  }

  private async watch(text: string): Promise<void> {
    let record: object;
    try {
      record = readRecord(text);
    } catch {
      this.recordTrouble = t("record.unreadable");
      return;
    }
    this.recordTrouble = "";
    navigate(await replayPath(record));
  }

  private pasted(event: Event): void {
    event.preventDefault();
    void this.watch(this.querySelector<HTMLTextAreaElement>("#record")?.value ?? "");
  }

  private async fileChosen(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) await this.watch(await file.text());
  }

  private async dropped(event: DragEvent): Promise<void> {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    await this.watch(file ? await file.text() : (event.dataTransfer?.getData("text") ?? ""));
  }
}
