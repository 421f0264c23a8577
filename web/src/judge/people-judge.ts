/**
 * The card of a table at which people judge: who places what, the words to be spoken together, and
 * what the real thing did. It is made for a telephone that lies among the people.
 *
 * Anybody who has a place here may press. What cannot be mended is asked for once more, by when it
 * happened; so is what ends the game. Fires `told` (detail: a sentence) for what is to be announced.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import type { Chant } from "../chant/chant.ts";
import "../chant/chant.ts";
import type { PendingRuling, StateView } from "../net/protocol.ts";
import { soundOn } from "../sound/sound.ts";
import type { Speaker } from "../table/sentences.ts";
import type { TableSession } from "../table/session.ts";
import { currentLanguage, has, say, sayer } from "../words/words.ts";
import { finalAnswers, firstAnswers, keyOf, type Answer } from "./answers.ts";
import "./people-judge.css";

/** Milliseconds for which new buttons wait: a second tap is not meant for them. */
const REST = 450;
const CHANT_SECONDS = 3;

/** What is asked: what happened, when it did, or whether it is sure that this ends the game. */
type Question = { of: "what" } | { of: "when" } | { of: "sure"; answer: Answer };

@customElement("people-judge")
export class PeopleJudgeCard extends Plain {
  @property({ attribute: false }) session!: TableSession;
  @property({ attribute: false }) state!: StateView;
  @property({ attribute: false }) speaker!: Speaker;
  /** What is placed, as a picture; empty without one. */
  @property() picture = "";
  @state() private question: Question = { of: "what" };
  /** Whether the words were spoken to their end here. */
  @state() private spoken = false;
  @state() private speaking = false;
  @state() private resting = false;
  /** The `seq` at which something was said that the server has not answered. */
  @state() private asked = -1;
  @query("empile-chant") private chant!: Chant | null;

