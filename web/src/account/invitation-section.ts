/** Invitations: links with which somebody else may create an account. For moderators and hosts. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { accountApi } from "./account-api.ts";
import { Actions } from "./actions.ts";
import { dateText } from "./security-section.ts";

@customElement("invitation-section")
export class InvitationSection extends LightElement {
  @state() private link = "";
  @state() private expires = 0;
  private readonly actions = new Actions(this);

  protected override render(): TemplateResult {
    return html`<section class="card" aria-labelledby="account-invite">
      <h2 id="account-invite">${icon("link")} ${t("account.invite")}</h2>
      <p>${t("account.invite.text")}</p>
      <button class="secondary" data-action="invite" ?disabled=${this.actions.busy} @click=${() => void this.invite()}>
        ${t("account.invite.do")}</button>
      ${this.link
        ? html`<label class="field"><span>${t("account.invite.until", { date: dateText(this.expires) })}</span>
            <input readonly .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></label>`
        : nothing}
      ${this.actions.render()}
    </section>`;
  }

  private async invite(): Promise<void> {
    await this.actions.run(async () => {
      const { code, expires } = await accountApi.invite();
      this.link = `${location.origin}/account/invitation#${code}`;
      this.expires = expires;
    });
    await this.updateComplete;
    this.querySelector("input")?.focus();
  }
}
