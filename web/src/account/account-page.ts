/** Page of the account: sign in or up; then people, security, data and programs. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";
import { accountApi, type Me } from "./account-api.ts";
import { changeMe, features, findMe, signedIn } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import "./absence-section.ts";
import "./account.css";
import "./data-section.ts";
import "./invitation-section.ts";
import "./members-section.ts";
import "./recovery-codes.ts";
import "./security-section.ts";
import { SHORTEST_PASSWORD } from "./sign-in-form.ts";
import "./tokens-section.ts";

/** Links in mails and invitations carry secrets in the fragment: `/account/recover#...`. */
function secretOf(way: "invitation" | "recover" | "email"): string {
  return location.pathname === `/account/${way}` ? location.hash.slice(1) : "";
}

@customElement("account-page")
export class AccountPage extends LightElement {
  @state() private ready = false;
  /** New recovery codes, shown once. */
  @state() private codes: string[] = [];
  @state() private recovery = secretOf("recover");
  @state() private email = secretOf("email");
  private readonly invitation = secretOf("invitation");
  private readonly actions = new Actions(this);

  override connectedCallback(): void {
    super.connectedCallback();
    void findMe().then(() => (this.ready = true));
    if (this.email) void this.confirmEmail();
  }

  protected override render(): TemplateResult {
    document.title = `${t("account.link")} · Empile`;
    const me = signedIn();
    return html`<div class="account-page" data-ready=${this.ready ? "true" : "false"}>
      <h1>${me ? t("account.hello", { name: me.account.login }) : t("account.link")}</h1>
      ${this.actions.render()}
      ${!features() ? html`<p>${t("account.off")}</p>`
        : this.recovery ? this.newPassword()
        : !this.ready ? html`<p role="status">${t("loading")}</p>`
        : me ? this.account(me)
        : html`<sign-in-form .invitation=${this.invitation}
            @signed-up=${(event: CustomEvent<string[]>) => this.show(event.detail)}></sign-in-form>`}
    </div>`;
  }

  private account(me: Me): TemplateResult {
    return html`
      ${this.codes.length > 0
        ? html`<recovery-codes .codes=${this.codes} @done=${() => (this.codes = [])}></recovery-codes>`
        : nothing}
      ${me.account.role === "member" ? nothing
        : html`<a class="button secondary" href="/moderate" data-action="moderate">${icon("report")} ${me.waiting > 0 ? t("moderate.waiting", { count: me.waiting }) : t("moderate.title")}</a>`}
      <members-section .me=${me}></members-section>
      <absence-section .me=${me}></absence-section>
      <security-section .me=${me} @codes=${(event: CustomEvent<string[]>) => this.show(event.detail)}></security-section>
      ${me.account.role === "member" || features()?.registration !== "invitation"
        ? nothing
        : html`<invitation-section></invitation-section>`}
      <tokens-section .me=${me}></tokens-section>
      <data-section .me=${me}></data-section>
      <button class="secondary" data-action="sign-out" @click=${() => void this.signOut()}>${t("account.sign_out")}</button>`;
  }

  private show(codes: string[]): void {
    this.codes = codes;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("recovery-codes h2")?.focus());
  }

  private newPassword(): TemplateResult {
    return html`<section class="card">
      <h2>${t("account.password.new")}</h2>
      <form @submit=${(event: Event) => {
        const { password = "" } = fields(event);
        void this.actions.run(async () => {
          changeMe(await accountApi.recoverByMail(this.recovery, password));
          this.recovery = "";
          history.replaceState(history.state, "", "/account");
          return t("account.password.changed");
        });
      }}>
        <label class="field"><span>${t("account.password.new")}</span>
          <input name="password" type="password" required minlength=${SHORTEST_PASSWORD} maxlength="256" autocomplete="new-password" /></label>
        <button class="primary">${t("save")}</button>
      </form>
    </section>`;
  }

  private async confirmEmail(): Promise<void> {
    await this.actions.run(async () => {
      await accountApi.confirmEmail(this.email);
      this.email = "";
      history.replaceState(history.state, "", "/account");
      const me = signedIn();
      if (me) changeMe(await accountApi.me());
      return t("account.email.confirmed");
    });
  }

  private async signOut(): Promise<void> {
    const done = await this.actions.run(async () => {
      await accountApi.signOut();
      changeMe(null);
    });
    if (done) navigate("/");
  }
}
