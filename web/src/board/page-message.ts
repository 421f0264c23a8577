/** What is shown instead of a page: that it is loading, or why it cannot be shown. */
import { html, type TemplateResult } from "lit";
import { t } from "../i18n/i18n.ts";

/** `trouble`: empty while the page is loading. `back`: an address to go on with, and its name. */
export function pageMessage(trouble: string, heading: string, back: { href: string; name: string }): TemplateResult {
  return html`<section class="message" data-state=${trouble ? "refused" : "waiting"}>
    ${trouble
      ? html`<h1>${heading}</h1><p role="alert">${trouble}</p>
          <a class="button primary" href=${back.href}>${back.name}</a>`
      : html`<p role="status">${t("loading")}</p>`}
  </section>`;
}
