/**
 * The card of a table whose players report the outcome: the move, the words to speak together, and what
 * happened in the real world. Made for a phone that lies on the table.
 *
 * Any player may answer. A final answer, and one that ends the game, needs a confirmation. Fires `told`
 * (detail: a sentence) for announcements.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../../ui/icons.ts";
import { secureOnly } from "../../offline/secure.ts";
import { LightElement } from "../../ui/base-element.ts";
import type { Countdown } from "../countdown/countdown.ts";
import "../countdown/countdown.ts";
import type { ClientMessage, PendingRuling, LogEvent, StateView } from "../../net/protocol.ts";
import { soundOn } from "../../ui/sound.ts";
import { currentLanguage, has, t, translator } from "../../i18n/i18n.ts";
import { finalRulings, mainRulings, rulingKey, type Ruling } from "./rulings.ts";
import "./ruling-card.css";

/** Milliseconds for which new buttons ignore taps, against accidental double taps. */
const REST = 450;
const COUNTDOWN_SECONDS = 3;

/** The current question: what happened, when, or whether the game really ends. */
type Question = { of: "what" } | { of: "when" } | { of: "sure"; answer: Ruling };

/** The table that the ruling belongs to. Fires `refused` if the server rejects a message. */
export interface RulingTable extends EventTarget {
  readonly info: { game: string } | null;
  readonly log: { readonly entries: readonly { event: LogEvent; undone: boolean }[] };
  readonly connection: string;
  /** Whether the newest state is shown and messages can be sent. */
  readonly current: boolean;
  readonly places: readonly number[];
  send(message: ClientMessage): void;
}

/** Names of players, by seat and by place. */
export interface PlayerNames {
  seat(seat: number): string;
  place(place: number): string;
}

@customElement("ruling-card")
export class RulingCard extends LightElement {
  @property({ attribute: false }) session!: RulingTable;
  @property({ attribute: false }) state!: StateView;
  @property({ attribute: false }) names!: PlayerNames;
  /** Picture of what is placed; empty without one. */
  @property() picture = "";
  @state() private question: Question = { of: "what" };
  /** Whether the words were spoken to the end in this browser. */
  @state() private spoken = false;
  @state() private speaking = false;
  @state() private restPoses = false;
  /** The `seq` at which a message was sent that the server has not answered. */
  @state() private asked = -1;
  @query("empile-countdown") private countdown!: Countdown | null;

