/** Score pad for playing with a real game: turns and counters on one device. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { secureOnly } from "../offline/secure.ts";
import { LightElement } from "../ui/base-element.ts";
import { WakeLock } from "../ui/wake-lock.ts";
import { playSound } from "../ui/sound.ts";
import "../table/seats/seat-list.css";
import { gameName, has, loadGameMessages, t, translator } from "../i18n/i18n.ts";
import "./scorepad.css";
import { loadScorepad } from "./load-scorepad.ts";
import { saveSitting, savedSitting } from "./saved-sitting.ts";
import {
  again, readScorepad, standings, tally,
  type Counter, type Scorepad, type Sitting, type Tally, type Tap,
} from "./tally.ts";

const MOST_LETTERS = 40;

@customElement("scorepad-page")
export class ScorepadPage extends LightElement {
  @property() game = "";
  @state() private scorepad: Scorepad | null = null;
  @state() private missing = false;
  @state() private sitting: Sitting | null = null;
  /** The selected number of players; and the starting player. */
  @state() private players = 2;
  @state() private first = 0;
  /** The seat whose buttons are shown; null for the seat to play. */
  @state() private opened: number | null = null;
  @state() private told = "";
  @query("h1") private heading!: HTMLElement | null;

  private readonly awake = new WakeLock();

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.awake.keep(false);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game")) void this.load();
    this.awake.keep(this.sitting !== null && this.isConnected);
  }

  private async load(): Promise<void> {
    const { game } = this;
    this.scorepad = this.sitting = null;
    const data = await loadScorepad(game).catch(() => null);
    await loadGameMessages(game, "all").catch(() => undefined);
    if (game !== this.game) return;
    this.missing = data === null;
    if (!data) return;
    const scorepad = readScorepad(data);
    this.sitting = savedSitting(game, scorepad);
    this.players = scorepad.players[0] ?? 2;
    this.scorepad = scorepad;
  }

  // -- Actions -------------------------------------------------------------------------------------

  private start(event: Event): void {
    event.preventDefault();
    const names = [...this.querySelectorAll<HTMLInputElement>(".scorepad-names input[type=text]")].map(
      (input, seat) => input.value.trim() || t("keeper.player", { number: seat + 1 }),
    );
    this.open({ names, first: Math.min(this.first, names.length - 1), taps: [] });
  }

  private open(sitting: Sitting | null): void {
    this.sitting = sitting;
    this.opened = null;
    this.told = "";
    saveSitting(this.game, sitting);
    void this.updateComplete.then(() => this.heading?.focus());
  }

  private tap(tap: Tap, told = ""): void {
    const { scorepad, sitting } = this;
    if (!scorepad || !sitting) return;
    const turn = tally(scorepad, sitting).turn;
    this.sitting = { ...sitting, taps: [...sitting.taps, tap] };
    saveSitting(this.game, this.sitting);
    const now = tally(scorepad, this.sitting);
    const passed = now.turn !== turn;
    if (passed) this.opened = null;
    const name = sitting.names[now.turn] ?? "";
    this.told = [told, passed && !now.over ? t("turn.hand", { name }) : ""].filter(Boolean).join(". ");
    playSound(tap.tap === "end" ? "win" : passed ? "turn" : "pick");
    if (tap.tap === "end") void this.updateComplete.then(() => this.heading?.focus());
  }

  private undo(): void {
    if (!this.sitting || this.sitting.taps.length === 0) return;
    this.sitting = { ...this.sitting, taps: this.sitting.taps.slice(0, -1) };
    saveSitting(this.game, this.sitting);
    this.told = t("keeper.undone");
    playSound("undo");
  }

  // -- Rendering -----------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    if (this.missing) {
      return html`<section class="message"><h1>${t("missing.title")}</h1>
        <p>${t("missing.text")}</p><a class="button primary" href="/">${t("home")}</a></section>`;
    }
    const { scorepad, sitting } = this;
    if (!scorepad) return html`<section class="message"><p role="status">${t("loading")}</p></section>`;
    document.title = `${t("keeper.link")} · ${gameName(this.game)}`;
    const now = sitting ? tally(scorepad, sitting) : null;
    const stage = !sitting || !now ? "gathering" : now.over ? "over" : "playing";
    return html`<div class="scorepad" data-scorepad=${stage}>
      ${!sitting || !now
        ? this.gathering(scorepad)
        : now.over ? this.end(scorepad, sitting, now) : this.playing(scorepad, sitting, now)}
      ${stage === "playing" ? secureOnly("insecure.screen") : nothing}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private chip(seat: number): TemplateResult {
    const look = this.scorepad?.seats[seat];
    return html`<span class="chip" style="--seat: ${look?.colour ?? "gray"}" aria-hidden="true"
      ><span>${look?.mark ?? ""}</span></span>`;
  }

  private gathering(scorepad: Scorepad): TemplateResult {
    return html`<form class="card scorepad-card" @submit=${this.start}>
      <h1 tabindex="-1">${gameName(this.game)}</h1>
      <p class="scorepad-lead">${t("keeper.lead")}</p>
      <fieldset><legend>${t("make.seats")}</legend><div class="segments">
        ${scorepad.players.map((count) => html`<label class="segment">
          <input type="radio" name="players" value=${count} .checked=${this.players === count}
            @change=${() => (this.players = count)} />
          <span class="segment-face">${count}</span></label>`)}
      </div></fieldset>
      <fieldset><legend>${t("keeper.who")}</legend><ol class="scorepad-names">
        ${Array.from({ length: this.players }, (_, seat) => html`<li>
          ${this.chip(seat)}
          <input type="text" maxlength=${MOST_LETTERS} autocomplete="off"
            aria-label=${t("keeper.player", { number: seat + 1 })}
            placeholder=${t("keeper.player", { number: seat + 1 })} />
          <label class="tick"><input type="radio" name="first" .checked=${this.first === seat}
            @change=${() => (this.first = seat)} /> ${t("keeper.first")}</label>
        </li>`)}
      </ol></fieldset>
      <button class="primary big" data-scorepad-action="begin">${icon("play")} ${t("keeper.begin")}</button>
    </form>`;
  }

  private playing(scorepad: Scorepad, sitting: Sitting, now: Tally): TemplateResult {
    const words = translator(this.game);
    const opened = this.opened ?? now.turn;
    return html`<div class="scorepad-head">
        <h1 tabindex="-1">${t("turn.hand", { name: sitting.names[now.turn] ?? "" })}</h1>
        <p>${t("keeper.round", { number: now.round })}</p>
      </div>
      ${scorepad.phases ? this.phase(scorepad.phases.count, now) : nothing}
      <ol class="scorepad-seats">
        ${sitting.names.map((name, seat) => this.seat(scorepad, now, name, seat, seat === opened))}
      </ol>
      ${has(this.game, "keeper.note") ? html`<p class="scorepad-note">${words("keeper.note")}</p>` : nothing}
      <div class="scorepad-foot">
        <button class="secondary" data-scorepad-action="undo" ?disabled=${sitting.taps.length === 0}
          @click=${() => this.undo()}>${icon("undo")} ${t("undo")}</button>
        <button class="primary big" data-scorepad-action="next" @click=${() => this.tap({ tap: "next" })}>
          ${icon("next")} ${t("keeper.next")}</button>
      </div>
      ${this.ending(t("keeper.end"))}
      ${scorepad.ends.filter(({ players }) => players.includes(sitting.names.length))
        .map(({ reason }) => this.ending(words(`keeper.end.${reason}`), reason))}`;
  }

  private ending(text: string, reason?: string): TemplateResult {
    return html`<button class="quiet scorepad-end" data-scorepad-action=${reason ? `end-${reason}` : "end"}
      @click=${() => this.tap({ tap: "end", ...(reason && { reason }) }, t("over.title"))}>
      ${icon("flag")} ${text}</button>`;
  }

  private phase(count: number, now: Tally): TemplateResult {
    const text = translator(this.game)(`keeper.phase.${now.phase}`);
    return html`<section class="card scorepad-phase" data-phase=${now.phase}>
      <p>${text}</p>
      ${now.phase < count
        ? html`<button class="secondary" data-scorepad-action="phase" @click=${() => this.tap(
            { tap: "phase", to: now.phase + 1 }, translator(this.game)(`keeper.phase.${now.phase + 1}`),
          )}>${t("keeper.phase")} ${icon("next")}</button>`
        : nothing}
    </section>`;
  }

  private seat(scorepad: Scorepad, now: Tally, name: string, seat: number, open: boolean): TemplateResult {
    const turn = seat === now.turn;
    const out = now.out[seat] ?? false;
    const counts = now.counts[seat] ?? {};
    const look = scorepad.seats[seat];
    return html`<li class="card scorepad-seat ${turn ? "to-act" : ""} ${out ? "is-out" : ""}"
      style="--seat: ${look?.colour ?? "gray"}" data-seat=${seat}>
      <button class="scorepad-who" aria-expanded=${open ? "true" : "false"}
        @click=${() => (this.opened = seat)}>
        ${this.chip(seat)}
        <span class="scorepad-name">${name}
          ${turn ? html`<small>${t("keeper.turn")}</small>` : nothing}
          ${out ? html`<small>${t("keeper.out")}</small>` : nothing}</span>
        ${scorepad.counters.map((counter) => html`<span class="scorepad-count">
          <strong data-count=${counter.name}>${counts[counter.name] ?? 0}</strong>
          <small>${this.label(counter)}</small></span>`)}
      </button>
      ${open
        ? html`<div class="scorepad-steps">
            ${scorepad.counters.map((counter) => this.steps(counter, name, seat, counts))}
            ${scorepad.out
              ? html`<button class="quiet" data-scorepad-action="out"
                  @click=${() => this.tap({ tap: "out", seat, out: !out })}>
                  ${t(out ? "keeper.back" : "keeper.stuck")}</button>`
              : nothing}
          </div>`
        : nothing}
    </li>`;
  }

  private steps(
    counter: Counter, name: string, seat: number, counts: Record<string, number>,
  ): TemplateResult {
    const label = this.label(counter);
    return html`<div class="scorepad-counter" role="group" aria-label="${name} – ${label}">
      <span aria-hidden="true">${label}</span>
      <div class="scorepad-buttons">
        ${counter.steps.map((by) => {
          const text = by > 0 ? `+${by}` : `−${-by}`;
          const total = (counts[counter.name] ?? 0) + by;
          return html`<button class="secondary" data-step="${counter.name}:${by}"
            @click=${() => this.tap(
              { tap: "add", seat, counter: counter.name, by },
              t("keeper.told", { name, count: label, total }),
            )}>${text}</button>`;
        })}
      </div>
    </div>`;
  }

  private label(counter: Counter): string {
    return translator(this.game)(`keeper.${counter.name}`);
  }

  private end(scorepad: Scorepad, sitting: Sitting, now: Tally): TemplateResult {
    const found = standings(scorepad, now);
    return html`<section class="card scorepad-card scorepad-over">
      <h1 tabindex="-1">${t("over.title")}</h1>
      ${now.end ? html`<p>${translator(this.game)(`reason.${now.end.reason}`)}</p>` : nothing}
      <ol class="scorepad-ranks">
        ${found.map(({ seat, rank, total }) => html`<li data-rank=${rank}>
          <span class="scorepad-rank">${rank}</span>
          ${this.chip(seat)}
          <span class="scorepad-name">${sitting.names[seat] ?? ""}
            <small>${scorepad.counters.map((counter) =>
              `${this.label(counter)} ${now.counts[seat]?.[counter.name] ?? 0}`).join(" · ")}</small></span>
          <strong>${total}</strong>
        </li>`)}
      </ol>
      <button class="primary big" data-scorepad-action="again" @click=${() => this.open(again(sitting))}>
        ${icon("again")} ${t("rematch")}</button>
      <div class="actions">
        <button class="quiet" data-scorepad-action="undo" @click=${() => this.undo()}>
          ${icon("undo")} ${t("keeper.not_over")}</button>
        <button class="quiet" data-scorepad-action="new" @click=${() => this.open(null)}>
          ${icon("people")} ${t("keeper.others")}</button>
      </div>
    </section>`;
  }
}
