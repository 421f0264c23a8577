/** The rush: puzzles of rising difficulty one after the other, in three minutes or without a clock. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { playSound } from "../../ui/sound.ts";
import { digits } from "../../clock/reading.ts";
import { errorText } from "../../net/error-text.ts";
import { moveOf } from "../../net/record.ts";
import type { LegalMove, PuzzleInfo, PuzzleStep, WholePuzzle } from "../../net/protocol.ts";
import { loadBoard } from "../../board/load-game.ts";
import { BoardView } from "../../board/board-view.ts";
import { MoveChooser } from "../../board/move-chooser.ts";
import { pageMessage } from "../../board/page-message.ts";
import type { SceneInput } from "../../stage/scene.ts";
import "../../table/table.css";
import "../../learn/learn.css";
import { learnerSide, turnStyle } from "../../learn/learner-side.ts";
import { gameName, t, translator } from "../../i18n/i18n.ts";
import "../puzzle.css";
import { puzzleApi } from "../puzzle-api.ts";
import { allPuzzles } from "../puzzle-lists.ts";
import { assumptions, seatNames, taskText, variantText } from "../puzzle-text.ts";
import { puzzleTile } from "../puzzle-tile.ts";
import {
  announced, leftOf, MISTAKES, mistakesOf, newRush, scoreOf, withAnswer, withShown, withTime, type Rush,
} from "./rush.ts";
import { bestScores, keepScore, rushName, syncScores } from "./rush-scores.ts";

/** Puzzles that are loaded ahead. */
const AHEAD = 3;
const TICK_MS = 100;

@customElement("rush-page")
export class RushPage extends LightElement {
  @state() private lists: readonly (readonly PuzzleInfo[])[] | null = null;
  @state() private game = new URLSearchParams(location.search).get("game") ?? "";
  @state() private rush: Rush | null = null;
  /** The puzzle whose board is shown; null while it is loading. */
  @state() private whole: WholePuzzle | null = null;
  @state() private at = 0;
  /** The time that is shown, in milliseconds. */
  @state() private left = 0;
  /** Whether the last score is the best one. */
  @state() private isBest = false;
  @state() private trouble = "";
  @state() private told = "";

  private readonly chooser = new MoveChooser(this, {
    game: () => this.whole?.info.game ?? "",
    current: () => this.isAsking,
    mine: () => this.isAsking,
    covered: () => false,
    play: (move) => this.play(move),
    tell: (text) => (this.told = text),
  });
  private readonly view = new BoardView(this, this.chooser);
  private input: SceneInput | null = null;
  private inputOf: unknown[] = [];
  private ticking = 0;
  /** Whether the board takes the focus as soon as it can, so that the keyboard goes on. */
  private wantsFocus = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  private get isAsking(): boolean {
    return this.whole !== null && this.rush?.end === null;
  }

  private get step(): PuzzleStep | undefined {
    return this.whole?.steps[this.at];
  }

