/** The page of messages: the friends of the member who plays, and what was written with one of them. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentMember, findMe } from "../account/account-state.ts";
import { Actions } from "../account/actions.ts";
import { contactsApi, type Friend } from "../contacts/contacts-api.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { conversationAt, followConversations, keepFollowing, withFriends } from "./conversations.ts";
import "../account/account.css";
import "./conversation-view.ts";
import "./messages.css";

interface Partner {
  id: string;
  name: string;
}

@customElement("messages-page")
export class MessagesPage extends LightElement {
  /** The ID of the friend whose messages are shown; empty: the list alone. */
  @property() friend = "";
  @state() private ready = false;
  @state() private friends: readonly Friend[] = [];
  private owner = "";
  private unfollow: (() => void) | null = null;
  private readonly actions = new Actions(this, "contacts.error");

  override connectedCallback(): void {
    super.connectedCallback();
    this.unfollow = followConversations();
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow?.();
  }

  private async load(): Promise<void> {
    await findMe();
    const me = currentMember();
    this.owner = me?.id ?? "";
    if (me) {
      await this.actions.run(async () => {
        this.friends = (await contactsApi.contacts(me.id)).friends.filter(({ kind }) => kind !== "bot");
      });
    }
    this.ready = true;
  }

  protected override render(): TemplateResult {
    document.title = `${t("messages.title")} · Empile`;
    const me = currentMember();
    keepFollowing();
    if (me && this.ready && this.owner !== me.id) {
      this.owner = me.id;
      void this.load();
    }
    return html`<div class="messages-page" data-ready=${this.ready ? "true" : "false"} ?data-open=${this.friend !== ""}>
      ${this.friend ? html`<a class="button quiet" href="/messages">${icon("back")} ${t("messages.all")}</a>` : nothing}
      <h1>${t("messages.title")}</h1>
      ${me ? html`<p class="messages-lead">${t("messages.lead", { name: me.name })}</p>` : nothing}
      ${this.ready && !me
        ? html`<p>${t("messages.signed_out")}</p><a class="button primary" href="/account">${t("account.link")}</a>` : nothing}
      ${this.actions.render()}
      ${me && this.ready ? this.both() : nothing}
    </div>`;
  }

  private both(): TemplateResult {
    const partners = this.partners();
    const chosen = partners.find(({ id }) => id === this.friend);
    return html`<div class="messages-parts">
      <nav class="card" aria-label=${t("messages.all")}>
        ${partners.length === 0
          ? html`<p>${t("messages.none")}</p><a class="button secondary" href="/friends">${t("contacts.link")}</a>` : nothing}
        <ul>${partners.map((one) => this.line(one))}</ul>
      </nav>
      ${this.friend ? html`<section class="card" aria-labelledby="messages-with">
        <h2 id="messages-with">${chosen?.name ?? t("profile.deleted")}</h2>
        <conversation-view .where=${`friends/${this.friend}` as const}></conversation-view>
      </section>` : nothing}
    </div>`;
  }

  private line({ id, name }: Partner): TemplateResult {
    const unread = conversationAt(`friends/${id}`)?.unread ?? 0;
    return html`<li><a href="/messages/${id}" data-friend=${id} aria-current=${id === this.friend ? "page" : nothing}>
      <span>${name}</span>
      ${unread > 0 ? html`<span class="message-count" data-unread=${unread}>
        <span aria-hidden="true">${unread}</span><span class="unseen">${t("messages.unread", { count: unread })}</span></span>` : nothing}
    </a></li>`;
  }

  /** Those with whom something was written, the last one first, and then the other friends. */
  private partners(): Partner[] {
    const known = withFriends();
    return [...known, ...this.friends.filter(({ id }) => !known.some((one) => one.id === id))];
  }
}
