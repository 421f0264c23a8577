/** Programs of an account: bots with their own names, and the tokens that they sign in with. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { accountApi, type ApiToken, type Me, type Member } from "./account-api.ts";
import { changeMe } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import { confirmed } from "./confirm-dialog.ts";
import { dateText } from "./security-section.ts";

const SCOPES = ["play", "read"];

@customElement("tokens-section")
export class TokensSection extends LightElement {
  @property({ attribute: false }) me!: Me;
  @state() private tokens = new Map<string, ApiToken[]>();
  /** A new token, shown once. */
  @state() private fresh = "";
  private readonly actions = new Actions(this);

  private get bots(): Member[] {
    return this.me.members.filter(({ kind }) => kind === "bot");
  }

  protected override render(): TemplateResult {
    return html`<section class="card" aria-labelledby="account-programs">
      <h2 id="account-programs">${icon("robot")} ${t("account.programs")}</h2>
      <details class="unfold" data-part="programs" @toggle=${() => void this.load()}><summary>${t("account.programs.show")}</summary>
        <p><a href="/docs/how-to/write-a-bot.html" target="_blank">${t("account.programs.docs")}</a></p>
        ${this.bots.map((bot) => this.bot(bot))}
        ${this.fresh
          ? html`<div class="notice account-fresh" role="status"><p>${t("account.token.once")}</p>
              <code tabindex="-1">${this.fresh}</code></div>`
          : nothing}
        <form class="account-form" @submit=${(event: Event) => {
          const { name = "" } = fields(event);
          const form = event.target as HTMLFormElement;
          void this.actions.run(async () => {
            await accountApi.addMember(name, "bot");
            changeMe(await accountApi.me());
            form.reset();
            return t("account.member_added", { name });
          });
        }}>
          <label class="field"><span>${t("account.bot.name")}</span>
            <input name="name" required maxlength="24" autocomplete="off" /></label>
          <button class="secondary" data-action="add-bot" ?disabled=${this.actions.busy}>${icon("plus")} ${t("account.bot.add")}</button>
        </form>
      </details>
      ${this.actions.render()}
    </section>`;
  }

  private bot(bot: Member): TemplateResult {
    return html`<div class="account-bot" data-bot=${bot.id}>
      <h3><a href="/m/${bot.id}">${bot.name}</a></h3>
      <ul class="account-list">${(this.tokens.get(bot.id) ?? []).map((token) => html`<li>
        <span class="account-name"><strong>${token.name}</strong>
          <span class="hint">${token.used ? t("account.used", { date: dateText(token.used) }) : t("account.never_used")}</span></span>
        <button class="quiet round" title=${t("account.remove")} aria-label=${`${t("account.remove")}: ${token.name}`}
          @click=${() => void this.removeToken(bot, token)}>${icon("close")}</button></li>`)}</ul>
      <form class="row" @submit=${(event: Event) => {
        const { name = "" } = fields(event);
        void this.add(bot, name, event.target as HTMLFormElement);
      }}>
        <label class="field"><span>${t("account.token.name")}</span>
          <input name="name" required maxlength="40" autocomplete="off" /></label>
        <button class="secondary" data-action="add-token" ?disabled=${this.actions.busy}>${icon("key")} ${t("account.token.add")}</button>
      </form>
    </div>`;
  }

  private async load(): Promise<void> {
    const found = await Promise.all(this.bots.map(async ({ id }) =>
      [id, await accountApi.tokens(id).catch((): ApiToken[] => [])] as const));
    this.tokens = new Map(found);
  }

  private async add(bot: Member, name: string, form: HTMLFormElement): Promise<void> {
    if (!(await confirmed(this.me, t("account.token.ask", { name: bot.name })))) return;
    await this.actions.run(async () => {
      this.fresh = (await accountApi.addToken(bot.id, name, SCOPES)).token;
      form.reset();
      await this.load();
    });
    await this.updateComplete;
    this.querySelector<HTMLElement>(".account-fresh code")?.focus();
  }

  private async removeToken(bot: Member, token: ApiToken): Promise<void> {
    if (!(await confirmed(this.me, t("account.token.remove.ask", { name: token.name })))) return;
    await this.actions.run(async () => {
      await accountApi.removeToken(token.id);
      await this.load();
      return t("account.token.removed", { name: bot.name });
    });
  }
}
