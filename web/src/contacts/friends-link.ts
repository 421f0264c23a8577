/** The link to the page of friends in the header, with how many requests and challenges wait for an answer. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { currentMember } from "../account/account-state.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { followInbox, waiting } from "./inbox.ts";
import "./friends-link.css";

@customElement("friends-link")
export class FriendsLink extends LightElement {
  override connectedCallback(): void {
    super.connectedCallback();
    followInbox();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!currentMember()) return nothing;
    const count = waiting();
    const label = count > 0 ? t("contacts.waiting", { count }) : t("contacts.link");
    return html`<a class="button quiet round" href="/friends" data-action="friends" data-count=${count || nothing}
      title=${label} aria-label=${label}>${icon("people")}</a>`;
  }
}
