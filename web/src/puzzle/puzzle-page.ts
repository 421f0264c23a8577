/** A puzzle: a position in which one move, or one line of moves, is better than all others. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { icon } from "../ui/icons.ts";
import { chosenPlan, readPreference, savePreference } from "../ui/preferences.ts";
import { reducedMotion } from "../ui/motion.ts";
import { LightElement } from "../ui/base-element.ts";
import { playSound } from "../ui/sound.ts";
import { errorText } from "../net/error-text.ts";
import { moveOf } from "../net/record.ts";
import type { Frame, LegalMove, PuzzleStep, PuzzleTried, WholePuzzle } from "../net/protocol.ts";
import { loadBoard } from "../board/load-game.ts";
import "../board/choice-panel.ts";
import { MoveChooser } from "../board/move-chooser.ts";
import { moveButtons } from "../board/move-buttons.ts";
import "../board/game-board.ts";
import type { Chosen, GameBoard } from "../board/game-board.ts";
import "../board/list-chooser.ts";
import { inPlan, viewTools } from "../board/view-tools.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import "../table/seats/seat-list.ts";
import "../table/table.css";
import "../table/seats/seat-list.css";
import "../learn/learn.css";
import { gameName, t, translator } from "../i18n/i18n.ts";
import "./puzzle.css";
import { dueOf, noteOwn, ownPuzzles } from "./own-puzzles.ts";
import { puzzleApi } from "./puzzle-api.ts";
import { dayOf, daysInARow, keepResult, puzzleProgress } from "./puzzle-progress.ts";
import { assumptions, kindText, reachedText, taskText } from "./puzzle-text.ts";

/** Milliseconds between positions that follow a move. */
const PACE = 1100;

/** In addresses, where a game's name is otherwise. */
const OWN = "own";

