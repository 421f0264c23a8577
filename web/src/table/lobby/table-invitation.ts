/** Invitation to a table: its link, its short code and a QR code. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { t } from "../../i18n/i18n.ts";

/** Host names that other devices cannot reach. */
const ONLY_HERE = /^(localhost|127\..*|\[::1\])$/;

@customElement("table-invitation")
export class TableInvitation extends LightElement {
  @property() table = "";
  @property() code = "";
  /** This browser's token, for the private link; empty for spectators. */
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
        <label class="field"><span>${t("invite.link")}</span>
          <span class="row">
            <input readonly .value=${this.link} data-invite-link
              @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
            <button type="button" class="secondary" @click=${() => void this.copy(this.link)}>
              ${icon("copy")} ${t("copy")}
            </button>
          </span>
        </label>
        ${this.code
          ? html`<p class="invite-code"><span>${t("invite.code")}</span>
              <strong class="code" data-code>${this.code}</strong></p>`
          : nothing}
        ${"share" in navigator
          ? html`<button type="button" class="primary" @click=${this.share}>
              ${icon("share")} ${t("invite.share")}
            </button>`
          : nothing}
      </div>
      ${this.picture
        ? html`<div class="qr" role="img" aria-label=${t("invite.qr")}>
            ${unsafeHTML(this.picture)}
          </div>`
        : nothing}
      ${this.token ? this.privateLink() : nothing}
      ${ONLY_HERE.test(location.hostname)
        ? html`<p class="only-here">${t("invite.only_here")}</p>`
        : nothing}
      <p class="told" role="status">${this.told}</p>
    </div>`;
  }

  private privateLink(): TemplateResult {
    const link = `${this.link}#seat=${this.token}`;
    return html`<details class="private" @toggle=${(event: Event) =>
      (this.showPrivate = (event.target as HTMLDetailsElement).open)}>
      <summary>${icon("key")} ${t("private.title")}</summary>
      <p>${t("private.text")}</p>
      <span class="row">
        <input readonly aria-label=${t("private.title")} .value=${this.showPrivate ? link : ""} />
        <button type="button" class="secondary" @click=${() => void this.copy(link)}>
          ${icon("copy")} ${t("copy")}
        </button>
      </span>
    </details>`;
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.told = t("copied");
    } catch {
      this.told = t("copy.failed");
    }
  }

  private share(): void {
    void navigator
      .share({ title: this.gameName, text: t("invite.text", { game: this.gameName }), url: this.link })
      .catch(() => undefined);
  }
}
