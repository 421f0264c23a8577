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
import "../home/table-maker.ts";
import { api, RefusedError } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo, Words } from "../net/protocol.ts";
import { gameName, say, sayer } from "../words/words.ts";
import { KeptBoards, LONGEST_NAME, tidyName, type KeptBoard } from "./boards.ts";
import { carriesBoard, fileName, fileText, fragmentOf, ofFile, ofFragment } from "./carried.ts";
import { loadEditor } from "./editors.ts";
import { giveFile } from "./files.ts";
import { History } from "./history.ts";
import "./make.css";

/** Milliseconds without a change after which the server is asked about it. */
const REST = 350;

type Verdict =
  | { kind: "asking" }
  | { kind: "good" }
  | { kind: "bad"; reasons: readonly Words[]; told: readonly string[] }
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
  private house: unknown = null;
  private editor: Editor | null = null;
  private kept: KeptBoards | null = null;
  private timer = 0;
  /** Counts questions to the server: only the last one's answer counts. */
  private asked = 0;
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onMoved(() => this.takeLink());
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
    this.history = null;
    this.trouble = "";
    const { game, option } = this;
    try {
      const [games, maker, checked] = await Promise.all([
        loadGames(), loadEditor(game, option), api.checkOptions(game, {}),
      ]);
      if (game !== this.game || option !== this.option) return;
      this.info = games.find((known) => known.name === game) ?? null;
      if (!maker || !this.info) {
        this.trouble = say("boards.missing");
        return;
      }
      this.maker = maker;
      this.house = maker.house(checked.setting);
      this.kept = new KeptBoards(localStorage, game, option);
      this.boards = this.kept.all();
      const draft = this.kept.draft();
      const drafted = draft && maker.read(draft.value);
      this.name = drafted ? draft.name : "";
      this.history = new History(drafted ?? maker.empty());
      this.takeLink();
      this.ask();
    } catch (error) {
      this.trouble = optionTroubles(error, game).join(" ");
    }
  }

  // -- The value ----------------------------------------------------------------------------------

  private become(history: History<unknown>): void {
    this.history = history;
    this.kept?.keepDraft(this.name, history.now);
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

  private ask(): void {
    const value = this.history?.now;
    const number = (this.asked += 1);
    const current = (verdict: Verdict) => {
      if (number === this.asked) this.verdict = verdict;
    };
    api.checkOptions(this.game, { [this.option]: value }).then(
      () => current({ kind: "good" }),
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
  private takeLink(): void {
    if (!this.maker || !carriesBoard(location.hash)) return;
    const carried = ofFragment(location.hash);
    history.replaceState(null, "", location.pathname);
    const value = carried && this.maker.read(carried.value);
    if (!carried || !value) {
      this.alarm = say("boards.bad_link", { game: gameName(this.game) });
      return;
    }
    this.put(value, carried.name);
    this.told = say("boards.opened", { name: this.name || say("boards.unnamed") });
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
    const button = (action: string, text: string, does: () => void, disabled = false) => html`
      <button class="quiet" type="button" data-action=${action} ?disabled=${disabled}
        @click=${does}>${text}</button>`;
    return html`<div class="make-tools">
      <div class="row" role="group" aria-label=${say("boards.begin")}>
        <span class="make-label" aria-hidden="true">${say("boards.begin")}</span>
        ${button("house", say("boards.house"), () => this.put(this.house))}
        ${button("empty", say("boards.empty"), () => this.put(maker?.empty()))}
      </div>
      <div class="row">
        ${button("undo", say("boards.undo"), () => this.back(), !history?.canUndo)}
        ${button("redo", say("boards.redo"), () => this.forth(), !history?.canRedo)}
      </div>
    </div>`;
  }

  private checked(): TemplateResult {
    const { verdict } = this;
    return html`<section class="card make-check ${verdict.kind}">
      <h2>${say("boards.check")}</h2>
      <div aria-live="polite">
        ${verdict.kind === "asking" ? html`<p>${say("boards.checking")}</p>` : nothing}
        ${verdict.kind === "good"
          ? html`<p class="make-good">${icon("check")} ${say("boards.good")}</p>` : nothing}
        ${verdict.kind === "bad"
          ? html`<p>${say("boards.faults")}</p>
              <ul class="make-faults">${verdict.told.map((fault) => html`<li>${fault}</li>`)}</ul>`
          : nothing}
        ${verdict.kind === "unknown" ? html`<p class="trouble">${verdict.told}</p>
            <button class="secondary" @click=${() => this.ask()}>${say("retry")}</button>` : nothing}
      </div>
      <button class="primary big" data-action="play-board" ?disabled=${verdict.kind !== "good"}
        @click=${() => (this.playing = true)}>${icon("play")} ${say("boards.play")}</button>
    </section>`;
  }

  private keeping(): TemplateResult {
    return html`<section class="card">
      <h2>${say("boards.keep")}</h2>
      <form class="make-save" @submit=${this.save}>
        <label class="field"><span>${say("boards.name")}</span>
          <input name="board-name" maxlength=${LONGEST_NAME} autocomplete="off" .value=${this.name}
            placeholder=${say("boards.unnamed")}
            @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} />
        </label>
        <button class="secondary" data-action="save-board">${icon("save")} ${say("boards.save")}</button>
      </form>
      ${this.told ? html`<p class="told" aria-hidden="true">${this.told}</p>` : nothing}
      ${this.boards.length > 0
        ? html`<h3 class="make-label" id="your-boards">${say("boards.mine")}</h3>
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
        @click=${() => this.open(board)}>${name}</button>
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
      .given=${{ [this.option]: this.history?.now }}
      .givenName=${tidyName(this.name) || say("boards.unnamed")}></table-maker>`;
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
    this.name = tidyName(this.name) || say("boards.unnamed");
    const { name } = this;
    const done = this.kept?.keep(name, this.history?.now) ?? false;
    this.told = done ? say("boards.saved", { name }) : say("boards.unsaved");
    this.boards = this.kept?.all() ?? [];
  }

  private open(board: KeptBoard): void {
    const value = this.maker?.read(board.value);
    if (!value) return;
    this.put(value, board.name);
    this.told = say("boards.opened", { name: board.name });
  }

  private forget(name: string): void {
    this.kept?.forget(name);
    this.boards = this.kept?.all() ?? [];
    this.told = say("boards.deleted", { name });
  }

  private async export(): Promise<void> {
    const name = fileName(this.game, this.name);
    if (await giveFile(name, fileText(this.history?.now))) {
      this.told = say("boards.exported", { name });
    }
  }

  private async share(): Promise<void> {
    const board = { name: tidyName(this.name), value: this.history?.now };
    const url = location.origin + location.pathname + fragmentOf(board);
    if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
      await navigator.share({ title: board.name || gameName(this.game), url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      this.told = say("boards.copied");
    } catch {
      this.told = say("copy.failed");
      // The address bar then shows the link, to be copied by hand.
      history.replaceState(null, "", url);
    }
  }

  private async take(file: File): Promise<void> {
    const bad = (reason: string) => {
      this.alarm = say("boards.bad_file", { name: file.name, game: gameName(this.game), reason });
    };
    this.alarm = "";
    let found: unknown;
    try {
      found = ofFile(await file.text(), this.option);
    } catch {
      bad(say("boards.not_json"));
      return;
    }
    const value = found === "house" ? this.house : this.maker?.read(found);
    if (value) {
      this.put(value, file.name.replace(/\.json$/i, ""));
      this.told = say("boards.opened", { name: this.name });
      return;
    }
    try {
      await api.checkOptions(this.game, { [this.option]: found });
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