/** Waiting for a move, for the server's reply to a wrong one, showing positions, or solved. */
type Phase = "asking" | "answering" | "showing" | "wrong" | "solved";

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
  @state() private tried: PuzzleTried | null = null;
  /** The next puzzle of the game that is about as difficult. */
  @state() private next = "";
  @state() private seen = false;
  @state() private trouble = "";
  @state() private notice = "";
  @state() private told = "";
  @state() private model: BoardModel | null = null;
  @state() private plan = chosenPlan();
  @state() private lists = readPreference("lists") === "on";
  @query("game-board") private board!: GameBoard | null;

  private readonly chooser = new MoveChooser(this, {
    game: () => this.info?.game ?? "",
    current: () => this.phase === "asking",
    mine: () => this.phase === "asking",
    covered: () => false,
    lay: (move) => void this.lay(move),
    tell: (text) => (this.told = text),
  });
  private input: SceneInput | null = null;
  private inputOf: unknown[] = [];
  private timer = 0;
  private asked = 0;
  /** The day whose puzzle this is, or null. */
  private day: string | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game") || changed.has("puzzle")) void this.load();
  }

  private get info(): WholePuzzle["info"] | undefined {
    return this.whole?.info;
  }

  private get step(): PuzzleStep | undefined {
    return this.whole?.steps[this.at];
  }

  private async load(): Promise<void> {
    const asked = ++this.asked;
    clearTimeout(this.timer);
    this.trouble = "";
    this.whole = null;
    const today = dayOf(Date.now());
    if (this.game === OWN) {
      await this.loadOwn(asked);
      return;
    }
    try {
      const daily = this.puzzle ? null : await puzzleApi.daily(today);
      const [game, puzzle] = daily ? [daily.puzzle.game, daily.puzzle.id] : [this.game, this.puzzle];
      const [whole, list] = await Promise.all([
        puzzleApi.whole(game, puzzle), puzzleApi.list(game), loadBoard(game, "all"),
      ]);
      if (asked !== this.asked) return;
      this.day = daily ? today : null;
      this.whole = whole;
      this.at = 0;
      this.seen = false;
      const { results } = puzzleProgress();
      const later = list.filter(({ id, rating }) => id !== puzzle && !(id in results) && rating >= whole.info.rating - 50);
      this.next = (later[0] ?? list.find(({ id }) => id !== puzzle && !(id in results)))?.id ?? "";
      this.ask();
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }));
    } catch (error) {
      if (asked === this.asked) this.trouble = errorText(error, this.game);
    }
  }

  /** Loads a puzzle from one's own games. */
  private async loadOwn(asked: number): Promise<void> {
    try {
      const known = ownPuzzles();
      const found = known.find(({ whole }) => whole.info.id === this.puzzle)?.whole;
      if (!found) {
        this.trouble = t("puzzles.own.none");
        return;
      }
      await loadBoard(found.info.game, "all");
      if (asked !== this.asked) return;
      this.day = null;
      this.whole = found;
      this.at = 0;
      this.seen = false;
      this.next = dueOf(known, Date.now()).find(({ whole }) => whole.info.id !== this.puzzle)?.whole.info.id ?? "";
      this.ask();
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }));
    } catch (error) {
      if (asked === this.asked) this.trouble = errorText(error, this.game);
    }
  }

  private ask(): void {
    this.phase = "asking";
    this.frames = [];
    this.frame = -1;
    this.tried = null;
    this.notice = "";
    const usual = (left: readonly LegalMove[]) => this.model?.preferred?.(left) ?? null;
    this.chooser.offer([]);
    this.chooser.offer(this.step?.legal ?? [], usual);
  }

  // -- Moves --------------------------------------------------------------------------------------

  private async lay(move: LegalMove): Promise<void> {
    const { whole, step, asked } = this;
    if (!whole || !step) return;
    if (move.text === step.right) {
      this.wasRight(whole, step);
      return;
    }
    this.settle(false);
    if (this.game === OWN) {
      // The server does not know it: a wrong move is only called wrong.
      this.ask();
      this.notice = this.told = t("puzzle.wrong");
      this.seen = true;
      return;
    }
    this.phase = "answering";
    try {
      const tried = await puzzleApi.attempt(whole.info.game, whole.info.id, [...this.played(), move.text]);
      if (asked === this.asked) this.wasWrong(whole, tried);
    } catch (error) {
      if (asked !== this.asked) return;
      this.ask();
      // Without the server, a wrong move is only called wrong.
      this.notice = t("puzzle.wrong");
      this.told = `${this.notice} ${errorText(error, whole.info.game)}`;
    }
  }

  /** Returns the events of the line before this step. */
  private played(): string[] {
    return (this.whole?.steps ?? []).slice(0, this.at).flatMap(({ frames }) => frames.map(({ event }) => event?.text ?? ""));
  }

  private settle(right: boolean): void {
    const { info } = this;
    if (info && this.game === OWN) {
      noteOwn(info.id, right && !this.seen, Date.now());
      return;
    }
    // The first result counts, so nothing changes after a wrong move or the solution.
    if (info && !this.seen) keepResult(info, right, this.day);
  }

  private wasRight(whole: WholePuzzle, step: PuzzleStep): void {
    const last = this.at === whole.steps.length - 1;
    if (last) this.settle(true);
    playSound(last ? "win" : "lay");
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
    playSound("undo");
    this.told = [reachedText(whole, tried.value), ...this.events(tried.frames.slice(1))].join(" ");
    this.show(tried.frames, () => {
      this.phase = "wrong";
      this.focusOn("[data-action=again]");
    });
  }

  /** Shows the solution; it then no longer counts as solved. */
  private reveal(): void {
    const { whole } = this;
    if (!whole) return;
    this.settle(false);
    this.seen = true;
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
      playSound("lay");
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

  private names(whole: WholePuzzle): string[] {
    return Array.from({ length: whole.info.players }, (_, seat) =>
      seat === whole.seat ? t("learn.you") : t("puzzle.opponent", { number: seat + 1 }));
  }

  private events(frames: readonly Frame[]): string[] {
    const { whole } = this;
    if (!whole) return [];
    const words = translator(whole.info.game);
    return frames.flatMap(({ event }) => {
      if (!event || event.seat === undefined) return [];
      const what = words(event.message.key, event.message.args);
      return [`${t("log.move", { name: this.names(whole)[event.seat] ?? "", what })}.`];
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
      names: this.names(whole),
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
      return html`<section class="message" data-state=${this.trouble ? "refused" : "waiting"}>
        ${this.trouble
          ? html`<h1>${t("puzzles.link")}</h1><p role="alert">${this.trouble}</p>
              <a class="button primary" href="/puzzles">${t("puzzles.all")}</a>`
          : html`<p role="status">${t("loading")}</p>`}
      </section>`;
    }
    const { game } = whole.info;
    document.title = `${gameName(game)} · ${t("puzzles.link")} · Empile`;
    const input = this.makeInput(whole, step);
    const livery = this.model?.seatMarks(input)[whole.seat];
    return html`<div class="table learn puzzle" data-puzzle=${whole.info.id} data-step=${this.at} data-phase=${this.phase}
      data-preview=${this.chooser.preview?.text ?? ""} style=${livery ? `--turn: ${livery.colour}` : ""}>
      <section class="card lesson">${this.words(whole, step)}</section>
      <div class="stage-area">
        ${keyed(whole.info.id, html`<game-board .game=${game} .boardSetup=${whole.board_setup}
          .input=${input} .plan=${inPlan(this.plan, this.model)} .story=${whole.info.id}
          .label=${translator(game)("board")}
          @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "board")}
          @undo=${() => this.chooser.undo()}
          @model=${(event: CustomEvent<BoardModel>) => (this.model = event.detail)}
          @drawing-known=${() => this.requestUpdate()}></game-board>`)}
        ${viewTools(inPlan(this.plan, this.model), (plan) => (this.plan = plan), () => this.board?.look("home"))}
        ${moveButtons(game, this.chooser, this.phase === "asking")}
      </div>
      <div class="side">
        <div class="turn-banner">
          ${livery
            ? html`<span class="chip" style="--seat: var(--turn)" aria-hidden="true"><span>${livery.mark}</span></span>`
            : nothing}
          <span><strong>${livery ? t("learn.you_are", { colour: livery.name }) : t("learn.you")}</strong>
            <span class="hint">${this.chooser.hint()}</span></span>
        </div>
        ${this.notice ? html`<p class="notice" role="alert">${this.notice}</p>` : nothing}
        <section class="card reserve" aria-label=${t("reserve")}>
          ${(this.lists || !this.model) && this.chooser.choosing.legal.length > 0
            ? html`<list-chooser .game=${game} .choosing=${this.chooser.choosing}
                @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "panel")}></list-chooser>`
            : nothing}
          <choice-panel .groups=${this.model?.panel(input) ?? []} .chosen=${input.chosen}
            @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "panel")}
            @undo=${() => this.chooser.undo()}></choice-panel>
        </section>
        <section class="card"><seat-list .seats=${this.seats(input)}></seat-list></section>
        ${this.actions(game)}
      </div>
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private seats(input: SceneInput) {
    const marks = this.model?.seatMarks(input) ?? [];
    const facts = this.model?.seatFacts(input) ?? [];
    return input.names.map((name, seat) => ({
      name, livery: marks[seat] ?? null, facts: facts[seat] ?? [], toAct: input.toAct === seat,
      mine: false, bot: false, absent: false, resigned: false, standsIn: false, rank: null, takeable: null,
    }));
  }

  private words(whole: WholePuzzle, step: PuzzleStep): TemplateResult {
    const { info } = whole;
    return html`
      <p class="lesson-at">${this.day ? t("puzzles.daily") : this.game === OWN ? t("puzzles.own") : gameName(info.game)} · ${kindText(info)}</p>
      <h1 tabindex="-1">${taskText(whole)}</h1>
      ${assumptions(whole).map((text) => html`<p class="lesson-task">${text}</p>`)}
      ${whole.facts.length > 0
        ? html`<ul class="lesson-events">${whole.facts.map(({ key, args }) => html`<li>${translator(info.game)(key, args)}</li>`)}</ul>`
        : nothing}
      ${this.phase === "solved" ? this.solved(whole) : this.phase === "wrong" ? this.wrong(whole)
        : html`${this.at > 0 && this.phase === "asking"
            ? html`<p class="lesson-said right">${icon("check")} <span>${t("puzzle.right")}</span></p>` : nothing}
          <button class="quiet" data-action="solution" ?disabled=${this.phase !== "asking"}
            @click=${() => this.reveal()}>${icon("eye")} ${t("puzzle.solution")}</button>`}
      ${this.phase === "showing" && this.tried === null && !this.seen
        ? this.why(step).map((text) => html`<p class="lesson-hint">${icon("check")} <span>${text}</span></p>`) : nothing}`;
  }

  private wrong(whole: WholePuzzle): TemplateResult {
    const { tried } = this;
    const events = this.events(tried?.frames.slice(1) ?? []);
    return html`<div class="lesson-said again">${icon("undo")} <p>${reachedText(whole, tried?.value ?? null)}</p></div>
      ${events.length > 0 ? html`<ul class="lesson-events">${events.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
      <div class="row">
        <button class="primary" data-action="again" @click=${() => this.tryAgain()}>${icon("again")} ${t("puzzle.again")}</button>
        <button class="quiet" data-action="solution" @click=${() => this.reveal()}>${icon("eye")} ${t("puzzle.solution")}</button>
      </div>`;
  }

  private tryAgain(): void {
    this.seen = true;
    this.ask();
    void this.updateComplete.then(() => this.board?.focusTarget());
  }

  private solved(whole: WholePuzzle): TemplateResult {
    const progress = puzzleProgress();
    const days = daysInARow(progress, dayOf(Date.now()));
    const reasons = whole.steps.flatMap((step) => this.why(step));
    return html`<div class="lesson-said right">${icon("check")}
        <p><strong>${t(this.seen ? "puzzle.seen" : "puzzle.solved")}</strong> ${[...new Set(reasons)].join(" ")}</p></div>
      ${this.game === OWN ? nothing : html`<p class="lesson-at">${t("puzzle.ratings", { rating: whole.info.rating, own: progress.rating })}
        ${this.day && days > 0 ? t("puzzles.streak", { count: days }) : nothing}</p>`}
      <div class="row">
        <a class="button primary" data-action="next-puzzle" href=${this.next ? `/puzzles/${this.game === OWN ? OWN : whole.info.game}/${this.next}` : "/puzzles"}>
          ${t(this.next ? "puzzle.next" : "puzzles.all")} ${icon("next")}</a>
        <a class="button quiet" href="/puzzles">${icon("menu")} ${t("puzzles.all")}</a>
      </div>`;
  }

  private actions(game: string): TemplateResult {
    return html`<div class="actions table-actions" role="group" aria-label=${t("actions")}>
      <a class="button quiet" href="/puzzles">${icon("back")} ${t("puzzles.all")}</a>
      <a class="button quiet" href="/rules/${game}">${icon("book")} ${t("rules")}</a>
      <button class="quiet" data-action="lists" @click=${() => {
        this.lists = !this.lists;
        savePreference("lists", this.lists ? "on" : "off");
      }}>${icon("menu")} ${t(this.lists ? "lists.off" : "lists.on")}</button>
    </div>`;
  }
}
