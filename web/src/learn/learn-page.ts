/** Lessons of a game: each one is a position in which the learner makes a move. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { reducedMotion } from "../ui/motion.ts";
import { LightElement } from "../ui/base-element.ts";
import { navigate } from "../ui/navigation.ts";
import { errorText } from "../net/error-text.ts";
import { loadBoard } from "../board/load-game.ts";
import { BoardView } from "../board/board-view.ts";
import { MoveChooser } from "../board/move-chooser.ts";
import { pageMessage } from "../board/page-message.ts";
import type { SceneInput } from "../stage/scene.ts";
import { api } from "../net/api.ts";
import { moveOf } from "../net/record.ts";
import type {
  Frame as ReplayFrame,
  LegalMove,
  LessonAnswer,
  LessonInfo,
  LessonStep,
  Message,
} from "../net/protocol.ts";
import { playSound } from "../ui/sound.ts";
import "../table/table.css";
import { gameName, ownName, t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";
import "./learn.css";
import { saveCompletedLesson, completedLessons, syncLessons } from "./lesson-progress.ts";
import "./lesson-path.ts";
import { learnerSide, turnStyle } from "./learner-side.ts";
import { lessonSource } from "./lesson-source.ts";

/** Milliseconds between positions that follow a move. */
const PACE = 1000;

/** Waiting for a move, for the answer, after a right move, or all lessons are completed. */
type Phase = "asking" | "answering" | "right" | "over";

@customElement("learn-page")
export class LearnPage extends LightElement {
  @property() game = "";
  /** The lesson's name; null for the first one that is not completed. */
  @property({ attribute: false }) lesson: string | null = null;
  @state() private lessons: LessonInfo[] | null = null;
  @state() private step: LessonStep | null = null;
  @state() private phase: Phase = "asking";
  @state() private answer: LessonAnswer | null = null;
  /** Index of the shown position after the last move. */
  @state() private frame = -1;
  @state() private hinted = false;
  @state() private trouble = "";
  @state() private notice = "";
  @state() private told = "";

