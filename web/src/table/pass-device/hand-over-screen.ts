/**
 * Screen between players who share a device: in games with hidden information, nothing of a seat is shown
 * before its player confirms.
 */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { t } from "../../i18n/i18n.ts";

/** Covers the page; fires `lift` when the named player confirms. */
@customElement("hand-over-screen")
export class HandOverScreen extends LightElement {
  @property() name = "";
  @property({ type: Boolean }) down = false;

  protected override updated(): void {
    const dialog = this.querySelector("dialog");
    if (!dialog || dialog.open === this.down) return;
    if (this.down) dialog.showModal();
    else dialog.close();
  }

  protected override render(): TemplateResult {
    return html`<dialog class="pass-screen" aria-labelledby="pass-screen-title" aria-describedby="pass-screen-text"
      @cancel=${(event: Event) => event.preventDefault()} @close=${() => this.requestUpdate()}>
      ${this.down
        ? html`<div class="pass-screen-inside">
            ${icon("people")}
            <h2 id="pass-screen-title">${t("curtain.title", { name: this.name })}</h2>
            <p id="pass-screen-text">${t("curtain.text", { name: this.name })}</p>
            <button class="primary big" data-action="lift"
              @click=${() => this.dispatchEvent(new Event("lift"))}>
              ${icon("eye")} ${t("curtain.ready", { name: this.name })}</button>
            <a class="button quiet" href="/">${t("home")}</a>
          </div>`
        : html`<span id="pass-screen-title"></span><span id="pass-screen-text"></span>`}
    </dialog>`;
  }
}
