/** Invitation to a table: its link, its short code and a QR code. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { copyText } from "../../ui/copy-text.ts";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { isOnlyHere, networkAccess, openToNetwork } from "../../net/network-access.ts";
import type { NetworkAccess } from "../../net/protocol.ts";
import { t } from "../../i18n/i18n.ts";

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
  /** How other devices reach this server; null if they can use this page's address, or until it is known. */
  @state() private access: NetworkAccess | null = null;
  @state() private opening = false;

  /** The origin of links for other devices. */
  private get origin(): string {
    return this.access?.addresses[0] ?? location.origin;
  }

  private get link(): string {
    return `${this.origin}/t/${this.table}${location.search}`; // at the end, that of the finished game
  }

  /** Whether the link leads nowhere on other devices. */
  private get onlyHere(): boolean {
    return isOnlyHere(new URL(this.origin).hostname);
  }

  protected override firstUpdated(): void {
    if (!isOnlyHere(location.hostname)) void this.draw();
    else {
      networkAccess()
        .then((access) => (this.access = access), () => undefined) // a server of an earlier version
        .then(() => this.draw());
    }
  }

  private async draw(): Promise<void> {
    const { renderSVG } = await import("uqr");
    this.picture = renderSVG(this.link, { border: 2, blackColor: "#2b2118", whiteColor: "#fffaf0" });
  }

  private async open(): Promise<void> {
    this.opening = true;
    this.told = "";
    try {
      this.access = await openToNetwork();
      await this.draw();
      this.told = t("invite.opened");
      await this.updateComplete;
      this.querySelector<HTMLElement>("[data-invite-link]")?.focus();
    } catch {
      this.told = t("invite.not_opened");
    }
    this.opening = false;
  }

  protected override render(): TemplateResult {
    return html`<div class="invitation">
      ${this.onlyHere ? this.noteOnlyHere() : nothing}
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
      ${this.picture && !this.access?.can_open
        ? html`<div class="qr" role="img" aria-label=${t("invite.qr")}>
            ${unsafeHTML(this.picture)}
          </div>`
        : nothing}
      ${this.token ? this.privateLink() : nothing}
      <p class="told" role="status">${this.told}</p>
    </div>`;
  }

  private noteOnlyHere(): TemplateResult {
    if (!this.access?.can_open) return html`<p class="only-here">${t("invite.only_here")}</p>`;
    return html`<div class="only-here">
      <p>${t("invite.can_open")}</p>
      <button type="button" class="primary" data-action="open-network" ?disabled=${this.opening}
        @click=${() => void this.open()}>${icon("people")} ${t("invite.open")}</button>
      <p><small>${t("invite.open_safe")}</small></p>
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
    this.told = t((await copyText(text)) ? "copied" : "copy.failed");
  }

  private share(): void {
    void navigator
      .share({ title: this.gameName, text: t("invite.text", { game: this.gameName }), url: this.link })
      .catch(() => undefined);
  }
}
