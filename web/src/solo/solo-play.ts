/** A solo level: play it, take back moves, ask for hints, watch the solution. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import { playSound } from "../ui/sound.ts";
import { errorText } from "../net/error-text.ts";
import { moveOf } from "../net/record.ts";
import type { LegalMove, PositionResponse, SoloHint, SoloLevelInfo, SoloLevels } from "../net/protocol.ts";
import type { SceneInput } from "../stage/scene.ts";
import type { SoloParts } from "../board/level-editor.ts";
import { BoardView } from "../board/board-view.ts";
import { MoveChooser } from "../board/move-chooser.ts";
import { pageMessage } from "../board/page-message.ts";
import "../table/table.css";
import "../learn/learn.css";
import { ownName, t, translator } from "../i18n/i18n.ts";
import { Film } from "./film.ts";
import { solvedCard, stuckCard } from "./level-over.ts";
import { hintBox, hintText } from "./hint-box.ts";
import { WrongMoveError } from "./kept-level.ts";
import { levelActions } from "./level-actions.ts";
import { levelFragment, levelFromFragment } from "./level-link.ts";
import { levelSource } from "./level-source.ts";
import { keepTry, progress, starsOf, type Try } from "./progress.ts";
import { saveGame } from "./save-game.ts";
import { shareLevel } from "./share-level.ts";
import type { Played } from "./solo-api.ts";
import { stars } from "./stars.ts";

const OWN = "own";
/** Steps of a hint; the last one shows the move. */
const STEPS = 4;
/** Counted as this many steps of hints: the whole solution was shown. */
const SOLUTION_HINTS = 10;
type Phase = "playing" | "busy" | "solved" | "stuck" | "film";

@customElement("solo-play")
export class SoloPlay extends LightElement {
  @property({ attribute: false }) levels!: SoloLevels;
  @property({ attribute: false }) parts!: SoloParts;
  /** The level's name, or `own` for the one in the fragment. */
  @property() name = "";
  @state() private level: Played | null = null;
  /** The start and the positions after each move. */
  @state() private shown: PositionResponse[] = [];
  @state() private phase: Phase = "playing";
  @state() private hints: SoloHint[] = [];
  @state() private trouble = "";
  @state() private notice = "";
  @state() private told = "";