  private async load(): Promise<void> {
    try {
      this.lists = await allPuzzles();
      void syncScores().then((more) => more && this.requestUpdate(), () => undefined);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  // -- Playing ------------------------------------------------------------------------------------

  private begin(timed: boolean): void {
    const puzzles = (this.lists ?? []).flat().filter(({ game }) => !this.game || game === this.game);
    this.rush = newRush(puzzles, timed);
    this.left = leftOf(this.rush, 0);
    void this.go();
  }

  /** Shows the current puzzle, and loads the following ones. */
  private async go(): Promise<void> {
    const { rush } = this;
    if (!rush) return;
    const at = rush.results.length;
    this.whole = null;
    this.at = 0;
    try {
      const whole = await load(rush.puzzles[at]!);
      if (this.rush !== rush) return;
      this.whole = whole;
      this.view.offer(this.step?.legal ?? []);
      this.told = [this.told, taskText(whole), ...assumptions(whole)].join(" ");
      for (const puzzle of rush.puzzles.slice(at + 1, at + 1 + AHEAD)) void load(puzzle).catch(() => undefined);
      this.wantsFocus = true;
    } catch (error) {
      if (this.rush === rush) this.trouble = errorText(error);
    }
  }

  /** The time begins when the board is seen. */
  protected override updated(): void {
    if (this.wantsFocus && this.whole && this.view.board?.focusTarget()) this.wantsFocus = false;
    const { rush } = this;
    if (!rush || rush.since !== null || rush.end !== null || !this.whole || !this.view.model) return;
    this.rush = withShown(rush, Date.now());
    if (rush.timed && !this.ticking) this.ticking = window.setInterval(() => this.tick(), TICK_MS);
  }

  private tick(): void {
    const { rush } = this;
    if (!rush) return;
    const after = withTime(rush, Date.now());
    const left = leftOf(after, Date.now());
    const seconds = announced(this.left, left);
    if (seconds !== null) {
      this.told = t("puzzles.rush.left", { count: seconds });
      playSound(seconds === 10 ? "low" : "tick");
    }
    this.left = left;
    if (after.end !== rush.end) this.take(after);
  }

  private play(move: LegalMove): void {
    const { whole, step, rush } = this;
    if (!whole || !step || !rush) return;
    const right = move.text === step.right;
    if (right && this.at < whole.steps.length - 1) {
      this.at += 1;
      this.told = t("puzzle.right");
      this.view.offer(this.step?.legal ?? []);
      this.wantsFocus = true;
      return;
    }
    playSound(right ? "move" : "undo");
    this.take(withAnswer(rush, right, Date.now()));
    if (this.rush?.end === null) void this.go();
  }

  private take(after: Rush): void {
    this.rush = after;
    const last = after.results.at(-1);
    if (after.end === null) {
      const left = MISTAKES - mistakesOf(after.results);
      this.told = last ? t("puzzle.solved") : t("puzzles.rush.lost", { count: left });
      return;
    }
    clearInterval(this.ticking);
    this.ticking = 0;
    this.whole = null;
    playSound("win");
    this.isBest = keepScore(this.game, after.timed, scoreOf(after));
    this.told = "";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus());
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    document.title = `${t("puzzles.rush")} · Empile`;
  }

  protected override render(): TemplateResult {
    const { lists, rush, whole, step } = this;
    if (this.trouble || !lists) {
      return pageMessage(this.trouble, t("puzzles.rush"), { href: "/puzzles", name: t("puzzles.all") });
    }
    if (!rush) return this.choice(lists);
    if (rush.end !== null) return this.over(rush);
    if (!whole || !step) return html`<p class="lesson-at" role="status">${t("loading")}</p>${this.voice()}`;
    const { seat, info } = whole;
    const input = this.makeInput(whole, step);
    return html`<div class="table learn puzzle rush" data-rush="playing" data-puzzle=${info.id} data-step=${this.at}
      data-shown=${rush.since !== null} data-preview=${this.chooser.preview?.text ?? ""} style=${turnStyle(this.view, { input, seat })}>
      <section class="card lesson">
        ${this.score(rush)}
        <p class="lesson-at">${gameName(info.game)}${variantText(info)}</p>
        <h1 tabindex="-1">${taskText(whole)}</h1>
        ${assumptions(whole).map((text) => html`<p class="lesson-task">${text}</p>`)}
        ${whole.facts.length > 0
          ? html`<ul class="lesson-events">${whole.facts.map(({ key, args }) => html`<li>${translator(info.game)(key, args)}</li>`)}</ul>`
          : nothing}
      </section>
      ${this.view.stage({ game: info.game, input, story: info.id, asking: true }, info.id)}
      ${learnerSide(this.view, this.chooser, { game: info.game, seat, input, notice: "" }, this.actions())}
      ${this.voice()}
    </div>`;
  }

  private voice(): TemplateResult {
    return html`<p class="unseen" aria-live="polite" data-told>${this.told}</p>`;
  }

  private score(rush: Rush): TemplateResult {
    const mistakes = mistakesOf(rush.results);
    return html`<p class="rush-score">
      ${rush.timed ? html`<span class="rush-time" role="timer" aria-live="off" aria-label=${t("puzzles.rush.time")}>
        ${icon("clock")} ${digits(this.left)}</span>` : nothing}
      <span data-score=${scoreOf(rush)}>${icon("check")} ${t("puzzles.rush.solved", { count: scoreOf(rush) })}</span>
      <span data-mistakes=${mistakes}>${icon("close")} ${t("puzzles.rush.mistakes", { count: mistakes, of: MISTAKES })}</span>
    </p>`;
  }

  private actions(): TemplateResult {
    return html`<div class="actions table-actions" role="group" aria-label=${t("actions")}>
      <a class="button quiet" href="/puzzles">${icon("back")} ${t("puzzles.all")}</a>
      ${this.view.listsButton()}
    </div>`;
  }

  private makeInput(whole: WholePuzzle, step: PuzzleStep): SceneInput {
    const { choosing } = this.chooser;
    const of = [step, choosing, document.documentElement.lang];
    if (this.input && of.every((one, index) => one === this.inputOf[index])) return this.input;
    this.inputOf = of;
    const last = this.at > 0 ? whole.steps[this.at - 1]?.frames.at(-1) : undefined;
    this.input = {
      boardSetup: whole.board_setup,
      position: step.position,
      restPoses: step.poses ?? {},
      names: seatNames(whole),
      mine: [whole.seat],
      toAct: whole.seat,
      legal: [...choosing.legal],
      chosen: choosing.choices.length > 0 ? choosing.chosen : {},
      preview: choosing.preview,
      last: last ? moveOf(last) : null,
    };
    return this.input;
  }

  private choice(lists: readonly (readonly PuzzleInfo[])[]): TemplateResult {
    const games = lists.map((list) => list[0]?.game ?? "");
    return html`<div class="puzzles" data-rush="choosing">
      <header>
        <a class="button quiet" href="/puzzles">${icon("back")} ${t("puzzles.all")}</a>
        <h1 tabindex="-1">${t("puzzles.rush")}</h1>
        <p class="lead">${t("puzzles.rush.lead", { count: MISTAKES })}</p>
      </header>
      <section class="card">
        <label class="field"><span>${t("puzzles.filter.game")}</span>
          <select data-action="game" @change=${(event: Event) => (this.game = (event.target as HTMLSelectElement).value)}>
            <option value="" ?selected=${!this.game}>${t("games.result.any")}</option>
            ${games.map((game) => html`<option value=${game} ?selected=${game === this.game}>${gameName(game)}</option>`)}
          </select></label>
        ${this.start()}
      </section>
    </div>`;
  }

  private start(): TemplateResult {
    const best = bestScores();
    const bestOf = (timed: boolean) => {
      const score = best[rushName(this.game, timed)];
      return score === undefined ? nothing : html`<span class="lesson-at">${t("puzzles.rush.best", { count: score })}</span>`;
    };
    return html`
      <div class="row"><button class="primary" data-action="timed" @click=${() => this.begin(true)}>
        ${icon("clock")} ${t("puzzles.rush.timed")}</button> ${bestOf(true)}</div>
      <div class="row"><button class="secondary" data-action="untimed" @click=${() => this.begin(false)}>
        ${icon("play")} ${t("puzzles.rush.untimed")}</button> ${bestOf(false)}</div>`;
  }

  private over(rush: Rush): TemplateResult {
    const score = scoreOf(rush);
    // The one that was not finished is listed too.
    const shown = rush.puzzles.slice(0, rush.results.length + (rush.end === "time" ? 1 : 0));
    return html`<div class="puzzles" data-rush="over" data-end=${rush.end ?? ""}>
      <header>
        <a class="button quiet" href="/puzzles">${icon("back")} ${t("puzzles.all")}</a>
        <h1 tabindex="-1">${t("puzzles.rush.score", { count: score })}</h1>
        <p class="lead">${t(`puzzles.rush.end.${rush.end ?? "all"}`)} ${this.isBest ? t("puzzles.rush.record") : nothing}</p>
      </header>
      <section class="card">
        <h2>${t("puzzles.rush.again")}</h2>
        ${this.start()}
      </section>
      <section>
        <ol class="puzzle-tiles">${shown.map((puzzle, at) => html`<li data-right=${rush.results[at] ?? ""}>${puzzleTile({
          puzzle, href: `/puzzles/${puzzle.game}/${puzzle.id}`,
          text: rush.results[at]
            ? html`<span class="puzzle-done">${icon("check")} ${t("puzzles.mark.solved")}</span>`
            : html`<span class="puzzle-missed">${icon(at in rush.results ? "close" : "clock")}
                ${t(at in rush.results ? "puzzles.mark.missed" : "puzzles.mark.unfinished")}</span>`,
        })}</li>`)}</ol>
      </section>
    </div>`;
  }
}

/** Loads a puzzle with all that its board needs; what was loaded is kept. */
async function load({ game, id }: PuzzleInfo): Promise<WholePuzzle> {
  const [whole] = await Promise.all([puzzleApi.whole(game, id), loadBoard(game, "all")]);
  return whole;
}
