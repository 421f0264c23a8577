/** Password, passkeys, recovery codes, e-mail and sessions of an account. Fires `codes` (detail: new recovery codes). */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { secureOnly } from "../offline/secure.ts";
import { accountApi, type Me, type Passkey, type SessionInfo } from "./account-api.ts";
import { changeMe, features } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import { confirmed } from "./confirm-dialog.ts";
import { createPasskey, wasCancelled } from "./passkeys.ts";
import { SHORTEST_PASSWORD } from "./sign-in-form.ts";

@customElement("security-section")
export class SecuritySection extends LightElement {
  @property({ attribute: false }) me!: Me;
  @state() private sessions: SessionInfo[] | null = null;
  private readonly actions = new Actions(this);

  protected override render(): TemplateResult {
    const { account } = this.me;
    return html`<section class="card" aria-labelledby="account-security">
      <h2 id="account-security">${icon("key")} ${t("account.security")}</h2>
      ${this.actions.render()}
      <details class="unfold" data-part="password"><summary>${t("account.password.change")}</summary>${this.passwordForm()}</details>
      ${features()?.passkeys
        ? html`<details class="unfold" data-part="passkeys"><summary>${t("account.passkeys")}</summary>${this.passkeys()}</details>`
        : isSecureContext ? nothing
        : html`<details class="unfold" data-part="passkeys"><summary>${t("account.passkeys")}</summary>${secureOnly()}</details>`}
      <details class="unfold" data-part="codes"><summary>${t("account.codes.title")}</summary>
        <p>${t("account.codes.left", { count: account.recovery_left })}</p>
        <button class="secondary" data-action="new-codes" @click=${() => void this.newCodes()}>${t("account.codes.new")}</button>
      </details>
      ${features()?.mail
        ? html`<details class="unfold" data-part="email"><summary>${t("account.email")}</summary>${this.emailForm()}</details>`
        : nothing}
      <details class="unfold" data-part="sessions" @toggle=${() => void this.loadSessions()}>
        <summary>${t("account.sessions")}</summary>${this.sessionList()}</details>
    </section>`;
  }

  private passwordForm(): TemplateResult {
    const { login, has_password: hasPassword } = this.me.account;
    return html`<form class="account-form" @submit=${(event: Event) => {
      const { old_password: old = "", new_password: fresh = "" } = fields(event);
      const form = event.target as HTMLFormElement;
      void this.actions.run(async () => {
        changeMe(await accountApi.change({ password: { ...(hasPassword && { old }), new: fresh } }));
        form.reset();
        return t("account.password.changed");
      });
    }}>
      <input type="hidden" name="username" autocomplete="username" .value=${login} />
      ${hasPassword
        ? html`<label class="field"><span>${t("account.password.old")}</span>
            <input name="old_password" type="password" required autocomplete="current-password" /></label>`
        : nothing}
      <label class="field"><span>${t("account.password.new")}</span>
        <input name="new_password" type="password" required minlength=${SHORTEST_PASSWORD} maxlength="256"
          autocomplete="new-password" />
        <small>${t("account.password.help", { count: SHORTEST_PASSWORD })}</small></label>
      <p class="hint">${t("account.password.ends")}</p>
      <button class="primary" data-action="change-password" ?disabled=${this.actions.busy}>${t("save")}</button>
    </form>`;
  }

  private passkeys(): TemplateResult {
    return html`<p>${t("account.passkeys.text")}</p>
      <ul class="account-list">${this.me.passkeys.map((key) => html`<li>
        <span class="account-name"><strong>${key.name}</strong>
          <span class="hint">${key.used ? t("account.used", { date: dateText(key.used) }) : t("account.never_used")}</span></span>
        <button class="quiet round" title=${t("account.remove")} aria-label=${`${t("account.remove")}: ${key.name}`}
          @click=${() => void this.removePasskey(key)}>${icon("close")}</button>
      </li>`)}</ul>
      <form class="account-form" @submit=${(event: Event) => {
        const { name = "" } = fields(event);
        void this.addPasskey(name);
      }}>
        <label class="field"><span>${t("account.passkey.name")}</span>
          <input name="name" required maxlength="40" .value=${deviceName()} /></label>
        <button class="secondary" data-action="add-passkey" ?disabled=${this.actions.busy}>${icon("plus")} ${t("account.passkey.add")}</button>
      </form>`;
  }

