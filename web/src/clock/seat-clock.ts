/** The clock of a seat: digits, a mark and sounds when time is low, and announcements for screen readers. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import type { ClockView } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { playSound } from "../ui/sound.ts";
import { digits, lowTime, nextChange, readClock, remaining, split, type ClockSettings, type Reading } from "./reading.ts";
import "./seat-clock.css";

/** The last seconds, each of which is heard. */
const LAST = 5000;

@customElement("seat-clock")
export class SeatClock extends LightElement {
  @property({ attribute: false }) clocks!: ClockView;
  /** When the clocks arrived, by `performance.now()`. */
  @property({ type: Number }) arrived = 0;
  @property({ type: Number }) seat = 0;
  @property({ attribute: false }) settings!: ClockSettings;
  /** Whether this browser plays the seat: only its own time is heard and announced. */
  @property({ type: Boolean }) mine = false;
  /** Whether only the digits are shown. */
  @property({ type: Boolean }) brief = false;
  /** The players for whom the clocks wait, or empty. */
  @property() awaited = "";
  @state() private announced = "";

  private timer: ReturnType<typeof setTimeout> | undefined;
  private warned: number | null = null;
  private readonly wake = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.wake);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
  }

  private get reading(): Reading {
    return readClock(this.clocks, this.seat, Math.max(0, performance.now() - this.arrived));
  }

  protected override willUpdate(changed: PropertyValues): void {
    clearTimeout(this.timer);
    const { reading } = this;
    if (changed.has("clocks") && !reading.running) {
      this.warned = null;
      this.announced = "";
    }
    if (!reading.running) return;
    const left = remaining(reading);
    if (left > 0 || reading.still) this.timer = setTimeout(this.wake, nextChange(left));
    if (this.mine) this.warn(left);
  }

  /** Sounds and tells when time gets low, once, and sounds in each of the last seconds. */
  private warn(left: number): void {
    const low = lowTime(this.settings);
    if (left > low) {
      this.warned = null;
      return;
    }
    const second = Math.ceil(left / 1000);
    if (this.warned === null) {
      this.announced = t("clock.low", { time: spoken(left) });
      playSound("low");
    } else if (left <= LAST && second < this.warned && second > 0) {
      playSound("tick");
    }
    this.warned = second;
  }

  protected override render(): TemplateResult {
    const { reading } = this;
    const left = remaining(reading);
    const waits = this.awaited && reading.still ? t("clock.waits", { names: this.awaited }) : "";
    if (waits && this.brief) return html`<span class="clock-note">${waits}</span>`;
    const low = reading.running && left <= lowTime(this.settings);
    const own = reading.first ?? reading.own;
    const shown = own > 0 ? own : reading.left;
    const kind = [reading.running ? "running" : "", low ? "low" : "", reading.still ? "still" : ""];
    return html`<span class="clock ${kind.join(" ")}" role="timer" aria-live="off"
      aria-label=${`${t("clock")}: ${spoken(left)}`} title=${reading.first === null ? nothing : t("clock.first")}>
      ${low ? html`<span class="clock-mark">${icon("clock")}</span>` : nothing}
      <span class="clock-main" aria-hidden="true">${written(shown)}</span>
      ${own > 0 && reading.left > 0
        ? html`<span class="clock-reserve" aria-hidden="true">+${written(reading.left)}</span>`
        : nothing}
    </span>
    ${reading.first === null || reading.still || this.brief ? nothing : html`<span class="clock-note">${t("clock.first")}</span>`}
    ${reading.still && !this.brief ? html`<span class="clock-note">${waits || t("clock.still")}</span>` : nothing}
    <span class="unseen" role="status">${this.announced}</span>`;
  }
}

/** Returns a time as it is read: digits, or days and hours. */
function written(ms: number): string {
  const { days, hours } = split(ms);
  return days > 0 ? t("clock.days", { days, hours }) : digits(ms);
}

/** Returns a time for a screen reader. */
function spoken(ms: number): string {
  const { days, hours, minutes, seconds } = split(ms);
  if (days > 0) return t("clock.days", { days, hours });
  if (hours > 0) return t("clock.hours", { hours, minutes });
  return minutes > 0 ? t("clock.minutes", { minutes, seconds }) : t("clock.seconds", { count: seconds });
}
