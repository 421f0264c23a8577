/** How many requests and challenges wait for an answer, on the tab of people. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { currentMember } from "../account/account-state.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { followInbox, waiting } from "./inbox.ts";
import "./waiting-count.css";

@customElement("waiting-count")
export class WaitingCount extends LightElement {
  protected override updated(): void {
    followInbox();
  }

  protected override render(): TemplateResult | typeof nothing {
    const count = currentMember() ? waiting() : 0;
    return count > 0 ? html`<span aria-hidden="true">${count}</span>
      <span class="unseen">${t("contacts.waiting", { count })}</span>` : nothing;
  }
}