  private async addPasskey(name: string): Promise<void> {
    if (!(await confirmed(this.me, t("account.passkey.add.ask")))) return;
    await this.actions.run(async () => {
      try {
        changeMe(await createPasskey(name));
      } catch (error) {
        if (!wasCancelled(error)) throw error;
      }
    });
  }

  private async removePasskey({ id, name }: Passkey): Promise<void> {
    if (!(await confirmed(this.me, t("account.passkey.remove.ask", { name })))) return;
    await this.actions.run(async () => {
      await accountApi.removePasskey(id);
      changeMe(await accountApi.me());
    });
  }

  private async newCodes(): Promise<void> {
    if (!(await confirmed(this.me, t("account.codes.new.ask")))) return;
    await this.actions.run(async () => {
      const { recovery_codes: codes } = await accountApi.newRecoveryCodes();
      changeMe(await accountApi.me());
      this.dispatchEvent(new CustomEvent("codes", { detail: codes }));
    });
  }

  private emailForm(): TemplateResult {
    const { email, email_confirmed: isConfirmed } = this.me.account;
    return html`<form class="account-form" @submit=${(event: Event) => {
      const { email: wanted = "" } = fields(event);
      void this.changeEmail(wanted);
    }}>
      <p>${t("account.email.text")}</p>
      <label class="field"><span>${t("account.email")}</span>
        <input name="email" type="email" autocomplete="email" maxlength="254" .value=${email ?? ""} /></label>
      ${email && !isConfirmed ? html`<p class="hint">${t("account.email.unconfirmed")}</p>` : nothing}
      <button class="primary" data-action="change-email" ?disabled=${this.actions.busy}>${t("save")}</button>
    </form>`;
  }

  private async changeEmail(email: string): Promise<void> {
    if (!(await confirmed(this.me, t("account.email.ask")))) return;
    await this.actions.run(async () => {
      changeMe(await accountApi.change({ email: email || null }));
      return t(email ? "account.email.sent" : "account.email.removed");
    });
  }

  private async loadSessions(): Promise<void> {
    await this.actions.run(async () => {
      this.sessions = await accountApi.sessions();
    });
  }

  private sessionList(): TemplateResult {
    return html`<ul class="account-list">${(this.sessions ?? []).map((session) => html`<li>
        <span class="account-name"><strong>${session.agent || t("account.session.unknown")}</strong>
          <span class="hint">${session.current ? t("account.session.this") : t("account.used", { date: dateText(session.seen) })}</span></span>
        ${session.current
          ? nothing
          : html`<button class="secondary" aria-label=${`${t("account.session.end")}: ${session.agent}`}
              @click=${() => void this.end(() => accountApi.endSession(session.id))}>${t("account.session.end")}</button>`}
      </li>`)}</ul>
      ${(this.sessions?.length ?? 0) > 1
        ? html`<button class="secondary" data-action="end-others" @click=${() => void this.end(accountApi.endOthers)}>
            ${t("account.sessions.end")}</button>`
        : nothing}`;
  }

  private async end(request: () => Promise<null>): Promise<void> {
    await this.actions.run(async () => {
      await request();
      this.sessions = await accountApi.sessions();
      return t("account.session.ended");
    });
  }
}

export function dateText(at: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(at);
}

/** Returns a name for this device, such as "Firefox, Linux", that the user may change. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  const system = ["Android", "iPhone", "iPad", "Mac", "Windows", "Linux"].find((name) => agent.includes(name)) ?? "";
  return [browser.replace("Edg", "Edge"), system].filter(Boolean).join(", ");
}
