/** Links between the parts of the pages of people, and of the account. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { people, signedIn } from "../account/account-state.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { ACCOUNT_PARTS, PEOPLE_PARTS, type AccountPart, type PeoplePart, type Route } from "./router.ts";
import { hasPart } from "./tabs.ts";
import "./page-parts.css";

type Part = PeoplePart | AccountPart;

const NAMES: Record<Part, string> = {
  lobby: "parts.lobby",
  friends: "contacts.link",
  messages: "messages.title",
  watch: "contacts.watch",
  leaderboard: "leaderboard.link",
  account: "account.link",
  family: "account.family",
  notices: "notices.title",
  decisions: "acts.link",
  privacy: "account.privacy.link",
};

/** Returns whether a part is of use: that of children needs one, others somebody who is signed in. */
function isUseful(part: Part): boolean {
  if (part === "family") return people().some(({ kind }) => kind === "child");
  return hasPart(part) && (!["notices", "decisions"].includes(part) || signedIn() !== null);
}

@customElement("page-parts")
export class PageParts extends LightElement {
  @property({ attribute: false }) route!: Route & { page: "people" | "account" };

  protected override updated(): void {
    this.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { page, part: current } = this.route;
    const all: readonly Part[] = page === "people" ? PEOPLE_PARTS : ACCOUNT_PARTS;
    const parts = all.filter((part) => part === current || isUseful(part));
    if (parts.length < 2) return nothing;
    return html`<nav class="page-parts" aria-label=${t(page === "people" ? "tabs.people" : "account.link")}>
      ${parts.map((part) => html`<a href="/${part}" data-part=${part}
        aria-current=${part === current ? (location.pathname === `/${part}` ? "page" : "true") : nothing}>${t(NAMES[part])}</a>`)}
    </nav>`;
  }
}
