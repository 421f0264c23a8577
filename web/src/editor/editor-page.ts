/**
 * Editor page of an option such as a board: validation by the server, saved boards, files, links, and
 * creating a table.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { localStore } from "../ui/storage.ts";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import { shareLink } from "../ui/share-link.ts";
import "../ui/dialog.ts";
import { optionErrors } from "../net/error-text.ts";
import type { OptionEditor, EditorFactory } from "../board/option-editor.ts";
import { othersOf } from "../setup/options.ts";
import "../setup/who-plays.ts";
import { api, ApiError } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo, Message, OptionInfo } from "../net/protocol.ts";
import type { Args } from "../i18n/message-format.ts";
import { gameName, has, loadGameMessages, t, translator } from "../i18n/i18n.ts";
import { SavedBoards, LONGEST_NAME, tidyName, type SavedBoard } from "../setup/saved-boards.ts";
import {
  sharedBoard, type SharedBoard, hasBoard, fileName, fileText, boardFragment, valueFromFile, boardFromFragment, optionsOf,
  sameOthers,
} from "../setup/share-board.ts";
import { loadEditor } from "../setup/load-editor.ts";
import { saveFile } from "../ui/save-file.ts";
import { History } from "../ui/history.ts";
import "./editor.css";

/** Milliseconds without a change before the server validates it. */
const REST = 350;

type BoardSetup = Record<string, unknown>;

type Verdict =
  | { kind: "asking" }
  | { kind: "good"; boardSetup: BoardSetup }
  | { kind: "bad"; reasons: readonly Message[]; told: readonly string[] }
  | { kind: "unknown"; told: string };

