/** A puzzle: a position in which one move, or one line of moves, is better than all others. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { dayOf } from "../ui/days.ts";
import { onNewDay } from "../ui/new-day.ts";
import { reducedMotion } from "../ui/motion.ts";
import { LightElement } from "../ui/base-element.ts";
import { playSound } from "../ui/sound.ts";
import { errorText } from "../net/error-text.ts";
import { moveOf } from "../net/record.ts";
import type { Frame, LegalMove, PuzzleStep, PuzzleTried, WholePuzzle } from "../net/protocol.ts";
import { loadBoard } from "../board/load-game.ts";
import { BoardView } from "../board/board-view.ts";
import { MoveChooser } from "../board/move-chooser.ts";
import { pageMessage } from "../board/page-message.ts";
import type { SceneInput } from "../stage/scene.ts";
import "../table/table.css";
import "../learn/learn.css";
import { learnerSide, turnStyle } from "../learn/learner-side.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";
import "./puzzle.css";
import { dueOf, noteOwn, ownPuzzles } from "./own-puzzles.ts";
import { lineOf, puzzleApi } from "./puzzle-api.ts";
import { ALL_PUZZLES, nextOf, queryOf, readFilter, type PuzzleFilter } from "./puzzle-filter.ts";
import { allPuzzles } from "./puzzle-lists.ts";
import { daysInARow, keepResult, puzzleProgress, resultsById } from "./puzzle-progress.ts";
import { assumptions, reachedText, seatNames, taskText, variantText } from "./puzzle-text.ts";

/** Milliseconds between positions that follow a move, until they are taken back, and between those then. */
const PACE = 1100;
const STAY = 2200;
const BACK = 450;

/** In addresses, where a game's name is otherwise. */
const OWN = "own";

/** Waiting for a move, for the server's reply to a wrong one, showing positions, or solved. */
type Phase = "asking" | "answering" | "showing" | "solved";

/** A puzzle that was loaded, the address of the next one or empty, and the day whose puzzle it is. */
interface Opened {
  whole: WholePuzzle;
  next: string;
  day: string | null;
}

@customElement("puzzle-page")
export class PuzzlePage extends LightElement {
  @property() game = "";
  /** The puzzle's ID; empty for the puzzle of the day. */
  @property() puzzle = "";
  @state() private whole: WholePuzzle | null = null;
  /** Index of the current step. */
  @state() private at = 0;
  @state() private phase: Phase = "asking";
  /** Positions that are shown one after the other, and the one that is shown. */
  @state() private frames: readonly Frame[] = [];
  @state() private frame = -1;
  /** The reply to the last wrong move, which stays until the next move. */
  @state() private tried: PuzzleTried | null = null;
  /** What the last wrong move reaches, or empty. */
  @state() private verdict = "";
  /** The address of the next puzzle, or empty. */
  @state() private next = "";
  /** Whether the first try is over. */
  @state() private seen = false;
  /** Whether the solution was asked for. */
  private revealed = false;
  @state() private trouble = "";
  @state() private told = "";

