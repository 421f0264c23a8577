/** Forms of somebody who is not signed in: sign in, create an account, or recover one. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { accountApi, type Me } from "./account-api.ts";
import { changeMe, features } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import { signInWithPasskey, wasCancelled } from "./passkeys.ts";

/** The shortest password; the server refuses common ones as well. */
export const SHORTEST_PASSWORD = 10;

type Way = "in" | "up" | "recover";

/** Fires `signed-up` (detail: the recovery codes) after an account was created. */
@customElement("sign-in-form")
export class SignInForm extends LightElement {
  /** The code of an invitation, from the address. */
  @property() invitation = "";
  @state() private way: Way | null = null;
  private readonly actions = new Actions(this);

  private get shown(): Way {
    return this.way ?? (this.invitation ? "up" : "in");
  }

  protected override render(): TemplateResult {
    const ways: readonly Way[] = this.maySignUp ? ["in", "up"] : ["in"];
    return html`<section class="card account-forms">
      ${ways.length > 1 && this.shown !== "recover"
        ? html`<div class="segments" role="group" aria-label=${t("account.link")}>${ways.map((way) => html`
            <button type="button" class=${way === this.shown ? "primary" : "secondary"} data-way=${way}
              aria-pressed=${way === this.shown ? "true" : "false"} @click=${() => (this.way = way)}>
              ${t(`account.way.${way}`)}</button>`)}</div>`
        : nothing}
      ${this.shown === "in" ? this.signIn() : this.shown === "up" ? this.signUp() : this.recover()}
      ${this.actions.render()}
    </section>`;
  }

  private get maySignUp(): boolean {
    const registration = features()?.registration;
    return registration === "open" || (registration === "invitation" && this.invitation !== "");
  }

  private signIn(): TemplateResult {
    return html`<form @submit=${(event: Event) => {
        const { login = "", password = "" } = fields(event);
        void this.enter(() => accountApi.signIn(login, password));
      }}>
        ${this.login()}
        ${this.password("current-password", t("account.password"))}
        <button class="primary" data-action="sign-in" ?disabled=${this.actions.busy}>${t("account.way.in")}</button>
      </form>
      ${features()?.passkeys
        ? html`<button class="secondary" data-action="passkey" @click=${() => void this.usePasskey()}>
            ${icon("key")} ${t("account.passkey.use")}</button>`
        : nothing}
      <button class="quiet" data-action="forgot" @click=${() => (this.way = "recover")}>${t("account.forgot")}</button>
      ${features()?.registration === "invitation" && !this.maySignUp
        ? html`<p class="hint">${t("account.by_invitation")}</p>`
        : nothing}`;
  }

  private signUp(): TemplateResult {
    return html`<p>${t("account.up.why")}</p>
      <form @submit=${(event: Event) => {
        const { login = "", name = "", password = "" } = fields(event);
        void this.actions.run(async () => {
          const { recovery_codes: codes, me } = await accountApi.signUp({
            login, name, password, language: currentLanguage(), ...(this.invitation && { invitation: this.invitation }),
          });
          changeMe(me);
          this.dispatchEvent(new CustomEvent("signed-up", { detail: codes }));
        });
      }}>
        ${this.login(t("account.login.help"))}
        <label class="field"><span>${t("account.first")}</span>
          <input name="name" maxlength="24" autocomplete="nickname" />
          <small>${t("account.first.help")}</small></label>
        ${this.password("new-password", t("account.password"))}
        <p class="hint">${t("account.privacy")} <a href="/privacy">${t("account.privacy.link")}</a></p>
        <button class="primary" data-action="sign-up" ?disabled=${this.actions.busy}>${t("account.way.up")}</button>
      </form>`;
  }

  private recover(): TemplateResult {
    return html`<h2>${t("account.recover.title")}</h2>
      <form @submit=${(event: Event) => {
        const { login = "", code = "", password = "" } = fields(event);
        void this.enter(() => accountApi.recover(login, code, password));
      }}>
        <p>${t("account.recover.code.text")}</p>
        ${this.login()}
        <label class="field"><span>${t("account.recover.code")}</span>
          <input name="code" class="code" required autocomplete="off" spellcheck="false" /></label>
        ${this.password("new-password", t("account.password.new"))}
        <button class="primary" data-action="recover" ?disabled=${this.actions.busy}>${t("account.recover.title")}</button>
      </form>
      ${features()?.mail
        ? html`<form @submit=${(event: Event) => {
            const { email = "" } = fields(event);
            void this.actions.run(async () => {
              await accountApi.askMail(email);
              return t("account.mail.sent");
            });
          }}>
            <p>${t("account.recover.mail.text")}</p>
            <label class="field"><span>${t("account.login_or_email")}</span>
              <input name="email" required autocomplete="email" /></label>
            <button class="secondary" data-action="mail" ?disabled=${this.actions.busy}>${t("account.mail.send")}</button>
          </form>`
        : html`<p class="hint">${t("account.recover.host")}</p>`}
      <button class="quiet" data-action="back" @click=${() => (this.way = "in")}>${icon("back")} ${t("account.way.in")}</button>`;
  }

  private login(help = ""): TemplateResult {
    return html`<label class="field"><span>${t("account.login")}</span>
      <input name="login" required minlength="2" maxlength="24" autocomplete="username" autocapitalize="none" spellcheck="false" />
      ${help ? html`<small>${help}</small>` : nothing}</label>`;
  }

  private password(autocomplete: "current-password" | "new-password", label: string): TemplateResult {
    const isNew = autocomplete === "new-password";
    return html`<label class="field"><span>${label}</span>
      <input name="password" type="password" required autocomplete=${autocomplete}
        minlength=${isNew ? SHORTEST_PASSWORD : 1} maxlength="256" />
      ${isNew ? html`<small>${t("account.password.help", { count: SHORTEST_PASSWORD })}</small>` : nothing}</label>`;
  }

  private async enter(request: () => Promise<Me>): Promise<void> {
    await this.actions.run(async () => changeMe(await request()));
  }

  private async usePasskey(): Promise<void> {
    await this.actions.run(async () => {
      try {
        changeMe(await signInWithPasskey());
      } catch (error) {
        if (!wasCancelled(error)) throw error;
      }
    });
  }
}