  private readonly chooser = new MoveChooser(this, {
    game: () => this.game,
    current: () => this.phase === "asking",
    mine: () => this.phase === "asking",
    covered: () => false,
    play: (move) => void this.play(move),
    tell: (text) => (this.told = text),
  });
  private readonly view = new BoardView(this, this.chooser);
  private moves: string[] = [];
  private input: SceneInput | null = null;
  private inputOf: unknown[] = [];
  private timer = 0;
  /** Number of requested lessons; only the last answer counts. */
  private asked = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game")) this.lessons = this.step = this.view.model = null;
    if (changed.has("game") || changed.has("lesson")) void this.load();
  }

  // -- Navigation ---------------------------------------------------------------------------------

  private async load(): Promise<void> {
    const asked = ++this.asked;
    clearTimeout(this.timer);
    this.trouble = "";
    try {
      if (this.lessons === null) {
        const [lessons] = await Promise.all([api.lessons(this.game), loadBoard(this.game, "all")]);
        if (asked !== this.asked) return;
        this.lessons = lessons;
        void syncLessons(this.game).then((more) => more && this.requestUpdate(), () => undefined);
      }
      const learnt = completedLessons(this.game);
      const first = this.lessons.find(({ name }) => !learnt.has(name)) ?? this.lessons[0];
      const name = this.lesson ?? first?.name;
      if (name === undefined) {
        this.trouble = t("learn.none");
        return;
      }
      const step = await lessonSource.begin(this.game, name);
      if (asked !== this.asked) return;
      this.moves = [];
      this.begin(step);
      void this.updateComplete.then(() => this.greet());
    } catch (error) {
      if (asked === this.asked) this.trouble = errorText(error, this.game);
    }
  }

  private begin(step: LessonStep): void {
    this.step = step;
    this.phase = "asking";
    this.answer = null;
    this.frame = -1;
    this.hinted = false;
    this.notice = "";
    this.chooseAnew();
  }

  private chooseAnew(): void {
    this.view.offer(this.phase === "asking" ? (this.step?.legal ?? []) : []);
  }

  /** Focuses the lesson's title, for keyboard and screen reader users. */
  private greet(): void {
    const active = document.activeElement;
    if (active === null || active === document.body || active.matches("main")) {
      this.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    }
  }

  private get index(): number {
    return (this.lessons ?? []).findIndex(({ name }) => name === this.step?.lesson);
  }

  private get isLast(): boolean {
    return this.index === (this.lessons?.length ?? 0) - 1;
  }

  /** Continues with the next step, the next lesson or the end. */
  private goOn(): void {
    const next = this.answer?.next;
    clearTimeout(this.timer);
    if (next) {
      this.begin(next);
      this.told = this.taskText();
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus());
    } else if (this.isLast) {
      this.phase = "over";
      this.told = t("learn.over.title");
      void this.updateComplete.then(() => this.querySelector<HTMLElement>("h1")?.focus());
    } else {
      navigate(`/learn/${this.game}/${this.lessons?.[this.index + 1]?.name ?? ""}`);
    }
  }

  // -- Moves --------------------------------------------------------------------------------------

  private async play(move: LegalMove): Promise<void> {
    const { step, asked } = this;
    if (!step) return;
    this.phase = "answering";
    this.notice = "";
    try {
      const answer = await lessonSource.answer(this.game, step.lesson, [...this.moves, move.text]);
      if (asked !== this.asked) return;
      this.answer = answer;
      if (answer.right) this.wasRight(move.text, step, answer);
      else this.wasNotAskedFor();
    } catch (error) {
      if (asked !== this.asked) return;
      this.phase = "asking";
      this.notice = errorText(error, this.game);
    }
  }

  private wasRight(text: string, step: LessonStep, answer: LessonAnswer): void {
    this.moves.push(text);
    this.phase = "right";
    this.chooseAnew();
    if (answer.next === null) saveCompletedLesson(this.game, step.lesson);
    playSound(answer.next === null && this.isLast ? "win" : "move");
    this.frame = reducedMotion() ? answer.frames.length - 1 : 0;
    this.pace();
    this.told = [t("learn.right"), this.words(answer.message), ...this.events()].join(" ");
    void this.updateComplete.then(() => {
      this.querySelector<HTMLElement>("[data-action=go-on]")?.focus();
    });
  }

  private wasNotAskedFor(): void {
    this.phase = "asking";
    this.hinted = true;
    this.chooseAnew();
    playSound("undo");
    this.told = [t("learn.again"), this.hintText()].join(" ");
    void this.updateComplete.then(() => this.view.board?.focusTarget());
  }

  /** Shows the positions after a move one after the other. */
  private pace(): void {
    clearTimeout(this.timer);
    if (this.frame >= (this.answer?.frames.length ?? 0) - 1) return;
    this.timer = window.setTimeout(() => {
      this.frame += 1;
      this.pace();
    }, PACE);
  }

  // -- Texts --------------------------------------------------------------------------------------

  private words(words: Message): string {
    return translator(this.game)(words.key, words.args);
  }

  private taskText(): string {
    return this.step ? this.words(this.step.task) : "";
  }

  private hintText(): string {
    return this.step ? this.words(this.step.hint) : "";
  }

  private names(step: LessonStep): string[] {
    return step.names.map((name, seat) => (seat === step.seat ? ownName() : name));
  }

  /** Describes what the others did after the learner's move. */
  private events(): string[] {
    const { answer, step } = this;
    if (!answer?.right || !step) return [];
    return answer.frames.slice(1).flatMap(({ event }) => {
      if (!event) return [];
      const what = eventWords(translator(this.game), event);
      if (event.seat === undefined) return [`${what.charAt(0).toUpperCase()}${what.slice(1)}.`];
      return [`${t("log.by", { name: this.names(step)[event.seat] ?? "", what })}.`];
    });
  }

  // -- Rendering ----------------------------------------------------------------------------------

  private makeInput(step: LessonStep): SceneInput {
    const shown: ReplayFrame | undefined = this.answer?.right
      ? this.answer.frames[this.frame]
      : undefined;
    const { choosing } = this.chooser;
    const of = [step, shown, choosing, document.documentElement.lang];
    if (this.input && of.every((one, index) => one === this.inputOf[index])) return this.input;
    this.inputOf = of;
    this.input = {
      boardSetup: step.board_setup,
      position: shown?.position ?? step.position,
      restPoses: (shown ?? step).poses ?? {},
      names: this.names(step),
      mine: [step.seat],
      toAct: shown ? shown.to_act : step.seat,
      legal: [...choosing.legal],
      chosen: choosing.choices.length > 0 ? choosing.chosen : {},
      preview: choosing.preview,
      last: shown ? moveOf(shown) : step.last,
    };
    return this.input;
  }

  protected override render(): TemplateResult {
    const { step, lessons } = this;
    if (this.trouble || !step || !lessons) {
      return pageMessage(this.trouble, t("learn"), { href: "/", name: t("home") });
    }
    document.title = `${gameName(this.game)} · ${t("learn")} · Empile`;
    const input = this.makeInput(step);
    const { game, notice } = this;
    return html`<div class="table learn" data-lesson=${step.lesson} data-step=${step.step}
      data-phase=${this.phase} data-preview=${this.chooser.preview?.text ?? ""}
      data-frames-left=${this.framesLeft()} style=${turnStyle(this.view, { input, seat: step.seat })}>
      <section class="card lesson">
        <lesson-path .game=${this.game} .lessons=${lessons} .learnt=${completedLessons(this.game)}
          .at=${this.phase === "over" ? lessons.length : this.index}></lesson-path>
        ${this.phase === "over" ? this.over() : this.lessonText(step, lessons.length)}
      </section>
      ${this.view.stage({ game, input, story: step.lesson, asking: this.phase === "asking" }, game)}
      ${learnerSide(this.view, this.chooser, { game, seat: step.seat, input, notice }, this.actions())}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private framesLeft(): number {
    return Math.max(0, (this.answer?.right ? this.answer.frames.length : 0) - 1 - this.frame);
  }

  private lessonText(step: LessonStep, lessons: number): TemplateResult {
    const right = this.phase === "right";
    const more = step.steps > 1 ? ` · ${t("learn.step", { at: step.step, of: step.steps })}` : "";
    return html`
      <p class="lesson-at">${t("learn.at", { at: this.index + 1, of: lessons })}${more}</p>
      <h1 tabindex="-1">${this.words(step.title)}</h1>
      ${right ? this.praise() : this.task()}`;
  }

  private task(): TemplateResult {
    return html`<p class="lesson-task">${this.taskText()}</p>
      ${this.answer && !this.answer.right
        ? html`<p class="lesson-said again">${icon("again")} <span>${t("learn.again")}</span></p>`
        : nothing}
      ${this.hinted
        ? html`<p class="lesson-hint">${icon("bulb")} <span>${this.hintText()}</span></p>`
        : html`<button class="quiet" data-action="hint" @click=${() => {
            this.hinted = true;
            this.told = this.hintText();
          }}>${icon("bulb")} ${t("hint")}</button>`}`;
  }

  private praise(): TemplateResult {
    const { answer } = this;
    if (!answer) return html``;
    const events = this.events();
    const label = answer.next ? "learn.go_on" : this.isLast ? "learn.finish" : "learn.next";
    return html`<div class="lesson-said right">${icon("check")}
        <p><strong>${t("learn.right")}</strong> ${this.words(answer.message)}</p></div>
      ${events.length > 0
        ? html`<ul class="lesson-events">${events.map((one) => html`<li>${one}</li>`)}</ul>`
        : nothing}
      <button class="primary" data-action="go-on" @click=${() => this.goOn()}>
        ${t(label)} ${icon("next")}</button>`;
  }

  private over(): TemplateResult {
    const name = gameName(this.game);
    return html`<h1 tabindex="-1">${t("learn.over.title")}</h1>
      <p class="lesson-task">${t("learn.over.text", { game: name })}</p>
      <div class="row">
        <a class="button primary" data-action="play" href="/?game=${this.game}">
          ${icon("play")} ${t("learn.play")}</a>
        <a class="button quiet" href="/rules/${this.game}">${icon("book")} ${t("rules")}</a>
      </div>`;
  }

  private actions(): TemplateResult {
    return html`<div class="actions table-actions" role="group" aria-label=${t("actions")}>
      <a class="button quiet" href="/rules/${this.game}">${icon("book")} ${t("rules")}</a>
      ${this.view.listsButton()}
      <a class="button quiet" href="/?game=${this.game}">${icon("play")} ${t("learn.play")}</a>
    </div>`;
  }
}
