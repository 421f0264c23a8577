/**
 * A board of one's own: entered in the game's editor, checked by the server, kept in this browser,
 * saved and opened as a file, shared as a link, played on at once.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { onMoved } from "../app/router.ts";
import "../app/dialog.ts";
import { optionTroubles } from "../app/trouble.ts";
import type { Editor, EditorMaker } from "../board/editor.ts";
import { othersOf } from "../home/options.ts";
import "../home/table-maker.ts";
import { api, RefusedError } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo, Message, OptionInfo } from "../net/protocol.ts";
import type { Args } from "../words/message.ts";
import { gameName, has, loadGameWords, say, sayer } from "../words/words.ts";
import { KeptBoards, LONGEST_NAME, tidyName, type KeptBoard } from "./boards.ts";
import {
  carried, type Carried, carriesBoard, fileName, fileText, fragmentOf, ofFile, ofFragment, optionsOf,
  sameOthers,
} from "./carried.ts";
import { loadEditor } from "./editors.ts";
import { giveFile } from "./files.ts";
import { History } from "./history.ts";
import "./make.css";

/** Milliseconds without a change after which the server is asked about it. */
const REST = 350;

type Setting = Record<string, unknown>;

type Verdict =
  | { kind: "asking" }
  | { kind: "good"; setting: Setting }
  | { kind: "bad"; reasons: readonly Message[]; told: readonly string[] }
  | { kind: "unknown"; told: string };

