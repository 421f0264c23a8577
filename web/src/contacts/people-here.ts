/** Who is here: members with a public profile who show it, and the number of guests. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { contactsApi, type PeopleHere } from "./contacts-api.ts";
import "./contacts.css";

/** How often the page asks, in milliseconds. */
const EACH = 15_000;

@customElement("people-here")
export class PeopleHereList extends LightElement {
  @state() private found: PeopleHere | null = null;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    const ask = () => {
      if (!document.hidden) void contactsApi.here().then((found) => (this.found = found), () => undefined);
    };
    this.timer = window.setInterval(ask, EACH);
    // What the page has just told is known a moment later.
    window.setTimeout(ask, 1500);
    ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.timer);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.found || this.found.members.length === 0) return nothing;
    const { members, more, guests } = this.found;
    return html`<section class="card" aria-labelledby="people-here">
      <h2 id="people-here">${icon("people")} ${t("contacts.people_here")}</h2>
      <ul class="people-here">${members.map(({ id, name, kind }) => html`<li><a href="/m/${id}">${name}</a>${kind === "bot"
        ? html` <small>(${t("tag.program")})</small>` : nothing}</li>`)}${more ? html`<li>…</li>` : nothing}</ul>
      ${guests > 0 ? html`<p class="hint">${t("contacts.guests", { count: guests })}</p>` : nothing}
    </section>`;
  }
}
