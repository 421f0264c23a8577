/**
 * A countdown of words that light up one after the other and can be spoken.
 *
 * `start()` starts it, or joins one that started `ago` seconds before; `stop()` cancels it. Fires `ended`
 * when the time is up.
 */
import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../../ui/base-element.ts";
import { beats, type Beat } from "./beats.ts";
import "./countdown.css";
import { hush, readyToSpeak, speakAloud } from "./speech.ts";

@customElement("empile-countdown")
export class Countdown extends LightElement {
  @property() words = "";
  @property({ type: Number }) seconds = 3;
  /** Whether the words are spoken too. */
  @property({ type: Boolean }) speak = false;
  /** Language code of the words. */
  @property() language = "";
  /** Number of words that have begun; -1 if it is not running. */
  @state() private begun = -1;

  private timers: ReturnType<typeof setTimeout>[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    readyToSpeak();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  get running(): boolean {
    return this.timers.length > 0;
  }

  start(ago = 0): void {
    this.stop();
    if (this.speak && ago < 0.5) speakAloud(this.words, this.seconds, this.language);
    const wait = (at: number, then: () => void) =>
      this.timers.push(setTimeout(then, Math.max(0, at - ago) * 1000));
    this.begun = 0;
    this.beats.forEach(({ at }, index) => wait(at, () => (this.begun = Math.max(this.begun, index + 1))));
    wait(this.seconds, () => {
      this.timers = [];
      this.dispatchEvent(new CustomEvent("ended"));
      this.requestUpdate();
    });
  }

  stop(): void {
    if (this.running) hush();
    this.timers.forEach(clearTimeout);
    this.timers = [];
    this.begun = -1;
  }

  private get beats(): Beat[] {
    return beats(this.words, this.seconds);
  }

  protected override render(): TemplateResult {
    const found = this.beats;
    const until = (index: number) => found[index]?.at ?? this.seconds;
    const now = this.running ? this.begun - 1 : -2;
    const whole = this.begun < 0 ? 0 : until(this.begun) / this.seconds;
    const takes = this.begun < 1 ? 0 : until(this.begun) - until(this.begun - 1);
    return html`<p class="countdown" lang=${this.language} data-countdown=${this.running ? "on" : "off"}>
        ${found.map(({ word }, index) => html`<span
          class=${index === now ? "now" : index < this.begun ? "said" : ""}>${word}</span> `)}
      </p>
      <div class="countdown-time" aria-hidden="true"><i
        style="transform: scaleX(${whole}); transition-duration: ${takes}s"></i></div>`;
  }
}