@customElement("make-page")
export class MakePage extends Plain {
  @property() game = "";
  @property() option = "";
  @state() private info: GameInfo | null = null;
  @state() private maker: EditorMaker | null = null;
  @state() private trouble = "";
  @state() private history: History<unknown> | null = null;
  @state() private verdict: Verdict = { kind: "asking" };
  @state() private name = "";
  @state() private boards: KeptBoard[] = [];
  @state() private told = "";
  @state() private alarm = "";
  @state() private over = false;
  @state() private playing = false;
  /** The options that say what the value lies on, and the setting that they make. */
  private others: Record<string, unknown> = {};
  private base: Setting = {};
  private house: unknown = null;
  private editor: Editor | null = null;
  private kept: KeptBoards | null = null;
  private timer = 0;
  /** Counts questions to the server: only the last one's answer counts. */
  private asked = 0;
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onMoved(() => void this.takeLink());
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
        loadGames(), loadEditor(game, option), loadGameWords(game, "all"),
      ]);
      if (game !== this.game || option !== this.option) return;
      this.info = games.find((known) => known.name === game) ?? null;
      if (!maker || !this.info) {
        this.trouble = say("boards.missing");
        return;
      }
      this.maker = maker;
      this.kept = new KeptBoards(localStorage, game, option);
      this.boards = this.kept.all();
      const draft = this.kept.draft();
      if (carriesBoard(location.hash)) await this.takeLink();
      if (this.history) return;
      await this.begin(draft ?? carried("", maker.empty())).catch(() => false);
      if (!this.history) await this.begin(carried("", maker.empty()));
    } catch (error) {
      this.trouble = optionTroubles(error, game).join(" ");
    }
  }

  private get offered(): OptionInfo | undefined {
    return this.info?.options.find(({ name }) => name === this.option);
  }

  /** Those of some options that say what a value of this one lies on. */
  private depended(options: Record<string, unknown>): Record<string, unknown> {
    return this.info && this.offered ? othersOf(this.info, this.offered, options) : {};
  }

  /** Say a message of the page; the game may have words of its own for what is entered. */
  private tell(key: string, args?: Args): string {
    const own = `editor.${this.option}.page.${key}`;
    return has(this.game, own) ? sayer(this.game)(own, args) : say(`boards.${key}`, args);
  }

  // -- The value ----------------------------------------------------------------------------------

  private become(history: History<unknown>): void {
    this.history = history;
    this.kept?.keepDraft(carried(this.name, history.now, this.others));
    this.verdict = { kind: "asking" };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.ask(), REST);
  }

  /** Show another value, which can be undone like any other change. */
  private put(value: unknown, name?: string): void {
    if (!this.history) return;
    if (name !== undefined) this.name = tidyName(name);
    this.alarm = "";
    this.become(this.history.change(value));
  }

  /**
   * Show a value on what it lies on; false, and nothing changed, where it is of another form. What
   * lies on something else cannot be undone into this. Throws where the other options cannot be.
   */
  private async begin(board: Carried): Promise<boolean> {
    const { maker, game, option } = this;
    if (!maker) return false;
    const others = this.depended(board.others ?? {});
    const moved = !this.history || !sameOthers(others, this.others);
    const base = moved ? (await api.checkOptions(game, others)).setting : this.base;
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
      ({ setting }) => current({ kind: "good", setting }),
      (error: unknown) => {
        const told = optionTroubles(error, this.game);
        const bad = error instanceof RefusedError && error.code === "bad_options";
        current(
          bad
            ? { kind: "bad", reasons: error.reasons, told }
            : { kind: "unknown", told: told.join(" ") },
        );
      },
    );
  }

  /** A link with a board in it was opened; its fragment has done its work then. */
  private async takeLink(): Promise<void> {
    if (!this.maker || !carriesBoard(location.hash)) return;
    const found = ofFragment(location.hash);
    history.replaceState(null, "", location.pathname);
    const draft = found?.value === null ? this.kept?.draft() : null;
    const goesOn = draft && sameOthers(draft.others, this.depended(found?.others ?? {}));
    const good = found && (await this.begin(goesOn ? draft : found).catch(() => false));
    if (!good) this.alarm = this.tell("bad_link", { game: gameName(this.game) });
    else if (found.value !== null) {
      this.told = this.tell("opened", { name: this.name || this.tell("unnamed") });
    }
  }

  // -- Drawing ------------------------------------------------------------------------------------

  protected override updated(): void {
    if (!this.maker || !this.history) return;
    const holder = this.querySelector(".make-editor");
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
    this.editor.say = sayer(this.game);
    this.editor.faults = this.verdict.kind === "bad" ? this.verdict.reasons : [];
    this.editor.base = this.base;
    this.editor.setting = this.verdict.kind === "good" ? this.verdict.setting : null;
  }

  protected override render(): TemplateResult {
    if (!this.history || !this.info) {
      return html`<section class="message">
        ${this.trouble
          ? html`<h1>${say("failed.title")}</h1><p role="alert">${this.trouble}</p>
              <a class="button primary" href="/">${say("home")}</a>`
          : html`<p role="status">${say("loading")}</p>`}
      </section>`;
    }
    const words = sayer(this.game);
    document.title = `${words(`editor.${this.option}.title`)} · ${gameName(this.game)} · Empile`;
    return html`<div class="make ${this.over ? "over" : ""}" data-ready="true"
      data-verdict=${this.verdict.kind} @keydown=${this.pressed}
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${() => (this.over = false)} @drop=${this.dropped}>
      <header class="make-head">
        <a class="button quiet" href="/">${icon("back")} ${gameName(this.game)}</a>
        <h1>${words(`editor.${this.option}.title`)}</h1>
        <p>${words(`editor.${this.option}.lead`)}</p>
      </header>
      <section class="card make-work">
        ${this.tools()}
        <div class="make-editor"></div>
      </section>
      <div class="make-side">
        ${this.checked()}
        ${this.keeping()}
        ${this.carrying()}
      </div>
      <p class="unseen" role="status" data-told>${this.told}</p>
      <page-dialog .open=${this.playing} .heading=${gameName(this.game)} look="drawer"
        .body=${() => this.tableMaker()} @close=${() => (this.playing = false)}></page-dialog>
    </div>`;
  }

  private tools(): TemplateResult {
    const { history, maker } = this;
    const words = sayer(this.game);
    const button = (action: string, text: string, does: () => void, disabled = false) => html`
      <button class="quiet" type="button" data-action=${action} ?disabled=${disabled}
        @click=${does}>${text}</button>`;
    return html`<div class="make-tools">
      <div class="row" role="group" aria-label=${say("boards.begin")}>
        <span class="make-label" aria-hidden="true">${say("boards.begin")}</span>
        ${button("house", this.tell("house"), () => this.put(this.house))}
        ${this.named().map(([name, value]) =>
          button(`named:${name}`, words(`option.${this.option}.${name}`), () => this.put(value)))}
        ${button("empty", this.tell("empty"), () => this.put(maker?.empty()))}
      </div>
      <div class="row">
        ${button("undo", say("boards.undo"), () => this.back(), !history?.canUndo)}
        ${button("redo", say("boards.redo"), () => this.forth(), !history?.canRedo)}
      </div>
    </div>`;
  }

  /** What the game brings along for this option and can lie here. */
  private named(): [string, unknown][] {
    return Object.entries(this.offered?.named ?? {}).flatMap(([name, data]) => {
      const value = this.maker?.read(data, this.base) ?? null;
      return value === null ? [] : [[name, value] as [string, unknown]];
    });
  }

  private checked(): TemplateResult {
    const { verdict } = this;
    return html`<section class="card make-check ${verdict.kind}">
      <h2>${say("boards.check")}</h2>
      <div aria-live="polite">
        ${verdict.kind === "asking" ? html`<p>${say("boards.checking")}</p>` : nothing}
        ${verdict.kind === "good"
          ? html`<p class="make-good">${icon("check")} ${this.tell("good")}</p>` : nothing}
        ${verdict.kind === "bad"
          ? html`<p>${say("boards.faults")}</p>
              <ul class="make-faults">${verdict.told.map((fault) => html`<li>${fault}</li>`)}</ul>`
          : nothing}
        ${verdict.kind === "unknown" ? html`<p class="trouble">${verdict.told}</p>
            <button class="secondary" @click=${() => this.ask()}>${say("retry")}</button>` : nothing}
      </div>
      <button class="primary big" data-action="play-board" ?disabled=${verdict.kind !== "good"}
        @click=${() => (this.playing = true)}>${icon("play")} ${this.tell("play")}</button>
    </section>`;
  }

  private keeping(): TemplateResult {
    return html`<section class="card">
      <h2>${say("boards.keep")}</h2>
      <form class="make-save" @submit=${this.save}>
        <label class="field"><span>${this.tell("name")}</span>
          <input name="board-name" maxlength=${LONGEST_NAME} autocomplete="off" .value=${this.name}
            placeholder=${this.tell("unnamed")}
            @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
        </label>
        <button class="secondary" data-action="save-board">${icon("save")} ${say("boards.save")}</button>
      </form>
      ${this.told ? html`<p class="told" aria-hidden="true">${this.told}</p>` : nothing}
      ${this.boards.length > 0
        ? html`<h3 class="make-label" id="your-boards">${this.tell("mine")}</h3>
            <ul class="make-boards" aria-labelledby="your-boards">
              ${this.boards.map((board) => this.board(board))}
            </ul>`
        : nothing}
    </section>`;
  }

  private board(board: KeptBoard): TemplateResult {
    const { name } = board;
    return html`<li>
      <button class="quiet" aria-label=${say("boards.open", { name })} data-board=${name}
        @click=${() => void this.open(board)}>${name}</button>
      <button class="quiet round" title=${say("boards.delete", { name })}
        aria-label=${say("boards.delete", { name })} @click=${() => this.forget(name)}
      >${icon("close")}</button>
    </li>`;
  }

  private carrying(): TemplateResult {
    return html`<section class="card">
      <div class="actions make-carry">
        <button class="secondary" data-action="export" @click=${() => void this.export()}>
          ${icon("save")} ${say("boards.export")}</button>
        <label class="button secondary file">${icon("copy")} ${say("boards.import")}
          <input type="file" accept=".json,application/json" @change=${this.fileChosen} />
        </label>
        <button class="secondary" data-action="share" @click=${() => void this.share()}>
          ${icon("share")} ${say("boards.share")}</button>
      </div>
      <p class="make-label make-drop">${say("boards.drop")}</p>
      <p class="trouble" role="alert">${this.alarm}</p>
    </section>`;
  }

  private tableMaker(): TemplateResult {
    return html`<table-maker class="maker" .game=${this.info}
      .given=${{ ...this.others, [this.option]: this.history?.now }}
      .givenName=${tidyName(this.name) || this.tell("unnamed")}></table-maker>`;
  }

  // -- What people do -----------------------------------------------------------------------------

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
    const done = this.kept?.keep(carried(name, this.history?.now, this.others)) ?? false;
    this.told = done ? this.tell("saved", { name }) : this.tell("unsaved");
    this.boards = this.kept?.all() ?? [];
  }

  private async open(board: KeptBoard): Promise<void> {
    try {
      if (await this.begin(board)) this.told = this.tell("opened", { name: board.name });
    } catch (error) {
      this.alarm = optionTroubles(error, this.game).join(" ");
    }
  }

  private forget(name: string): void {
    this.kept?.forget(name);
    this.boards = this.kept?.all() ?? [];
    this.told = say("boards.deleted", { name });
  }

  private async export(): Promise<void> {
    const name = fileName(this.game, this.name);
    if (await giveFile(name, fileText(this.history?.now))) {
      this.told = this.tell("exported", { name });
    }
  }

  private async share(): Promise<void> {
    const board = carried(tidyName(this.name), this.history?.now, this.others);
    const url = location.origin + location.pathname + fragmentOf(board);
    if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
      await navigator.share({ title: board.name || gameName(this.game), url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      this.told = this.tell("copied");
    } catch {
      this.told = say("copy.failed");
      // The address bar then shows the link, to be copied by hand.
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
      found = ofFile(text, this.option);
      const options = optionsOf(JSON.parse(text));
      if (this.option in options) others = this.depended(options);
    } catch {
      bad(say("boards.not_json"));
      return;
    }
    try {
      if (await this.begin(carried(file.name.replace(/\.json$/i, ""), found, others))) {
        this.told = this.tell("opened", { name: this.name });
        return;
      }
      await api.checkOptions(this.game, { ...others, [this.option]: found });
      bad(say("boards.other"));
    } catch (error) {
      bad(optionTroubles(error, this.game).join("; "));
    }
  }

  private async fileChosen(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) await this.take(file);
    input.value = ""; // the same file can be chosen again once it is mended
  }

  private async dropped(event: DragEvent): Promise<void> {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    if (file) await this.take(file);
  }
}
