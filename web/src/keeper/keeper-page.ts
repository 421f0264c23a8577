/** Beside a real box: the page keeps whose turn it is and what is counted, by taps on one device. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { Awake } from "../judge/awake.ts";
import { playSound } from "../sound/sound.ts";
import "../table/people.css";
import { gameName, has, loadGameWords, say, sayer } from "../words/words.ts";
import "./keeper.css";
import { loadKeeper } from "./keepers.ts";
import { keepSitting, keptSitting } from "./kept-sitting.ts";
import {
  again, readKeeper, standings, tally,
  type Counter, type Keeper, type Sitting, type Tally, type Tap,
} from "./tally.ts";

const MOST_LETTERS = 40;

@customElement("keeper-page")
export class KeeperPage extends Plain {
  @property() game = "";
  @state() private keeper: Keeper | null = null;
  @state() private missing = false;
  @state() private sitting: Sitting | null = null;
  /** How many play, while that is chosen; and who begins. */
  @state() private players = 2;
  @state() private first = 0;
  /** The seat whose buttons are shown; null for the one whose turn it is. */
  @state() private opened: number | null = null;
  @state() private told = "";
  @query("h1") private heading!: HTMLElement | null;

  private readonly awake = new Awake();

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
    this.keeper = this.sitting = null;
    const data = await loadKeeper(game).catch(() => null);
    await loadGameWords(game, "all").catch(() => undefined);
    if (game !== this.game) return;
    this.missing = data === null;
    if (!data) return;
    const keeper = readKeeper(data);
    this.sitting = keptSitting(game, keeper);
    this.players = keeper.players[0] ?? 2;
    this.keeper = keeper;
  }

  // -- What people do -------------------------------------------------------------------------------

  private start(event: Event): void {
    event.preventDefault();
    const names = [...this.querySelectorAll<HTMLInputElement>(".keeper-names input[type=text]")].map(
      (input, seat) => input.value.trim() || say("keeper.player", { number: seat + 1 }),
    );
    this.open({ names, first: Math.min(this.first, names.length - 1), taps: [] });
  }

  private open(sitting: Sitting | null): void {
    this.sitting = sitting;
    this.opened = null;
    this.told = "";
    keepSitting(this.game, sitting);
    void this.updateComplete.then(() => this.heading?.focus());
  }

  private tap(tap: Tap, told = ""): void {
    const { keeper, sitting } = this;
    if (!keeper || !sitting) return;
    const turn = tally(keeper, sitting).turn;
    this.sitting = { ...sitting, taps: [...sitting.taps, tap] };
    keepSitting(this.game, this.sitting);
    const now = tally(keeper, this.sitting);
    const passed = now.turn !== turn;
    if (passed) this.opened = null;
    const name = sitting.names[now.turn] ?? "";
    this.told = [told, passed && !now.over ? say("turn.hand", { name }) : ""].filter(Boolean).join(". ");
    playSound(tap.tap === "end" ? "win" : passed ? "turn" : "pick");
    if (tap.tap === "end") void this.updateComplete.then(() => this.heading?.focus());
  }

  private undo(): void {
    if (!this.sitting || this.sitting.taps.length === 0) return;
    this.sitting = { ...this.sitting, taps: this.sitting.taps.slice(0, -1) };
    keepSitting(this.game, this.sitting);
    this.told = say("keeper.undone");
    playSound("undo");
  }

  // -- Drawing ----------------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    if (this.missing) {
      return html`<section class="message"><h1>${say("missing.title")}</h1>
        <p>${say("missing.text")}</p><a class="button primary" href="/">${say("home")}</a></section>`;
    }
    const { keeper, sitting } = this;
    if (!keeper) return html`<section class="message"><p role="status">${say("loading")}</p></section>`;
    document.title = `${say("keeper.link")} · ${gameName(this.game)}`;
    const now = sitting ? tally(keeper, sitting) : null;
    const stage = !sitting || !now ? "gathering" : now.over ? "over" : "playing";
    return html`<div class="keeper" data-keeper=${stage}>
      ${!sitting || !now
        ? this.gathering(keeper)
        : now.over ? this.end(keeper, sitting, now) : this.playing(keeper, sitting, now)}
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private chip(seat: number): TemplateResult {
    const look = this.keeper?.seats[seat];
    return html`<span class="chip" style="--seat: ${look?.colour ?? "gray"}" aria-hidden="true"
      ><span>${look?.mark ?? ""}</span></span>`;
  }

  private gathering(keeper: Keeper): TemplateResult {
    return html`<form class="card keeper-card" @submit=${this.start}>
      <h1 tabindex="-1">${gameName(this.game)}</h1>
      <p class="keeper-lead">${say("keeper.lead")}</p>
      <fieldset><legend>${say("make.seats")}</legend><div class="segments">
        ${keeper.players.map((count) => html`<label class="segment">
          <input type="radio" name="players" value=${count} .checked=${this.players === count}
            @change=${() => (this.players = count)} />
          <span class="segment-face">${count}</span></label>`)}
      </div></fieldset>
      <fieldset><legend>${say("keeper.who")}</legend><ol class="keeper-names">
        ${Array.from({ length: this.players }, (_, seat) => html`<li>
          ${this.chip(seat)}
          <input type="text" maxlength=${MOST_LETTERS} autocomplete="off"
            aria-label=${say("keeper.player", { number: seat + 1 })}
            placeholder=${say("keeper.player", { number: seat + 1 })} />
          <label class="tick"><input type="radio" name="first" .checked=${this.first === seat}
            @change=${() => (this.first = seat)} /> ${say("keeper.first")}</label>
        </li>`)}
      </ol></fieldset>
      <button class="primary big" data-keep="begin">${icon("play")} ${say("keeper.begin")}</button>
    </form>`;
  }

  private playing(keeper: Keeper, sitting: Sitting, now: Tally): TemplateResult {
    const words = sayer(this.game);
    const opened = this.opened ?? now.turn;
    return html`<div class="keeper-head">
        <h1 tabindex="-1">${say("turn.hand", { name: sitting.names[now.turn] ?? "" })}</h1>
        <p>${say("keeper.round", { number: now.round })}</p>
      </div>
      ${keeper.phases ? this.phase(keeper.phases.count, now) : nothing}
      <ol class="keeper-seats">
        ${sitting.names.map((name, seat) => this.seat(keeper, now, name, seat, seat === opened))}
      </ol>
      ${has(this.game, "keeper.note") ? html`<p class="keeper-note">${words("keeper.note")}</p>` : nothing}
      <div class="keeper-foot">
        <button class="secondary" data-keep="undo" ?disabled=${sitting.taps.length === 0}
          @click=${() => this.undo()}>${icon("undo")} ${say("undo")}</button>
        <button class="primary big" data-keep="next" @click=${() => this.tap({ tap: "next" })}>
          ${icon("next")} ${say("keeper.next")}</button>
      </div>
      <button class="quiet keeper-end" data-keep="end"
        @click=${() => this.tap({ tap: "end" }, say("over.title"))}>
        ${icon("flag")} ${say("keeper.end")}</button>`;
  }

  private phase(count: number, now: Tally): TemplateResult {
    const text = sayer(this.game)(`keeper.phase.${now.phase}`);
    return html`<section class="card keeper-phase" data-phase=${now.phase}>
      <p>${text}</p>
      ${now.phase < count
        ? html`<button class="secondary" data-keep="phase" @click=${() => this.tap(
            { tap: "phase", to: now.phase + 1 }, sayer(this.game)(`keeper.phase.${now.phase + 1}`),
          )}>${say("keeper.phase")} ${icon("next")}</button>`
        : nothing}
    </section>`;
  }

  private seat(keeper: Keeper, now: Tally, name: string, seat: number, open: boolean): TemplateResult {
    const turn = seat === now.turn;
    const out = now.out[seat] ?? false;
    const counts = now.counts[seat] ?? {};
    const look = keeper.seats[seat];
    return html`<li class="card keeper-seat ${turn ? "to-act" : ""} ${out ? "is-out" : ""}"
      style="--seat: ${look?.colour ?? "gray"}" data-seat=${seat}>
      <button class="keeper-who" aria-expanded=${open ? "true" : "false"}
        @click=${() => (this.opened = seat)}>
        ${this.chip(seat)}
        <span class="keeper-name">${name}
          ${turn ? html`<small>${say("keeper.turn")}</small>` : nothing}
          ${out ? html`<small>${say("keeper.out")}</small>` : nothing}</span>
        ${keeper.counters.map((counter) => html`<span class="keeper-count">
          <strong data-count=${counter.name}>${counts[counter.name] ?? 0}</strong>
          <small>${this.label(counter)}</small></span>`)}
      </button>
      ${open
        ? html`<div class="keeper-steps">
            ${keeper.counters.map((counter) => this.steps(counter, name, seat, counts))}
            ${keeper.out
              ? html`<button class="quiet" data-keep="out"
                  @click=${() => this.tap({ tap: "out", seat, out: !out })}>
                  ${say(out ? "keeper.back" : "keeper.stuck")}</button>`
              : nothing}
          </div>`
        : nothing}
    </li>`;
  }

  private steps(
    counter: Counter, name: string, seat: number, counts: Record<string, number>,
  ): TemplateResult {
    const label = this.label(counter);
    return html`<div class="keeper-counter" role="group" aria-label="${name} – ${label}">
      <span aria-hidden="true">${label}</span>
      <div class="keeper-buttons">
        ${counter.steps.map((by) => {
          const text = by > 0 ? `+${by}` : `−${-by}`;
          const total = (counts[counter.name] ?? 0) + by;
          return html`<button class="secondary" data-step="${counter.name}:${by}"
            @click=${() => this.tap(
              { tap: "add", seat, counter: counter.name, by },
              say("keeper.told", { name, count: label, total }),
            )}>${text}</button>`;
        })}
      </div>
    </div>`;
  }

  private label(counter: Counter): string {
    return sayer(this.game)(`keeper.${counter.name}`);
  }

  private end(keeper: Keeper, sitting: Sitting, now: Tally): TemplateResult {
    const found = standings(keeper, now);
    return html`<section class="card keeper-card keeper-over">
      <h1 tabindex="-1">${say("over.title")}</h1>
      <ol class="keeper-ranks">
        ${found.map(({ seat, rank, total }) => html`<li data-rank=${rank}>
          <span class="keeper-rank">${rank}</span>
          ${this.chip(seat)}
          <span class="keeper-name">${sitting.names[seat] ?? ""}
            <small>${keeper.counters.map((counter) =>
              `${this.label(counter)} ${now.counts[seat]?.[counter.name] ?? 0}`).join(" · ")}</small></span>
          <strong>${total}</strong>
        </li>`)}
      </ol>
      <button class="primary big" data-keep="again" @click=${() => this.open(again(sitting))}>
        ${icon("again")} ${say("keeper.again")}</button>
      <div class="actions">
        <button class="quiet" data-keep="undo" @click=${() => this.undo()}>
          ${icon("undo")} ${say("keeper.not_over")}</button>
        <button class="quiet" data-keep="new" @click=${() => this.open(null)}>
          ${icon("people")} ${say("keeper.others")}</button>
      </div>
    </section>`;
  }
}