  private shownDeed = "";
  private shownHeld = "";
  private rest: ReturnType<typeof setTimeout> | undefined;
  private hadFocus = false;
  private readonly refused = () => {
    this.asked = -1;
    this.ask({ of: "what" });
  };
  private following: RulingTable | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.rest);
    this.follow(null);
  }

  private follow(session: RulingTable | null): void {
    if (session === this.following) return;
    this.following?.removeEventListener("refused", this.refused);
    session?.addEventListener("refused", this.refused);
    this.following = session;
  }

  // -- State ---------------------------------------------------------------------------------------

  private get ruling(): PendingRuling | null {
    return this.state.pending_ruling;
  }

  private get game(): string {
    return this.session.info?.game ?? "";
  }

  /** Identifies the move that is ruled on; a new move resets the card. */
  private get deed(): string {
    const { entries } = this.session.log;
    const move = entries.findLast(({ event, undone }) => event.kind === "move" && !undone);
    return `${this.state.game_number}:${move?.event.seq ?? 0}`;
  }

  private get open(): boolean {
    return this.session.current && !this.restPoses && this.asked !== this.state.seq;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.follow(this.session);
    if (this.session.connection !== "open") this.asked = -1;
    if (!changed.has("state")) return;
    const { deed } = this;
    const held = this.ruling?.proposed?.text ?? "";
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
    this.restPoses = true;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.restPoses = false), REST);
  }

  // -- Actions -------------------------------------------------------------------------------------

  private begin(): void {
    this.speaking = true;
    this.spoken = false;
    this.countdown?.start();
    this.tell(translator(this.game)("countdown"));
  }

  private ended(): void {
    this.speaking = false;
    this.spoken = true;
    this.tell(t("judge.ask"));
  }

  private answer(answer: Ruling): void {
    if (answer.ends_game) this.ask({ of: "sure", answer });
    else this.send(answer, false);
  }

  private send(answer: Ruling, sure: boolean): void {
    this.countdown?.stop();
    this.speaking = false;
    this.asked = this.state.seq;
    this.session.send({ type: "propose_ruling", seq: this.state.seq, outcome: answer.text, confirmed: sure });
  }

  private next(): void {
    this.asked = this.state.seq;
    this.session.send({ type: "confirm_ruling", seq: this.state.seq });
  }

  private tell(text: string): void {
    this.dispatchEvent(new CustomEvent("told", { detail: text }));
  }

  // -- Rendering -----------------------------------------------------------------------------------

  protected override render(): TemplateResult | typeof nothing {
    const { ruling } = this;
    if (!ruling) return nothing;
    const plays = this.session.places.length > 0;
    return html`<section class="card ruling" aria-label=${t("judge.title")} data-ruling=${this.step}>
      ${this.head(ruling)}
      ${this.question.of === "sure"
        ? this.sure(this.question.answer)
        : this.question.of === "when"
          ? this.when(ruling)
          : ruling.proposed
            ? this.held(ruling, plays)
            : this.what(ruling, plays)}
      ${secureOnly("insecure.screen")}
    </section>`;
  }

  private get step(): string {
    if (this.question.of !== "what") return this.question.of;
    if (this.ruling?.proposed) return "held";
    return this.speaking ? "countdown" : this.spoken ? "spoken" : "place";
  }

  private head(ruling: PendingRuling): TemplateResult {
    const told = translator(this.game)("judge.place", {
      ...this.state.last?.parts, name: this.names.seat(ruling.seat),
    });
    return html`<div class="ruling-what">
      ${this.picture
        ? html`<span class="ruling-picture" aria-hidden="true">${unsafeHTML(this.picture)}</span>`
        : nothing}
      <h2 class=${ruling.proposed ? "ruling-done" : ""}>${told}</h2>
    </div>`;
  }

  private what(ruling: PendingRuling, plays: boolean): TemplateResult {
    const { board_setup: boardSetup } = this.state;
    const seconds = typeof boardSetup.countdown === "number" ? boardSetup.countdown : COUNTDOWN_SECONDS;
    return html`<p class="ruling-how">${t(this.spoken ? "judge.ask" : "judge.how")}</p>
      <empile-countdown .words=${translator(this.game)("countdown")} .seconds=${seconds} .speak=${soundOn()}
        .language=${currentLanguage()} @ended=${() => this.ended()}></empile-countdown>
      ${plays
        ? html`<div class="ruling-buttons">
            ${this.speaking || this.spoken
              ? nothing
              : this.button("countdown", "primary ruling-wide", html`${icon("play")} ${t("judge.let_go")}`,
                () => this.begin())}
            ${mainRulings(ruling.outcomes).map((answer) => this.first(answer))}
          </div>`
        : html`<p class="ruling-how">${t("judge.watching")}</p>`}`;
  }

  private first(answer: Ruling): TemplateResult {
    const good = Boolean(answer.may_become);
    const look = this.speaking || this.spoken ? "primary" : "secondary";
    return good
      ? this.button(answer.text, `${look} ruling-good`, html`${icon("check")} ${this.name(answer.text)}`,
        () => this.answer(answer))
      : this.button("fell", "danger", html`${icon("close")} ${this.name(answer.text)}`,
        () => this.ask({ of: "when" }));
  }

  private held(ruling: PendingRuling, plays: boolean): TemplateResult {
    const { proposed: held } = ruling;
    const by = held && !this.session.places.includes(held.place) ? this.names.place(held.place) : "";
    return html`<p class="ruling-held">${icon("check")}
        <span>${this.name(held?.text ?? "")}
          ${by ? html`<small>${t("judge.by", { name: by })}</small>` : nothing}</span></p>
      <p class="ruling-how">${t("judge.next")}</p>
      ${plays
        ? html`<div class="ruling-buttons ruling-apart">
            ${this.button("fell", "danger ruling-low", html`${icon("close")} ${t("judge.after")}`,
              () => this.ask({ of: "when" }))}
            ${this.button("begin", "primary ruling-wide", html`${icon("next")} ${t("judge.begin")}`,
              () => this.next())}
          </div>`
        : nothing}`;
  }

  private when(ruling: PendingRuling): TemplateResult {
    const answers = finalRulings(ruling.outcomes);
    // After the words the later moment is more likely, before their end the earlier one.
    if (ruling.proposed || this.spoken) answers.reverse();
    return html`<p class="ruling-how ruling-ask" role="alert">${t("judge.when")}</p>
      <div class="ruling-buttons">
        ${answers.map((answer) => this.button(answer.text, "secondary ruling-wide",
          html`${this.whenName(answer.text)}`, () => this.answer(answer)))}
        ${this.button("back", "quiet ruling-wide", html`${icon("undo")} ${t("judge.mistaken")}`,
          () => this.ask({ of: "what" }))}
      </div>`;
  }

  private sure(answer: Ruling): TemplateResult {
    return html`<p class="ruling-how ruling-ask" role="alert">
        ${t("judge.sure", { answer: this.name(answer.text) })}</p>
      <div class="ruling-buttons">
        ${this.button("back", "secondary", html`${icon("undo")} ${t("judge.unsure")}`,
          () => this.ask({ of: "what" }))}
        ${this.button("sure", "primary", html`${icon("check")} ${t("judge.certain")}`,
          () => this.send(answer, true))}
      </div>`;
  }

  private name(text: string): string {
    return has(this.game, rulingKey(text)) ? translator(this.game)(rulingKey(text)) : text;
  }

  private whenName(text: string): string {
    const key = `${rulingKey(text)}.when`;
    return has(this.game, key) ? translator(this.game)(key) : this.name(text);
  }

  private button(
    name: string, look: string, inside: TemplateResult, action: () => void,
  ): TemplateResult {
    return html`<button class="ruling-button ${look}" data-ruling-press=${name}
      aria-disabled=${this.open ? "false" : "true"}
      @click=${() => {
        if (this.open) action();
      }}>${inside}</button>`;
  }
}
