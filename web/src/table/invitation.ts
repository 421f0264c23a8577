/** How others come to the table: its link, its short code, a picture of the link to scan. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { say } from "../words/words.ts";

/** Names of a machine for itself: others cannot come there. */
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/;

@customElement("table-invitation")
export class Invitation extends Plain {
  @property() table = "";
  @property() code = "";
  /** This browser's secret, for the private link; empty for spectators. */
  @property() token = "";
  @property() gameName = "";
  @state() private picture = "";
  @state() private told = "";
  @state() private showPrivate = false;

  private get link(): string {
    return `${location.origin}/t/${this.table}`;
  }

  protected override firstUpdated(): void {
    void import("uqr").then(({ renderSVG }) => {
      this.picture = renderSVG(this.link, { border: 2, blackColor: "#2b2118", whiteColor: "#fffaf0" });
    });
  }

  protected override render(): TemplateResult {
    return html`<div class="invitation">
      <div class="invite-ways">
        <label class="field"><span>${say("invite.link")}</span>
          <span class="row">
            <input readonly .value=${this.link} data-invite-link
              @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
            <button type="button" class="secondary" @click=${() => void this.copy(this.link)}>
              ${icon("copy")} ${say("copy")}
            </button>
          </span>
        </label>
        ${this.code
          ? html`<p class="invite-code"><span>${say("invite.code")}</span>
              <strong class="code" data-code>${this.code}</strong></p>`
          : nothing}
        ${"share" in navigator
          ? html`<button type="button" class="primary" @click=${this.share}>
              ${icon("share")} ${say("invite.share")}
            </button>`
          : nothing}
      </div>
      ${this.picture
        ? html`<div class="qr" role="img" aria-label=${say("invite.qr")}>
            ${unsafeHTML(this.picture)}
          </div>`
        : nothing}
      ${this.token ? this.privateLink() : nothing}
      ${ONLY_HERE.test(location.hostname)
        ? html`<p class="only-here">${say("invite.only_here")}</p>`
        : nothing}
      <p class="told" role="status">${this.told}</p>
    </div>`;
  }

  private privateLink(): TemplateResult {
    const link = `${this.link}#seat=${this.token}`;
    return html`<details class="private" @toggle=${(event: Event) =>
      (this.showPrivate = (event.target as HTMLDetailsElement).open)}>
      <summary>${icon("key")} ${say("private.title")}</summary>
      <p>${say("private.text")}</p>
      <span class="row">
        <input readonly aria-label=${say("private.title")} .value=${this.showPrivate ? link : ""} />
        <button type="button" class="secondary" @click=${() => void this.copy(link)}>
          ${icon("copy")} ${say("copy")}
        </button>
      </span>
    </details>`;
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.told = say("copied");
    } catch {
      this.told = say("copy.failed");
    }
  }

  private share(): void {
    void navigator
      .share({ title: this.gameName, text: say("invite.text", { game: this.gameName }), url: this.link })
      .catch(() => undefined);
  }
}
