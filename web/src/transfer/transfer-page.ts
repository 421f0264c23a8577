/** Page that carries the games of this browser to another device: shows a code there, asks for it here. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { ApiError, ask } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { TransferMade, TransferOpened } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { copyText } from "../ui/copy-text.ts";
import { icon } from "../ui/icons.ts";
import { localStore } from "../ui/storage.ts";
import { collect, countOf, isCarriedData, merge } from "./carried.ts";
import { nameOf, newCode, readCode, seal, unseal } from "./sealing.ts";
import "./transfer.css";

interface Offer {
  code: string;
  link: string;
  /** The name under which the server keeps it. */
  name: string;
  /** When it ends, in milliseconds since 1970. */
  expires: number;
  picture: string;
}

@customElement("transfer-page")
export class TransferPage extends LightElement {
  @state() private offer: Offer | null = null;
  /** What is under way. */
  @state() private busy: "offer" | "fetch" | null = null;
  @state() private offerNotice = "";
  @state() private offerTrouble = "";
  @state() private fetchTrouble = "";
  /** The games that arrived. */
  @state() private arrived: number | null = null;
  /** The games that this browser keeps. */
  private count = 0;
  /** The code in the address, if the page was opened by a link. */
  private readonly brought = readCode(location.hash.slice(1));
  @state() private typed = this.brought ?? "";
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.count = countOf(collect(localStore));
    if (this.brought) void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=fetch]")?.focus());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
  }

  protected override render(): TemplateResult {
    document.title = `${t("transfer.title")} · Empile`;
    const sections = this.brought ? [this.fetching(), this.offering()] : [this.offering(), this.fetching()];
    return html`<div class="transfer-page">
      <a class="button quiet" href="/games">${icon("back")} ${t("games.title")}</a>
      <h1>${t("transfer.title")}</h1>
      <p>${t("transfer.lead")}</p>
      ${sections}
    </div>`;
  }

  private offering(): TemplateResult {
    return html`<section class="card" aria-labelledby="transfer-offer">
      <h2 id="transfer-offer">${t("transfer.offer.title")}</h2>
      ${this.offer
        ? this.offered(this.offer)
        : html`<p>${this.count > 0 ? t("transfer.offer.text", { count: this.count }) : t("transfer.offer.none")}</p>
          <button class="primary" data-action="offer" ?disabled=${this.busy !== null} @click=${() => void this.make()}>
            ${icon("share")} ${t("transfer.offer.make")}</button>`}
      <p class="told" role="status">${this.busy === "offer" ? t("loading") : this.offerNotice}</p>
      <p class="trouble" role="alert">${this.offerTrouble}</p>
    </section>`;
  }

  private offered({ code, expires, picture }: Offer): TemplateResult {
    const time = new Intl.DateTimeFormat(currentLanguage(), { timeStyle: "short" }).format(expires);
    return html`<p>${t("transfer.offer.how")}</p>
      <div class="transfer-offer">
        <div>
          <p class="transfer-code"><span>${t("transfer.code")}</span>
            <strong class="code" data-code tabindex="-1">${code}</strong></p>
          <p>${t("transfer.offer.until", { time })}</p>
        </div>
        <div class="transfer-qr" role="img" aria-label=${t("transfer.qr")}>${unsafeHTML(picture)}</div>
      </div>
      <div class="row">
        <button class="secondary" data-action="copy" @click=${() => void this.copy()}>${icon("copy")} ${t("transfer.copy")}</button>
        <button class="quiet" data-action="withdraw" @click=${() => void this.withdraw()}>${t("transfer.withdraw")}</button>
      </div>`;
  }

  private fetching(): TemplateResult {
    return html`<section class="card" aria-labelledby="transfer-fetch">
      <h2 id="transfer-fetch">${t("transfer.fetch.title")}</h2>
      ${this.arrived === null
        ? html`<form @submit=${this.submitted}>
            <label class="field"><span>${t("transfer.code")}</span>
              <input name="code" class="code" required autocomplete="off" autocapitalize="characters" spellcheck="false"
                maxlength="20" placeholder="ABCD-EFGH-JKLM" .value=${this.typed}
                aria-describedby="transfer-help"
                @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)} /></label>
            <p id="transfer-help" class="hint">${t("transfer.fetch.text")}</p>
            <button class="primary" data-action="fetch" ?disabled=${this.busy !== null}>
              ${icon("save")} ${t("transfer.fetch.do")}</button>
          </form>`
        : html`<p class="notice" role="status" tabindex="-1" data-arrived>${t("transfer.arrived", { count: this.arrived })}</p>
          <a class="button primary" href="/games">${t("games.title")}</a>`}
      ${this.busy === "fetch" ? html`<p class="told" role="status">${t("loading")}</p>` : nothing}
      <p class="trouble" role="alert">${this.fetchTrouble}</p>
    </section>`;
  }

  private async make(): Promise<void> {
    this.busy = "offer";
    this.offerTrouble = this.offerNotice = "";
    try {
      const code = newCode();
      const sealed = await seal(code, collect(localStore));
      const [{ expires }, { renderSVG }] = await Promise.all([
        ask<TransferMade>("/transfers", null, sealed), import("uqr"),
      ]);
      const link = `${location.origin}/transfer#${code}`;
      const picture = renderSVG(link, { border: 2, blackColor: "#2b2118", whiteColor: "#fffaf0" });
      this.offer = { code, link, name: sealed.name, expires, picture };
      this.timer = window.setTimeout(() => this.end(t("transfer.expired")), expires - Date.now());
      this.busy = null;
      await this.updateComplete;
      this.querySelector<HTMLElement>("[data-code]")?.focus();
    } catch (error) {
      this.offerTrouble = errorText(error);
    }
    this.busy = null;
  }

  /** Leaves the code; the focus moves to what makes another one. */
  private end(notice: string): void {
    window.clearTimeout(this.timer);
    this.offer = null;
    this.offerNotice = notice;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=offer]")?.focus());
  }

  private async withdraw(): Promise<void> {
    const { name } = this.offer!;
    try {
      await ask(`/transfers/${name}`, null, undefined, "DELETE");
      this.end(t("transfer.withdrawn"));
    } catch (error) {
      this.offerTrouble = errorText(error);
    }
  }

  private async copy(): Promise<void> {
    this.offerNotice = t((await copyText(this.offer!.link)) ? "copied" : "copy.failed");
  }

  private submitted(event: Event): void {
    event.preventDefault();
    const code = readCode(this.typed);
    if (code) void this.fetch(code);
    else this.fetchTrouble = t("transfer.invalid");
  }

  private async fetch(code: string): Promise<void> {
    this.busy = "fetch";
    this.fetchTrouble = "";
    try {
      const { body } = await ask<TransferOpened>(`/transfers/${await nameOf(code)}/open`, null, {});
      const carried = await unseal(code, body);
      if (!isCarriedData(carried)) throw new Error(t("transfer.unreadable"));
      merge(localStore, carried);
      this.arrived = countOf(carried);
      // The code is used up: a reload must not ask for it again.
      history.replaceState(history.state, "", location.pathname);
      this.busy = null;
      await this.updateComplete;
      this.querySelector<HTMLElement>("[data-arrived]")?.focus();
    } catch (error) {
      this.fetchTrouble = error instanceof ApiError && error.code === "not_found"
        ? t("transfer.unknown") : errorText(error);
    }
    this.busy = null;
  }
}