  private shownDeed = "";
  private shownHeld = "";
  private rest: ReturnType<typeof setTimeout> | undefined;
  private hadFocus = false;
  private readonly refused = () => {
    this.asked = -1;
    this.ask({ of: "what" });
  };
  private following: TableSession | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.rest);
    this.follow(null);
  }

  private follow(session: TableSession | null): void {
    if (session === this.following) return;
    this.following?.removeEventListener("refused", this.refused);
    session?.addEventListener("refused", this.refused);
    this.following = session;
  }

  // -- What it is about -----------------------------------------------------------------------------

  private get judging(): PendingRuling | null {
    return this.state.judging;
  }

  private get game(): string {
    return this.session.info?.game ?? "";
  }

  /** Whose deed and which one: with another one all begins anew. */
  private get deed(): string {
    const move = this.session.log.findLast(({ event, undone }) => event.kind === "move" && !undone);
    return `${this.state.game_number}:${move?.event.seq ?? 0}`;
  }

  private get open(): boolean {
    return this.session.current && !this.resting && this.asked !== this.state.seq;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.follow(this.session);
    if (this.session.connection !== "open") this.asked = -1;
    if (!changed.has("state")) return;
    const { deed } = this;
    const held = this.judging?.held?.text ?? "";
    if (deed === this.shownDeed && held === this.shownHeld) return;
    if (deed !== this.shownDeed) this.speaking = this.spoken = false;
    this.shownDeed = deed;
    this.shownHeld = held;
    this.ask({ of: "what" });
  }

  protected override updated(): void {
    if (!this.hadFocus) return;
    this.hadFocus = false;
    if (!this.contains(document.activeElement)) this.querySelector<HTMLElement>("button")?.focus();
  }

  private ask(question: Question): void {
    this.hadFocus = this.contains(document.activeElement);
    this.question = question;
    this.resting = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.resting = false), REST);
  }

  // -- What people do -------------------------------------------------------------------------------

  private begin(): void {
    this.speaking = true;
    this.spoken = false;
    this.chant?.start();
    this.tell(sayer(this.game)("chant"));
  }

  private ended(): void {
    this.speaking = false;
    this.spoken = true;
    this.tell(say("judge.ask"));
  }

  private answer(answer: Answer): void {
    if (answer.ends) this.ask({ of: "sure", answer });
    else this.send(answer, false);
  }

  private send(answer: Answer, sure: boolean): void {
    this.chant?.stop();
    this.speaking = false;
    this.asked = this.state.seq;
    this.session.send({ type: "judge", seq: this.state.seq, answer: answer.text, sure });
  }

  private next(): void {
    this.asked = this.state.seq;
    this.session.send({ type: "begin", seq: this.state.seq });
  }

  private tell(text: string): void {
    this.dispatchEvent(new CustomEvent("told", { detail: text }));
  }

  // -- Drawing ----------------------------------------------------------------------------------------

  protected override render(): TemplateResult | typeof nothing {
    const { judging } = this;
    if (!judging) return nothing;
    const plays = this.session.places.length > 0;
    return html`<section class="card judge" aria-label=${say("judge.title")} data-judge=${this.step}>
      ${this.head(judging)}
      ${this.question.of === "sure"
        ? this.sure(this.question.answer)
        : this.question.of === "when"
          ? this.when(judging)
          : judging.held
            ? this.held(judging, plays)
            : this.what(judging, plays)}
    </section>`;
  }

  private get step(): string {
    if (this.question.of !== "what") return this.question.of;
    if (this.judging?.held) return "held";
    return this.speaking ? "chant" : this.spoken ? "spoken" : "place";
  }

  private head(judging: PendingRuling): TemplateResult {
    const told = sayer(this.game)("judge.place", {
      ...this.state.last?.parts, name: this.speaker.seat(judging.seat),
    });
    return html`<div class="judge-what">
      ${this.picture
        ? html`<span class="judge-picture" aria-hidden="true">${unsafeHTML(this.picture)}</span>`
        : nothing}
      <h2 class=${judging.held ? "judge-done" : ""}>${told}</h2>
    </div>`;
  }

  private what(judging: PendingRuling, plays: boolean): TemplateResult {
    const { setting } = this.state;
    const seconds = typeof setting.chant === "number" ? setting.chant : CHANT_SECONDS;
    return html`<p class="judge-how">${say(this.spoken ? "judge.ask" : "judge.how")}</p>
      <empile-chant .words=${sayer(this.game)("chant")} .seconds=${seconds} .speak=${soundOn()}
        .language=${currentLanguage()} @ended=${() => this.ended()}></empile-chant>
      ${plays
        ? html`<div class="judge-buttons">
            ${this.speaking || this.spoken
              ? nothing
              : this.button("chant", "primary judge-wide", html`${icon("play")} ${say("judge.let_go")}`,
                () => this.begin())}
            ${firstAnswers(judging.answers).map((answer) => this.first(answer))}
          </div>`
        : html`<p class="judge-how">${say("judge.watching")}</p>`}`;
  }

  private first(answer: Answer): TemplateResult {
    const good = Boolean(answer.later);
    const look = this.speaking || this.spoken ? "primary" : "secondary";
    return good
      ? this.button(answer.text, `${look} judge-good`, html`${icon("check")} ${this.name(answer.text)}`,
        () => this.answer(answer))
      : this.button("fell", "danger", html`${icon("close")} ${this.name(answer.text)}`,
        () => this.ask({ of: "when" }));
  }

  private held(judging: PendingRuling, plays: boolean): TemplateResult {
    const { held } = judging;
    const by = held && !this.session.places.includes(held.place) ? this.speaker.place(held.place) : "";
    return html`<p class="judge-held">${icon("check")}
        <span>${this.name(held?.text ?? "")}
          ${by ? html`<small>${say("judge.by", { name: by })}</small>` : nothing}</span></p>
      <p class="judge-how">${say("judge.next")}</p>
      ${plays
        ? html`<div class="judge-buttons judge-apart">
            ${this.button("fell", "danger judge-low", html`${icon("close")} ${say("judge.after")}`,
              () => this.ask({ of: "when" }))}
            ${this.button("begin", "primary judge-wide", html`${icon("next")} ${say("judge.begin")}`,
              () => this.next())}
          </div>`
        : nothing}`;
  }

  private when(judging: PendingRuling): TemplateResult {
    const answers = finalAnswers(judging.answers);
    // After the words it is the later one that is meant, as a rule; before their end the other.
    if (judging.held || this.spoken) answers.reverse();
    return html`<p class="judge-how judge-ask" role="alert">${say("judge.when")}</p>
      <div class="judge-buttons">
        ${answers.map((answer) => this.button(answer.text, "secondary judge-wide",
          html`${this.whenName(answer.text)}`, () => this.answer(answer)))}
        ${this.button("back", "quiet judge-wide", html`${icon("undo")} ${say("judge.mistaken")}`,
          () => this.ask({ of: "what" }))}
      </div>`;
  }

  private sure(answer: Answer): TemplateResult {
    return html`<p class="judge-how judge-ask" role="alert">
        ${say("judge.sure", { answer: this.name(answer.text) })}</p>
      <div class="judge-buttons">
        ${this.button("back", "secondary", html`${icon("undo")} ${say("judge.unsure")}`,
          () => this.ask({ of: "what" }))}
        ${this.button("sure", "primary", html`${icon("check")} ${say("judge.certain")}`,
          () => this.send(answer, true))}
      </div>`;
  }

  private name(text: string): string {
    return has(this.game, keyOf(text)) ? sayer(this.game)(keyOf(text)) : text;
  }

  private whenName(text: string): string {
    const key = `${keyOf(text)}.when`;
    return has(this.game, key) ? sayer(this.game)(key) : this.name(text);
  }

  private button(
    name: string, look: string, inside: TemplateResult, action: () => void,
  ): TemplateResult {
    return html`<button class="judge-button ${look}" data-judge-press=${name}
      aria-disabled=${this.open ? "false" : "true"}
      @click=${() => {
        if (this.open) action();
      }}>${inside}</button>`;
  }
}