  private readonly film = new Film(this);
  private readonly chooser = new MoveChooser(this, {
    game: () => this.game,
    current: () => this.phase === "playing",
    mine: () => this.phase === "playing",
    covered: () => false,
    play: (move) => void this.play(move),
    tell: (text) => (this.told = text),
  });
  private readonly view = new BoardView(this, this.chooser);
  private moves: string[] = [];
  /** Counts of this try; hints count for as long as the level is open. */
  private made = 0;
  private helped = 0;
  private undone = false;
  private input: SceneInput | null = null;
  private inputOf: unknown[] = [];
  /** Number of requests; only the last answer counts. */
  private asked = 0;
  private stop: (() => void) | null = null;
  private readonly key = (event: KeyboardEvent) => this.pressed(event);

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.key);
    this.stop = onNavigate(() => {
      if (this.name === OWN && location.pathname === `/solo/${OWN}`) void this.load();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.key);
    this.stop?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("name")) void this.load();
  }

  private get game(): string {
    return this.levels.game;
  }

  /** The level's ID; null for one of the user's own. */
  private get levelId(): string | null {
    return this.name === OWN ? null : this.name;
  }

  private get info(): SoloLevelInfo | undefined {
    return this.levels.levels.find(({ id }) => id === this.name);
  }

  private get next(): SoloLevelInfo | undefined {
    const at = this.levels.levels.findIndex(({ id }) => id === this.name);
    return at < 0 ? undefined : this.levels.levels[at + 1];
  }

  private get now(): PositionResponse | undefined {
    return this.shown.at(-1);
  }

  private get left(): number {
    return this.now ? this.parts.left(this.now.position) : 0;
  }

  private get count(): Try {
    return { left: this.left, moves: this.made, hints: this.helped, undone: this.undone };
  }

  // -- The level ----------------------------------------------------------------------------------

  private async load(): Promise<void> {
    const asked = ++this.asked;
    this.film.close();
    this.trouble = "";
    this.level = null;
    this.helped = 0;
    try {
      const level = this.name === OWN
        ? levelFromFragment(this.parts, location.hash)
        : await levelSource.level(this.name);
      if (!level) {
        this.trouble = t("solo.bad_link");
        return;
      }
      const { variant, start } = level;
      const begun = await levelSource.position(this.game, { variant, start }, this.levelId, []);
      if (asked !== this.asked) return;
      this.level = { variant, start };
      this.shown = [begun];
      this.restart(false);
      void this.updateComplete.then(() => this.focusTitle());
    } catch (error) {
      if (asked === this.asked) this.trouble = errorText(error, this.game);
    }
  }

  /** Focuses the title, for keyboard and screen reader users. */
  private focusTitle(): void {
    const active = document.activeElement;
    if (active === null || active === document.body || active.matches("main, a")) {
      this.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    }
  }

  private restart(again = true): void {
    this.asked += 1;
    this.film.close();
    this.shown = this.shown.slice(0, 1);
    this.moves = [];
    this.made = 0;
    this.undone = false;
    this.settle();
    if (!again) return;
    playSound("undo");
    this.told = t("solo.restarted");
    this.focusBoard();
  }

  /** Takes the phase and the offered moves from the newest position. */
  private settle(): void {
    const { now } = this;
    if (!now) return;
    this.hints = [];
    this.notice = "";
    this.phase = now.result === null ? "playing" : this.left === 0 ? "solved" : "stuck";
    this.offer();
  }

  private offer(): void {
    this.view.offer(this.phase === "playing" ? (this.now?.legal ?? []) : []);
  }

  // -- Moves --------------------------------------------------------------------------------------

  private async play(move: LegalMove): Promise<void> {
    const { level } = this;
    if (!level) return;
    const asked = ++this.asked;
    this.phase = "busy";
    try {
      const shown = await levelSource.position(this.game, level, this.levelId, [...this.moves, move.text]);
      if (asked !== this.asked) return;
      this.moves.push(move.text);
      this.made += 1;
      this.shown = [...this.shown, shown];
      this.settle();
      this.wasMade();
    } catch (error) {
      if (asked !== this.asked) return;
      this.settle();
      this.notice = error instanceof WrongMoveError ? t("solo.offline.wrong") : errorText(error, this.game);
    }
  }

  private wasMade(): void {
    const over = this.phase === "solved" || this.phase === "stuck";
    playSound(this.phase === "solved" ? "win" : "move");
    this.told = [this.lastText(), over ? this.overText() : this.leftText()].join(". ");
    if (!over) return;
    if (this.info) keepTry(this.name, this.count);
    void this.updateComplete.then(() => {
      this.querySelector<HTMLElement>(".solo-over .primary")?.focus({ preventScroll: true });
      this.querySelector(".solo-over")?.scrollIntoView({ block: "nearest" });
    });
  }

  private takeBack(count = 1): void {
    const back = Math.min(count, this.moves.length);
    if (back === 0 || this.phase === "busy") return;
    const atOver = this.phase !== "playing";
    this.asked += 1;
    this.film.close();
    this.shown = this.shown.slice(0, -back);
    this.moves.length -= back;
    this.undone = true;
    this.settle();
    playSound("undo");
    this.told = `${t("solo.taken_back", { count: back })} ${this.leftText()}`;
    if (atOver || count > 1 || this.moves.length === 0) this.focusBoard();
  }

  private focusBoard(): void {
    void this.updateComplete.then(async () => {
      await this.view.board?.updateComplete;
      this.view.board?.focusTarget();
    });
  }

  // -- Help ---------------------------------------------------------------------------------------

  private async hint(): Promise<void> {
    const { level } = this;
    if (!level || this.hints.length >= STEPS || this.phase !== "playing") return;
    const asked = ++this.asked;
    this.notice = "";
    try {
      const hint = await levelSource.hint(level, this.levelId, this.moves, this.hints.length + 1);
      if (asked !== this.asked) return;
      this.helped += 1;
      this.hints = [...this.hints, hint];
      this.told = hintText(this.game, hint);
      const move = this.now?.legal.find(({ text }) => text === hint.move);
      if (move) this.chooser.suggest(move, true);
    } catch (error) {
      if (asked === this.asked) this.notice = errorText(error, this.game);
    }
  }

  private async watch(): Promise<void> {
    const { level } = this;
    if (!level || this.phase === "busy") return;
    const asked = ++this.asked;
    this.notice = "";
    try {
      const here = this.phase === "solved" ? null : await levelSource.solution(level, this.levelId, this.moves);
      const found = here?.moves ? here : await levelSource.solution(level, this.levelId, []);
      if (asked !== this.asked) return;
      if (!found.moves) {
        this.notice = t("solo.no_solution");
        return;
      }
      const from = here?.moves ? this.now : this.shown[0];
      if (!from) return;
      this.helped += SOLUTION_HINTS;
      this.phase = "film";
      this.offer();
      this.film.open(from, found.frames, !here?.moves && this.moves.length > 0);
      await this.updateComplete;
      this.querySelector<HTMLElement>("#film-title")?.focus();
    } catch (error) {
      if (asked === this.asked) this.notice = errorText(error, this.game);
    }
  }

  private closeFilm(): void {
    this.film.close();
    this.settle();
    if (this.phase === "playing") this.focusBoard();
    else void this.updateComplete.then(() => this.querySelector<HTMLElement>(".solo-over .primary")?.focus());
  }

  private pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    const filming = this.film.isOpen;
    const keys: Record<string, () => void> = filming
      ? {
          ArrowLeft: () => this.film.step(-1),
          ArrowRight: () => this.film.step(1),
          Escape: () => this.closeFilm(),
        }
      : {};
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z" || filming) return;
      keys[event.key] = () => this.takeBack();
    }
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private async share(): Promise<void> {
    const { level } = this;
    if (!level) return;
    const path = this.info ? `/solo/${this.name}` : `/solo/${OWN}${levelFragment(this.parts, level)}`;
    this.notice = await shareLevel(this.levelTitle(), path);
  }

  private async save(): Promise<void> {
    const { level, now } = this;
    if (level && now) this.notice = await saveGame(this.game, level, this.moves, now.result);
  }

  // -- Texts --------------------------------------------------------------------------------------

  private levelTitle(): string {
    const { info } = this;
    if (!info) return t("solo.own");
    return t("solo.level", { grade: translator(this.game)(`solo.grade.${info.grade}`), level: info.id });
  }

  private leftText(): string {
    return translator(this.game)("solo.hand", { count: this.left });
  }

  private overText(): string {
    if (this.phase === "solved") return `${t("solo.solved")} ${t("solo.stars", { count: starsOf(this.count) })}`;
    return `${translator(this.game)("solo.stuck")} ${this.leftText()}`;
  }

  private lastText(): string {
    const words = this.now?.frames.at(-1)?.event?.message;
    return words ? translator(this.game)(words.key, words.args) : "";
  }

  // -- Rendering ----------------------------------------------------------------------------------

  private makeInput(now: PositionResponse): SceneInput {
    const { frame } = this.film;
    const { choosing } = this.chooser;
    const of = [now, frame, choosing, this.phase, document.documentElement.lang];
    if (this.input && of.every((one, index) => one === this.inputOf[index])) return this.input;
    this.inputOf = of;
    this.input = {
      boardSetup: now.board_setup,
      position: frame?.position ?? now.position,
      restPoses: {},
      names: [ownName()],
      mine: [0],
      toAct: frame ? null : now.seat,
      legal: frame ? [] : [...choosing.legal],
      chosen: !frame && choosing.choices.length > 0 ? choosing.chosen : {},
      preview: frame ? null : choosing.preview,
      last: frame ? moveOf(frame) : now.last,
    };
    return this.input;
  }

  protected override render(): TemplateResult {
    const { now, level } = this;
    if (this.trouble || !now || !level) {
      return pageMessage(this.trouble, t("solo"), { href: "/solo", name: t("solo.levels") });
    }
    const title = this.levelTitle();
    document.title = `${title} · Empile`;
    const input = this.makeInput(now);
    const filming = this.film.isOpen;
    const { game } = this;
    return html`<div class="table learn solo ${filming ? "aside" : ""}" data-level=${this.name} data-phase=${this.phase}
      data-moves=${this.moves.length} data-preview=${this.chooser.preview?.text ?? ""} data-hints=${this.hints.length}>
      <section class="card lesson solo-card">
        <p class="lesson-at"><a href="/solo">${t("solo.levels")}</a> ·
          ${translator(this.game)(`option.variant.${level.variant}`)}</p>
        <h1 tabindex="-1">${title} ${this.info ? stars(progress()[this.name]?.stars ?? 0) : nothing}</h1>
        ${filming ? this.film.controls(this.game, () => this.closeFilm()) : this.state(now)}
      </section>
      ${this.view.stage(
        { game, input, story: `${this.name}${level.variant}${filming ? "film" : ""}`, asking: this.phase === "playing" },
        game,
        filming ? html`<p class="aside-tag">${t("solo.solution")}</p>` : nothing,
      )}
      <div class="side">
        ${this.phase === "playing" || this.phase === "busy"
          ? html`<div class="turn-banner"><span><strong>${this.leftText()}</strong>
              <span class="hint">${this.chooser.hint()}</span></span></div>`
          : nothing}
        ${this.notice ? html`<p class="told" role="status">${this.notice}</p>` : nothing}
        ${this.view.choices(game, input)}
        ${this.actions()}
        <details class="card solo-words">
          <summary>${translator(this.game)("solo.in_words")}</summary>
          <ul>${this.parts.describe(input.position, translator(this.game)).map((one) => html`<li>${one}</li>`)}</ul>
        </details>
      </div>
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private state(now: PositionResponse): TemplateResult {
    const best = progress()[this.name]?.best;
    return html`
      ${this.phase === "solved" ? solvedCard(starsOf(this.count), this.next?.id, () => this.restart()) : nothing}
      ${this.phase === "stuck"
        ? stuckCard(this.game, this.leftText(), this.moves.length, () => this.takeBack(), () => this.restart())
        : nothing}
      ${now.result !== null ? nothing : html`<p class="lesson-task">${translator(this.game)("solo.task")}</p>`}
      <dl class="solo-counts">
        <div><dt>${translator(this.game)("solo.count.left")}</dt><dd data-count="left">${this.left}</dd></div>
        <div><dt>${t("solo.count.moves")}</dt><dd data-count="moves">${this.made}</dd></div>
        <div><dt>${t("solo.count.hints")}</dt><dd data-count="hints">${shownHints(this.helped)}</dd></div>
      </dl>
      ${best && this.info
        ? html`<p class="solo-best">${translator(this.game)("solo.best", { left: best.left, moves: best.moves, hints: shownHints(best.hints) })}</p>`
        : nothing}
      ${now.result === null ? hintBox(this.game, this.hints, (count) => this.takeBack(count)) : nothing}`;
  }

  private actions(): TemplateResult {
    return levelActions({
      game: this.game,
      busy: this.phase === "busy",
      filming: this.phase === "film",
      playing: this.phase === "playing",
      moves: this.moves.length,
      hints: this.hints,
      steps: STEPS,
      lists: this.view.lists,
      edit: this.level ? levelFragment(this.parts, this.level) : null,
      takeBack: () => this.takeBack(),
      restart: () => this.restart(),
      hint: () => void this.hint(),
      watch: () => void this.watch(),
      share: () => void this.share(),
      save: () => void this.save(),
      toggleLists: () => this.view.toggleLists(),
    });
  }
}

/** A shown solution is marked, not counted. */
function shownHints(hints: number): string {
  return hints < SOLUTION_HINTS ? String(hints) : t("solo.count.solution");
}
