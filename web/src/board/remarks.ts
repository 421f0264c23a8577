/** Texts over a board, each for as long as it takes to read it. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";

/** Milliseconds that a remark is shown, plus more for each of its letters. */
const SEEN = 2500;
const READ = 45;
const MOST = 3;

interface Remark {
  key: number;
  text: string;
  forget: ReturnType<typeof setTimeout>;
}

export class Remarks implements ReactiveController {
  #shown: Remark[] = [];
  #count = 0;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.clear();
  }

  add(texts: readonly string[]): void {
    for (const text of texts) {
      const key = (this.#count += 1);
      const forget = setTimeout(
        () => this.#drop(this.#shown.filter((remark) => remark.key === key)),
        SEEN + READ * text.length,
      );
      this.#shown.push({ key, text, forget });
    }
    this.#drop(this.#shown.slice(0, -MOST));
    this.#host.requestUpdate();
  }

  clear(): void {
    this.#drop(this.#shown);
  }

  view(): TemplateResult {
    return html`<div class="remarks" role="log">
      ${repeat(this.#shown, ({ key }) => key, ({ text }) => html`<p>${text}</p>`)}
    </div>`;
  }

  #drop(gone: readonly Remark[]): void {
    if (gone.length === 0) return;
    for (const { forget } of gone) clearTimeout(forget);
    this.#shown = this.#shown.filter((remark) => !gone.includes(remark));
    this.#host.requestUpdate();
  }
}
