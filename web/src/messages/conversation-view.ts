/** A conversation: what was written, who reads it, and a line to write. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { currentMember } from "../account/account-state.ts";
import { Actions } from "../account/actions.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { refusalText } from "../net/error-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { conversationAt, followConversations, keepFollowing } from "./conversations.ts";
import { messagesApi, MOST, type TextMessage, type Where } from "./messages-api.ts";
import { Thread } from "./thread.ts";
import "./messages.css";

/** From so few characters on, the line says how many are left. */
const FEW = 20;
/** A reader within so many pixels of the end stays there when something is added. */
const NEAR = 40;

/** Renders nothing at a table where nobody could read, or where the member has no place. */
@customElement("conversation-view")
export class ConversationView extends LightElement {
  @property() where: Where = "tables/";
  /** Who is there: who reads is asked again when this changes. */
  @property() people = "";
  /** Messages that are not shown. */
  @property({ attribute: false }) hides: (message: TextMessage) => boolean = () => false;
  @state() private thread: Thread | null = null;
  @state() private left = MOST;
  /** What the loaded thread is of, as the stream describes it. */
  private loaded = "";
  private atEnd = true;
  private unfollow: (() => void) | null = null;
  private readonly actions = new Actions(this, "messages.error");

  override connectedCallback(): void {
    super.connectedCallback();
    this.unfollow = followConversations();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow?.();
    this.loaded = "";
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("where")) [this.thread, this.loaded] = [null, ""];
    keepFollowing();
    const { last, changed: at } = conversationAt(this.where) ?? {};
    const wanted = [currentMember()?.id, this.where, last, at, this.people].join(" ");
    if (this.loaded !== wanted) {
      this.loaded = wanted;
      void this.load();
    }
    const log = this.querySelector<HTMLElement>("[role=log]");
    this.atEnd = !log || log.scrollTop + log.clientHeight > log.scrollHeight - NEAR;
  }

  protected override updated(changed: PropertyValues): void {
    const log = this.querySelector<HTMLElement>("[role=log]");
    if (log && changed.has("thread") && this.atEnd) log.scrollTop = log.scrollHeight;
    if (log && changed.get("thread") === null && this.where.startsWith("tables/")) this.scrollIntoView({ block: "nearest" });
    void this.markRead();
  }

  private async load(): Promise<void> {
    const [me, where] = [currentMember(), this.where];
    if (!me) return;
    try {
      const found = await messagesApi.page(me.id, where);
      if (where === this.where) this.thread = (this.thread ?? new Thread()).withNewest(found);
    } catch {
      // Not at this table, or the server is away: the stream brings it again.
    }
  }

  private async markRead(): Promise<void> {
    const { thread, where } = this;
    const me = currentMember();
    if (!me || !thread?.isUnread || document.hidden) return;
    this.thread = thread.asRead();
    await messagesApi.read(me.id, where, thread.last).catch(() => undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { thread } = this;
    const atTable = this.where.startsWith("tables/");
    if (!thread || (atTable && thread.messages.length === 0 && thread.readers.length === 0)) return nothing;
    const shown = thread.messages.filter((one) => !this.hides(one));
    return html`
      ${thread.more ? html`<button class="quiet" data-action="older" ?disabled=${this.actions.busy}
        @click=${() => void this.older()}>${t("messages.older")}</button>` : nothing}
      <div class="message-log" role="log" tabindex="0" aria-label=${t("messages.title")}>
        ${shown.length === 0 ? html`<p class="hint">${t("messages.empty")}</p>` : nothing}
        ${repeat(shown, ({ id }) => id, (one) => this.message(one))}
      </div>
      ${thread.readers.length === 0 ? html`<p class="hint" data-readers>${thread.reason
        ? refusalText("", { code: "not_allowed", detail: "", reason: thread.reason }) : t("messages.nobody")}</p>` : html`
        <form class="message-form" @submit=${(event: SubmitEvent) => void this.write(event)}>
          <label class="field"><span>${t("messages.write")}</span>
            <input name="text" required maxlength=${MOST} autocomplete="off" enterkeyhint="send"
              @input=${(event: InputEvent) => (this.left = MOST - (event.target as HTMLInputElement).value.length)} /></label>
          <button class="primary" data-action="send" ?disabled=${this.actions.busy}>${t("messages.send")}</button>
        </form>
        <p class="hint" data-readers>${t("messages.readers", { names: namesOf(thread.readers) })}
          ${this.left <= FEW ? html`<span role="status" data-left>${t("messages.left", { count: this.left })}</span>` : nothing}</p>`}
      ${this.actions.render()}`;
  }

  private message(one: TextMessage): TemplateResult {
    const name = one.own ? t("name.you") : one.name;
    const at = new Date(one.made);
    return html`<div class="text-message" data-message=${one.id} ?data-own=${one.own}>
      <p><strong>${name}</strong> <time datetime=${at.toISOString()}>${timeOf(at)}</time></p>
      ${one.erased ? html`<p class="hint">${t("messages.erased")}</p>` : html`<p dir="auto">${one.text}</p>`}
      ${one.own && !one.erased ? html`<button class="quiet round" data-action="erase" title=${t("messages.erase")}
        aria-label=${`${t("messages.erase")}: ${one.text}`} ?disabled=${this.actions.busy}
        @click=${() => void this.erase(one)}>${icon("close")}</button>` : nothing}
      ${one.own ? nothing : html`<button class="quiet round" data-action="report" title=${t("reports.link")}
        aria-label=${`${t("reports.link")} ${one.text}`} @click=${() => void this.report(one)}>${icon("report")}</button>`}
    </div>`;
  }

  private async write(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const text = String(new FormData(form).get("text") ?? "");
    const me = currentMember();
    if (!me || !text.trim()) return;
    const done = await this.actions.run(async () => {
      await messagesApi.write(me.id, this.where, text);
      form.reset(); // at once: later, the next message may be there
      await this.load();
    });
    if (!done) return;
    [this.left, this.atEnd] = [MOST, true];
    form.querySelector("input")?.focus();
  }

  private async erase({ id }: TextMessage): Promise<void> {
    await this.actions.run(async () => {
      await messagesApi.erase(currentMember()?.id ?? "", id);
      this.thread = this.thread?.without(id) ?? null;
    });
    this.querySelector<HTMLElement>("[role=log]")?.focus();
  }

  private async report({ id, name }: TextMessage): Promise<void> {
    const { report } = await import("../reports/report-dialog.ts");
    await report([{ name, target: { message: id } }], ["message"]);
  }

  private async older(): Promise<void> {
    const first = this.thread?.messages[0]?.id;
    await this.actions.run(async () => {
      const found = await messagesApi.page(currentMember()?.id ?? "", this.where, first);
      this.thread = this.thread?.withOlder(found) ?? null;
    });
  }
}

function namesOf(names: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: "unit", style: "short" }).format(names);
}

function timeOf(at: Date): string {
  const today = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(currentLanguage(), { ...(today ? {} : { dateStyle: "medium" as const }), timeStyle: "short" });
}
