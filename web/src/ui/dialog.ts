/** A drawer or a box over the page, based on `<dialog>`, which handles focus and Escape. */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "./icons.ts";
import { LightElement } from "./base-element.ts";

let count = 0;

/** `body` is rendered while open; `close` is fired when the user closes it. */
@customElement("page-dialog")
export class PageDialog extends LightElement {
  @property() heading = "";
  /** Accessible name of the button that closes the dialog. */
  @property() closeLabel = "";
  @property({ type: Boolean }) open = false;
  /** `drawer` slides in from the side, `box` is centred. */
  @property() look: "drawer" | "box" = "drawer";
  @property({ attribute: false }) body: () => TemplateResult = () => html``;
  private readonly headingId = `dialog-${(count += 1)}`;

  protected override updated(): void {
    const dialog = this.querySelector("dialog");
    if (!dialog || dialog.open === this.open) return;
    if (this.open) dialog.showModal();
    else dialog.close();
  }

  protected override render(): TemplateResult {
    return html`<dialog class=${this.look} aria-labelledby=${this.headingId}
      @close=${this.closed} @click=${this.outside}>
      ${this.open
        ? html`<div class="dialog-inside">
            <div class="dialog-head">
              <h2 id=${this.headingId}>${this.heading}</h2>
              <button class="quiet round" aria-label=${this.closeLabel} @click=${this.closed}>
                ${icon("close")}
              </button>
            </div>
            <div class="dialog-body" tabindex="0" role="region" aria-labelledby=${this.headingId}>
              ${this.body()}
            </div>
          </div>`
        : html`<span id=${this.headingId}></span>`}
    </dialog>`;
  }

  private closed(): void {
    if (this.open) this.dispatchEvent(new Event("close"));
  }

  private outside(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.closed();
  }
}
