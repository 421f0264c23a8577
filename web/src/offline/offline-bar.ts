/** A line above the page: there is no connection, a new version is ready, or the page can be installed. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { isReachable, onReachable } from "../net/reachability.ts";
import { t } from "../i18n/i18n.ts";
import { canInstall, closeHint, install, isHintClosed, isWelcome, onInstall } from "./install.ts";
import { hasNewer, onService, update } from "./service.ts";
import "./offline.css";

/** The pages that say by themselves that the connection is lost, and where nothing may move. */
const QUIET: readonly string[] = ["table", "offline", "embed"];

@customElement("offline-bar")
export class OfflineBar extends LightElement {
  /** The page below. */
  @property() page = "";
  /** Days on which the page was opened. */
  @property({ type: Number }) days = 0;
  /** Whether anything was finished in this browser. */
  @property({ attribute: false }) finished = () => false;
  @state() private later = false;
  private ends: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    const again = () => this.requestUpdate();
    this.ends = [onReachable(again), onService(again), onInstall(again)];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.ends) end();
  }

  protected override render(): TemplateResult {
    return html`<div role="status" class="offline-bars">${this.line()}</div>`;
  }

  private line(): TemplateResult | typeof nothing {
    if (QUIET.includes(this.page)) return nothing;
    if (!isReachable()) {
      const why = navigator.onLine ? "offline.bar.server" : "offline.bar.device";
      return this.bar("offline", html`<span>${t(why)}</span>
        <a class="button quiet" href="/offline">${t("offline.bar.link")}</a>`);
    }
    if (hasNewer() && !this.later) {
      return this.bar("update", html`<span>${t("offline.update")}</span>
        <button class="primary" data-action="update" @click=${update}>${icon("again")} ${t("offline.update.now")}</button>
        <button class="quiet" data-action="later" @click=${() => (this.later = true)}>${t("offline.later")}</button>`);
    }
    return this.page === "home" ? this.hint() : nothing;
  }

  private hint(): TemplateResult | typeof nothing {
    const way = canInstall();
    if (way === null || !isWelcome({ days: this.days, finished: this.finished(), closed: isHintClosed() })) return nothing;
    const close = () => {
      closeHint();
      this.requestUpdate();
    };
    return this.bar("install", html`<span>${t(`offline.install.${way}`)}</span>
      ${way === "prompt"
        ? html`<button class="secondary" data-action="install" @click=${() => void install().then(close)}>
            ${t("offline.install.now")}</button>`
        : nothing}
      <button class="quiet" data-action="no-install" @click=${close}>${t("offline.install.no")}</button>`);
  }

  private bar(kind: string, inside: TemplateResult): TemplateResult {
    return html`<div class="offline-bar" data-bar=${kind}>${inside}</div>`;
  }
}