@customElement("editor-page")
export class EditorPage extends LightElement {
  @property() game = "";
  @property() option = "";
  @state() private info: GameInfo | null = null;
  @state() private maker: EditorFactory | null = null;
  @state() private trouble = "";
  @state() private history: History<unknown> | null = null;
  @state() private verdict: Verdict = { kind: "asking" };
  @state() private name = "";
  @state() private boards: SavedBoard[] = [];
  @state() private told = "";
  @state() private alarm = "";
  @state() private over = false;
  @state() private playing = false;
  /** The options that the value depends on, and the setup that they produce. */
  private others: Record<string, unknown> = {};
  private base: BoardSetup = {};
  private house: unknown = null;
  private editor: OptionEditor | null = null;
  private kept: SavedBoards | null = null;
  private timer = 0;
  /** Number of validation requests; only the last answer counts. */
  private asked = 0;
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onNavigate(() => void this.takeLink());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game") || changed.has("option")) void this.enter();
  }

  private async enter(): Promise<void> {
    this.editor = null;
    this.maker = null;
    this.history = null;
    this.trouble = "";
    const { game, option } = this;
    try {
      const [games, maker] = await Promise.all([
        loadGames(), loadEditor(game, option), loadGameMessages(game, "all"),
      ]);
      if (game !== this.game || option !== this.option) return;
      this.info = games.find((known) => known.name === game) ?? null;
      if (!maker || !this.info) {
        this.trouble = t("boards.missing");
        return;
      }
      this.maker = maker;
      this.kept = new SavedBoards(localStore, game, option);
      this.boards = this.kept.all();
      const draft = this.kept.draft();
      if (hasBoard(location.hash)) await this.takeLink();
      if (this.history) return;
      await this.begin(draft ?? sharedBoard("", maker.empty())).catch(() => false);
      if (!this.history) await this.begin(sharedBoard("", maker.empty()));
    } catch (error) {
      this.trouble = optionErrors(error, game).join(" ");
    }
  }

  private get offered(): OptionInfo | undefined {
    return this.info?.options.find(({ name }) => name === this.option);
  }

  /** Returns those options that this option depends on. */
  private depended(options: Record<string, unknown>): Record<string, unknown> {
    return this.info && this.offered ? othersOf(this.info, this.offered, options) : {};
  }

  /** Translates a message; the game may have its own for this option. */
  private tell(key: string, args?: Args): string {
    const own = `editor.${this.option}.page.${key}`;
    return has(this.game, own) ? translator(this.game)(own, args) : t(`boards.${key}`, args);
  }

  // -- The value ----------------------------------------------------------------------------------

  private become(history: History<unknown>): void {
    this.history = history;
    this.kept?.keepDraft(sharedBoard(this.name, history.now, this.others));
    this.verdict = { kind: "asking" };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask(), REST);
  }

  /** Shows another value; this can be undone. */
  private put(value: unknown, name?: string): void {
    if (!this.history) return;
    if (name !== undefined) this.name = tidyName(name);
    this.alarm = "";
    this.become(this.history.change(value));
  }

  /**
   * Shows a board on its setup. Returns false and changes nothing if it has another form. If the setup
   * differs, undo does not reach back further. Throws if the other options have faults.
   */
  private async begin(board: SharedBoard): Promise<boolean> {
    const { maker, game, option } = this;
    if (!maker) return false;
    const others = this.depended(board.others ?? {});
    const moved = !this.history || !sameOthers(others, this.others);
    const base = moved ? (await api.checkOptions(game, others)).board_setup : this.base;
    if (maker !== this.maker || game !== this.game || option !== this.option) return false;
    const house = maker.house(base);
    const value = board.value === null || board.value === "house" ? house : maker.read(board.value, base);
    if (value === null || value === undefined) return false;
    this.alarm = "";
    this.name = tidyName(board.name);
    [this.others, this.base, this.house] = [others, base, house];
    this.become(moved || !this.history ? new History(value) : this.history.change(value));
    return true;
  }

  private ask(): void {
    const value = this.history?.now;
    const number = (this.asked += 1);
    const current = (verdict: Verdict) => {
      if (number === this.asked) this.verdict = verdict;
    };
    api.checkOptions(this.game, { ...this.others, [this.option]: value }).then(
      ({ board_setup: boardSetup }) => current({ kind: "good", boardSetup }),
      (error: unknown) => {
        const told = optionErrors(error, this.game);
        const bad = error instanceof ApiError && error.code === "bad_options";
        current(
          bad
            ? { kind: "bad", reasons: error.reasons, told }
            : { kind: "unknown", told: told.join(" ") },
        );
      },
    );
  }

  /** Takes the board out of the link's fragment. */
  private async takeLink(): Promise<void> {
    if (!this.maker || !hasBoard(location.hash)) return;
    const found = boardFromFragment(location.hash);
    history.replaceState(null, "", location.pathname);
    const draft = found?.value === null ? this.kept?.draft() : null;
    const goesOn = draft && sameOthers(draft.others, this.depended(found?.others ?? {}));
    const good = found && (await this.begin(goesOn ? draft : found).catch(() => false));
    if (!good) this.alarm = this.tell("bad_link", { game: gameName(this.game) });
    else if (found.value !== null) {
      this.told = this.tell("opened", { name: this.name || this.tell("unnamed") });
    }
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override updated(): void {
    if (!this.maker || !this.history) return;
    const holder = this.querySelector(".editor-area");
    if (!holder) return;
    if (!this.editor) {
      this.editor = this.maker.make();
      this.editor.addEventListener("edit", (event) => {
        const value = (event as CustomEvent<unknown>).detail;
        if (this.history) this.become(this.history.change(value));
      });
    }
    if (this.editor.parentElement !== holder) holder.replaceChildren(this.editor);
    this.editor.value = this.history.now;
    this.editor.t = translator(this.game);
    this.editor.faults = this.verdict.kind === "bad" ? this.verdict.reasons : [];
    this.editor.base = this.base;
    this.editor.boardSetup = this.verdict.kind === "good" ? this.verdict.boardSetup : null;
  }

  protected override render(): TemplateResult {
    if (!this.history || !this.info) {
      return html`<section class="message">
        ${this.trouble
          ? html`<h1>${t("failed.title")}</h1><p role="alert">${this.trouble}</p>
              <a class="button primary" href="/">${t("home")}</a>`
          : html`<p role="status">${t("loading")}</p>`}
      </section>`;
    }
    const words = translator(this.game);
    document.title = `${words(`editor.${this.option}.title`)} · ${gameName(this.game)} · Empile`;
    return html`<div class="editor ${this.over ? "over" : ""}" data-ready="true"
      data-verdict=${this.verdict.kind} @keydown=${this.pressed}
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${() => (this.over = false)} @drop=${this.dropped}>
      <header class="editor-head">
        <a class="button quiet" href="/">${icon("back")} ${gameName(this.game)}</a>
        <h1>${words(`editor.${this.option}.title`)}</h1>
        <p>${words(`editor.${this.option}.lead`)}</p>
      </header>
      <section class="card editor-work">
        ${this.tools()}
        <div class="editor-area"></div>
      </section>
      <div class="editor-side">
        ${this.checked()}
        ${this.keeping()}
        ${this.carrying()}
      </div>
      <p class="unseen" role="status" data-told>${this.told}</p>
      <page-dialog .open=${this.playing} .closeLabel=${t("close")} .heading=${gameName(this.game)} look="drawer"
        .body=${() => this.sheet()} @close=${() => (this.playing = false)}></page-dialog>
    </div>`;
  }

  private tools(): TemplateResult {
    const { history, maker } = this;
    const words = translator(this.game);
    const button = (action: string, text: string, does: () => void, disabled = false) => html`
      <button class="quiet" type="button" data-action=${action} ?disabled=${disabled}
        @click=${does}>${text}</button>`;
    return html`<div class="editor-tools">
      <div class="row" role="group" aria-label=${t("boards.begin")}>
        <span class="editor-label" aria-hidden="true">${t("boards.begin")}</span>
        ${button("house", this.tell("house"), () => this.put(this.house))}
        ${this.named().map(([name, value]) =>
          button(`named:${name}`, words(`option.${this.option}.${name}`), () => this.put(value)))}
        ${button("empty", this.tell("empty"), () => this.put(maker?.empty()))}
      </div>
      <div class="row">
        ${button("undo", t("boards.undo"), () => this.back(), !history?.canUndo)}
        ${button("redo", t("boards.redo"), () => this.forth(), !history?.canRedo)}
      </div>
    </div>`;
  }

  /** Returns the game's presets of this option that fit the setup. */
  private named(): [string, unknown][] {
    return Object.entries(this.offered?.presets ?? {}).flatMap(([name, data]) => {
      const value = this.maker?.read(data, this.base) ?? null;
      return value === null ? [] : [[name, value] as [string, unknown]];
    });
  }

  private checked(): TemplateResult {
    const { verdict } = this;
    return html`<section class="card editor-check ${verdict.kind}">
      <h2>${t("boards.check")}</h2>
      <div aria-live="polite">
        ${verdict.kind === "asking" ? html`<p>${t("boards.checking")}</p>` : nothing}
        ${verdict.kind === "good"
          ? html`<p class="editor-good">${icon("check")} ${this.tell("good")}</p>` : nothing}
        ${verdict.kind === "bad"
          ? html`<p>${t("boards.faults")}</p>
              <ul class="editor-faults">${verdict.told.map((fault) => html`<li>${fault}</li>`)}</ul>`
          : nothing}
        ${verdict.kind === "unknown" ? html`<p class="trouble">${verdict.told}</p>
            <button class="secondary" @click=${() => this.ask()}>${t("retry")}</button>` : nothing}
      </div>
      <button class="primary big" data-action="play-board" ?disabled=${verdict.kind !== "good"}
        @click=${() => (this.playing = true)}>${icon("play")} ${this.tell("play")}</button>
    </section>`;
  }

  private keeping(): TemplateResult {
    return html`<section class="card">
      <h2>${t("boards.keep")}</h2>
      <form class="editor-save" @submit=${this.save}>
        <label class="field"><span>${this.tell("name")}</span>
          <input name="board-name" maxlength=${LONGEST_NAME} autocomplete="off" .value=${this.name}
            placeholder=${this.tell("unnamed")}
            @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
        </label>
        <button class="secondary" data-action="save-board">${icon("save")} ${t("save")}</button>
      </form>
      ${this.told ? html`<p class="told" aria-hidden="true">${this.told}</p>` : nothing}
      ${this.boards.length > 0
        ? html`<h3 class="editor-label" id="your-boards">${this.tell("mine")}</h3>
            <ul class="editor-boards" aria-labelledby="your-boards">
              ${this.boards.map((board) => this.board(board))}
            </ul>`
        : nothing}
    </section>`;
  }

  private board(board: SavedBoard): TemplateResult {
    const { name } = board;
    return html`<li>
      <button class="quiet" aria-label=${t("boards.open", { name })} data-board=${name}
        @click=${() => void this.open(board)}>${name}</button>
      <button class="quiet round" title=${t("boards.delete", { name })}
        aria-label=${t("boards.delete", { name })} @click=${() => this.forget(name)}
      >${icon("close")}</button>
    </li>`;
  }

  private carrying(): TemplateResult {
    return html`<section class="card">
      <div class="actions editor-carry">
        <button class="secondary" data-action="export" @click=${() => void this.export()}>
          ${icon("save")} ${t("boards.export")}</button>
        <label class="button secondary file">${icon("open")} ${t("boards.import")}
          <input type="file" accept=".json,application/json" @change=${this.fileChosen} />
        </label>
        <button class="secondary" data-action="share" @click=${() => void this.share()}>
          ${icon("share")} ${t("boards.share")}</button>
      </div>
      <p class="trouble" role="alert">${this.alarm}</p>
    </section>`;
  }

  private sheet(): TemplateResult {
    return html`<who-plays .first=${this.info}
      .given=${{ ...this.others, [this.option]: this.history?.now }}
      .givenName=${tidyName(this.name) || this.tell("unnamed")}></who-plays>`;
  }

  // -- Actions ------------------------------------------------------------------------------------

  private back(): void {
    if (this.history?.canUndo) this.become(this.history.undo());
  }

  private forth(): void {
    if (this.history?.canRedo) this.become(this.history.redo());
  }

  private pressed(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if ((event.target as Element).matches("input:not([type=radio]), textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.back();
    else if (key === "y" || key === "z") this.forth();
    else return;
    event.preventDefault();
  }

  private save(event: Event): void {
    event.preventDefault();
    this.name = tidyName(this.name) || this.tell("unnamed");
    const { name } = this;
    const done = this.kept?.keep(sharedBoard(name, this.history?.now, this.others)) ?? false;
    this.told = done ? this.tell("saved", { name }) : this.tell("unsaved");
    this.boards = this.kept?.all() ?? [];
  }

  private async open(board: SavedBoard): Promise<void> {
    try {
      if (await this.begin(board)) this.told = this.tell("opened", { name: board.name });
    } catch (error) {
      this.alarm = optionErrors(error, this.game).join(" ");
    }
  }

  private forget(name: string): void {
    this.kept?.forget(name);
    this.boards = this.kept?.all() ?? [];
    this.told = t("boards.deleted", { name });
  }

  private async export(): Promise<void> {
    const name = fileName(this.game, this.name);
    if (await saveFile(name, fileText(this.history?.now))) {
      this.told = this.tell("exported", { name });
    }
  }

  private async share(): Promise<void> {
    const board = sharedBoard(tidyName(this.name), this.history?.now, this.others);
    const url = location.origin + location.pathname + boardFragment(board);
    const done = await shareLink(board.name || gameName(this.game), url);
    if (done === "copied") this.told = t("start.copied");
    if (done === "failed") {
      this.told = t("copy.failed");
      // The address bar then shows the link, to be copied manually.
      history.replaceState(null, "", url);
    }
  }

  private async take(file: File): Promise<void> {
    const bad = (reason: string) => {
      this.alarm = this.tell("bad_file", { name: file.name, game: gameName(this.game), reason });
    };
    this.alarm = "";
    let found: unknown;
    let others = this.others;
    try {
      const text = await file.text();
      found = valueFromFile(text, this.option);
      const options = optionsOf(JSON.parse(text));
      if (this.option in options) others = this.depended(options);
    } catch {
      bad(t("boards.not_json"));
      return;
    }
    try {
      if (await this.begin(sharedBoard(file.name.replace(/\.json$/i, ""), found, others))) {
        this.told = this.tell("opened", { name: this.name });
        return;
      }
      await api.checkOptions(this.game, { ...others, [this.option]: found });
      bad(t("boards.other"));
    } catch (error) {
      bad(optionErrors(error, this.game).join("; "));
    }
  }

  private async fileChosen(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) await this.take(file);
    input.value = ""; // allows choosing the same file again after it was corrected
  }

  private async dropped(event: DragEvent): Promise<void> {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    if (file) await this.take(file);
  }
}
