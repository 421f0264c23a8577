/** The link to the notices in the header, while some are not read. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { followNotices, told } from "./feed.ts";
import { checkPush } from "./push-check.ts";
import "./notices-link.css";

@customElement("notices-link")
export class NoticesLink extends LightElement {
  protected override firstUpdated(): void {
    void checkPush().catch(() => undefined); // looked at again on the next page
  }

  protected override updated(): void {
    followNotices();
  }

  protected override render(): TemplateResult {
    const count = told()?.unread ?? 0;
    const label = t("notices.unread", { count });
    return html`<span role="status">${count > 0 ? label : ""}</span>
      ${count > 0
        ? html`<a class="button quiet round" href="/notices" data-action="notices" data-count=${count} title=${label}
            aria-label=${label}>${icon("bell")}</a>`
        : nothing}`;
  }
}
