/**
 * The curtain between people who hand one another the device: where seats hide things from each
 * other, nothing of a seat is shown before its person says to have the device.
 */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { say } from "../words/words.ts";

/** Covers the whole page; fires `lift` when the person named has the device. */
@customElement("table-curtain")
export class TableCurtain extends Plain {
  @property() name = "";
  @property({ type: Boolean }) down = false;

  protected override updated(): void {
    const dialog = this.querySelector("dialog");
    if (!dialog || dialog.open === this.down) return;
    if (this.down) dialog.showModal();
    else dialog.close();
  }

  protected override render(): TemplateResult {
    return html`<dialog class="curtain" aria-labelledby="curtain-title" aria-describedby="curtain-text"
      @cancel=${(event: Event) => event.preventDefault()} @close=${() => this.requestUpdate()}>
      ${this.down
        ? html`<div class="curtain-inside">
            ${icon("people")}
            <h2 id="curtain-title">${say("curtain.title", { name: this.name })}</h2>
            <p id="curtain-text">${say("curtain.text", { name: this.name })}</p>
            <button class="primary big" data-action="lift"
              @click=${() => this.dispatchEvent(new Event("lift"))}>
              ${icon("eye")} ${say("curtain.ready", { name: this.name })}</button>
            <a class="button quiet" href="/">${say("home")}</a>
          </div>`
        : html`<span id="curtain-title"></span><span id="curtain-text"></span>`}
    </dialog>`;
  }
}