  private readonly chooser = new MoveChooser(this, {
    game: () => this.info?.game ?? "",
    current: () => this.phase === "asking",
    mine: () => this.phase === "asking",
    covered: () => false,
    play: (move) => void this.play(move),
    tell: (text) => (this.told = text),
  });
  private readonly view = new BoardView(this, this.chooser);
  private input: SceneInput | null = null;
  private inputOf: unknown[] = [];
  private timer = 0;
  private asked = 0;
  /** The day whose puzzle this is, or null. */
  private day: string | null = null;
  private end: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.end = onNewDay(() => this.day !== null && this.rests && void this.load());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.end?.();
    clearTimeout(this.timer);
  }

  /** Whether the puzzle was not begun, or is solved. */
  private get rests(): boolean {
    return this.phase === "solved" || (this.phase === "asking" && this.at === 0 && !this.seen);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game") || changed.has("puzzle")) void this.load();
  }

  private get info(): WholePuzzle["info"] | undefined {
    return this.whole?.info;
  }

  /** The list, filtered as it was. */
  private get listPath(): string {
    return `/puzzles${queryOf(readFilter(location.search))}`;
  }

  private get step(): PuzzleStep | undefined {
    return this.whole?.steps[this.at];
  }

  private async load(): Promise<void> {
    const asked = ++this.asked;
    clearTimeout(this.timer);
    this.trouble = "";
    this.whole = null;
    this.view.model = null; // that of another game cannot read the new position
    try {
      const found = this.game === OWN ? await this.ownPuzzle() : await this.sharedPuzzle();
      if (asked !== this.asked) return;
      if (!found) {
        this.trouble = t("puzzles.own.none");
        return;
      }
      ({ whole: this.whole, next: this.next, day: this.day } = found);
      this.at = 0;
      this.seen = this.revealed = false;
      this.forget();
      this.ask();
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }));
    } catch (error) {
      if (asked === this.asked) this.trouble = errorText(error, this.game);
    }
  }

  /** Returns the puzzle of the address, or of the day, and an open one that is about as difficult. */
  private async sharedPuzzle(): Promise<Opened> {
    const today = dayOf(Date.now());
    const daily = this.puzzle ? null : await puzzleApi.daily(today);
    const [game, puzzle] = daily ? [daily.puzzle.game, daily.puzzle.id] : [this.game, this.puzzle];
    const [whole, list] = await Promise.all([puzzleApi.whole(game, puzzle), puzzleApi.list(game), loadBoard(game, "all")]);
    // The list has the current rating.
    const info = list.find(({ id }) => id === puzzle) ?? whole.info;
    const filter = readFilter(location.search);
    const all = this.inFilter(filter) && !filter.game ? (await allPuzzles()).flat() : list;
    const within = this.inFilter(filter) ? filter : { ...ALL_PUZZLES, game };
    const next = nextOf(all, info, within, resultsById(puzzleProgress()));
    return {
      whole: { ...whole, info }, day: daily ? today : null,
      next: next ? `/puzzles/${next.game}/${next.id}${this.inFilter(filter) ? location.search : ""}` : "",
    };
  }

  /** Whether the list was filtered from which the puzzle was opened. */
  private inFilter(filter: PuzzleFilter): boolean {
    return queryOf(filter) !== "";
  }

  /** Returns a puzzle from one's own games, and another one that is due; null if it is not kept any more. */
  private async ownPuzzle(): Promise<Opened | null> {
    const known = ownPuzzles();
    const whole = known.find((one) => one.whole.info.id === this.puzzle)?.whole;
    if (!whole) return null;
    await loadBoard(whole.info.game, "all");
    const next = dueOf(known, Date.now()).find((one) => one.whole !== whole);
    return { whole, next: next ? `/puzzles/${OWN}/${next.whole.info.id}` : "", day: null };
  }

  private ask(): void {
    this.phase = "asking";
    this.frames = [];
    this.frame = -1;
    this.view.offer(this.step?.legal ?? []);
  }

  /** Forgets the last wrong move. */
  private forget(): void {
    this.tried = null;
    this.verdict = "";
  }

  // -- Moves --------------------------------------------------------------------------------------

  private async play(move: LegalMove): Promise<void> {
    const { whole, step, asked } = this;
    if (!whole || !step) return;
    this.forget();
    if (move.text === step.right) {
      this.wasRight(whole, step);
      return;
    }
    const moves = [...this.played(), move.text];
    this.settle(false, moves);
    this.phase = "answering";
    // That much is known at once; the reply takes the server up to a second.
    this.told = this.verdict = t("puzzle.wrong");
    try {
      const tried = this.game === OWN
        ? await puzzleApi.attemptOwn(whole, moves)
        : await puzzleApi.attempt(whole.info.game, whole.info.id, moves);
      if (asked === this.asked) this.wasWrong(whole, tried);
    } catch (error) {
      if (asked !== this.asked) return;
      this.ask();
      // Without the server, a wrong move is only called wrong.
      this.seen = this.seen || this.game === OWN;
      this.told = errorText(error, whole.info.game);
    }
  }

  /** Returns the events of the line before this step. */
  private played(): string[] {
    return lineOf(this.whole?.steps.slice(0, this.at) ?? []);
  }

  private settle(right: boolean, moves: readonly string[]): void {
    const { info } = this;
    if (info && this.game === OWN) {
      noteOwn(info.id, right && !this.seen, Date.now());
      return;
    }
    // The first result counts, so nothing changes after a wrong move or the solution.
    if (!info || this.seen) return;
    keepResult({ puzzle: info, moves, right, day: this.day, at: Date.now() }, () => this.requestUpdate());
  }

  private wasRight(whole: WholePuzzle, step: PuzzleStep): void {
    const last = this.at === whole.steps.length - 1;
    if (last) this.settle(true, lineOf(whole.steps));
    playSound(last ? "win" : "move");
    this.told = [t(last ? "puzzle.solved" : "puzzle.right"), ...this.why(step)].join(" ");
    this.show(step.frames, () => {
      if (!last) this.at += 1;
      if (last) {
        this.phase = "solved";
        this.focusOn("[data-action=next-puzzle]");
      } else {
        this.ask();
      }
    });
  }

  private wasWrong(whole: WholePuzzle, tried: PuzzleTried): void {
    this.tried = tried;
    this.seen = true;
    this.verdict = reachedText(whole, tried.value);
    this.showReply();
  }

  /** Plays the wrong move and the reply on the board, and takes them back. */
  private showReply(): void {
    const { frames = [] } = this.tried ?? {};
    this.told = [this.verdict, ...this.events(frames.slice(1))].join(" ");
    const back = () => {
      this.frame = reducedMotion() ? -1 : this.frame - 1;
      if (this.frame >= 0) this.timer = window.setTimeout(back, BACK);
      else this.ask();
    };
    this.show(frames, () => {
      playSound("undo");
      this.timer = window.setTimeout(back, STAY);
    });
  }

  /** Shows the solution; it then no longer counts as solved. */
  private reveal(): void {
    const { whole } = this;
    if (!whole) return;
    this.settle(false, this.played());
    this.seen = this.revealed = true;
    this.forget();
    const left = whole.steps.slice(this.at);
    this.told = left.flatMap((step) => this.why(step)).join(" ");
    this.show(left.flatMap(({ frames }) => frames), () => {
      this.at = whole.steps.length - 1;
      this.phase = "solved";
      this.focusOn("[data-action=next-puzzle]");
    });
  }

  /** Shows positions one after the other, and then calls `after`. */
  private show(frames: readonly Frame[], after: () => void): void {
    clearTimeout(this.timer);
    this.chooser.offer([]);
    this.phase = "showing";
    this.frames = frames;
    this.frame = reducedMotion() ? frames.length - 1 : 0;
    const go = () => {
      if (this.frame >= frames.length - 1) {
        after();
        return;
      }
      this.frame += 1;
      playSound("move");
      this.timer = window.setTimeout(go, PACE);
    };
    this.timer = window.setTimeout(go, this.frame >= frames.length - 1 ? 0 : PACE);
  }

  private focusOn(selector: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
  }

  // -- Texts --------------------------------------------------------------------------------------

  private why(step: PuzzleStep): string[] {
    const words = translator(this.info?.game ?? "");
    return step.why.slice(0, 2).map(({ key, args }) => words(key, args));
  }

  private events(frames: readonly Frame[]): string[] {
    const { whole } = this;
    if (!whole) return [];
    const words = translator(whole.info.game);
    return frames.flatMap(({ event }) => {
      if (!event || event.seat === undefined) return [];
      const what = eventWords(words, event);
      return [`${t("log.by", { name: seatNames(whole)[event.seat] ?? "", what })}.`];
    });
  }

  // -- Rendering ----------------------------------------------------------------------------------

  private makeInput(whole: WholePuzzle, step: PuzzleStep): SceneInput {
    const shown = this.frames[this.frame];
    const { choosing } = this.chooser;
    const of = [step, shown, choosing, document.documentElement.lang];
    if (this.input && of.every((one, index) => one === this.inputOf[index])) return this.input;
    this.inputOf = of;
    const before = this.at > 0 ? whole.steps[this.at - 1]?.frames.at(-1) : undefined;
    const last = shown ?? before;
    this.input = {
      boardSetup: whole.board_setup,
      position: shown?.position ?? step.position,
      restPoses: (shown ?? step).poses ?? {},
      names: seatNames(whole),
      mine: [whole.seat],
      toAct: shown ? shown.to_act : whole.seat,
      legal: [...choosing.legal],
      chosen: choosing.choices.length > 0 ? choosing.chosen : {},
      preview: choosing.preview,
      last: last ? moveOf(last) : null,
    };
    return this.input;
  }

  protected override render(): TemplateResult {
    const { whole, step } = this;
    if (this.trouble || !whole || !step) {
      return pageMessage(this.trouble, t("tabs.puzzles"), { href: "/puzzles", name: t("puzzles.all") });
    }
    const { game } = whole.info;
    document.title = `${gameName(game)} · ${t("tabs.puzzles")} · Empile`;
    const input = this.makeInput(whole, step);
    const { seat } = whole;
    const { id } = whole.info;
    return html`<div class="table learn puzzle" data-puzzle=${whole.info.id} data-step=${this.at} data-phase=${this.phase}
      data-frame=${this.frame} ?data-wrong=${this.verdict !== ""} data-preview=${this.chooser.preview?.text ?? ""} style=${turnStyle(this.view, { input, seat })}>
      <section class="card lesson">${this.words(whole, step)}</section>
      ${this.view.stage({ game, input, story: id, asking: this.phase === "asking" }, id)}
      ${learnerSide(this.view, this.chooser, { game, seat, input, notice: "" }, this.actions(game))}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private words(whole: WholePuzzle, step: PuzzleStep): TemplateResult {
    const { info } = whole;
    return html`
      <p class="lesson-at">${this.day ? t("puzzles.daily") : this.game === OWN ? t("puzzles.own") : gameName(info.game)}${variantText(info)}</p>
      <h1 tabindex="-1">${taskText(whole)}</h1>
      ${assumptions(whole).map((text) => html`<p class="lesson-task">${text}</p>`)}
      ${whole.facts.length > 0
        ? html`<ul class="lesson-events">${whole.facts.map(({ key, args }) => html`<li>${translator(info.game)(key, args)}</li>`)}</ul>`
        : nothing}
      ${this.phase === "solved" ? this.solved(whole)
        : html`${this.verdict ? html`<div class="lesson-said again">${icon("undo")} <p>${this.verdict}</p></div>`
            : this.at > 0 && this.phase === "asking"
              ? html`<p class="lesson-said right">${icon("check")} <span>${t("puzzle.right")}</span></p>` : nothing}
          <div class="row">
            ${this.tried ? html`<button class="quiet" data-action="reply" aria-disabled=${this.phase !== "asking"}
              @click=${() => this.phase === "asking" && this.showReply()}>${icon("again")} ${t("puzzle.reply")}</button>` : nothing}
            <button class="quiet" data-action="solution" ?disabled=${this.phase !== "asking"}
              @click=${() => this.reveal()}>${icon("eye")} ${t("puzzle.solution")}</button>
          </div>`}
      ${this.phase === "showing" && !this.verdict && !this.revealed
        ? this.why(step).map((text) => html`<p class="lesson-hint">${icon("check")} <span>${text}</span></p>`) : nothing}`;
  }

  private solved(whole: WholePuzzle): TemplateResult {
    const progress = puzzleProgress();
    const days = daysInARow(progress, dayOf(Date.now()));
    const reasons = whole.steps.flatMap((step) => this.why(step));
    return html`<div class="lesson-said right">${icon("check")}
        <p><strong>${t(this.revealed ? "puzzle.seen" : "puzzle.solved")}</strong> ${[...new Set(reasons)].join(" ")}</p></div>
      ${this.game === OWN ? nothing : html`<p class="lesson-at">${t("puzzle.ratings", { rating: whole.info.rating, own: progress.rating })}
        ${this.day && days > 0 ? t("puzzles.streak", { count: days }) : nothing}</p>`}
      <div class="row">
        <a class="button primary" data-action="next-puzzle" href=${this.next || this.listPath}>
          ${t(this.next ? "puzzle.next" : "puzzles.all")} ${icon("next")}</a>
      </div>`;
  }

  private actions(game: string): TemplateResult {
    return html`<div class="actions table-actions" role="group" aria-label=${t("actions")}>
      <a class="button quiet" href=${this.listPath}>${icon("back")} ${t("puzzles.all")}</a>
      <a class="button quiet" href="/rules/${game}">${icon("book")} ${t("rules")}</a>
      ${this.view.listsButton()}
    </div>`;
  }
}
