/** Asks for the password before something that cannot be undone, or that only a guardian may do. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import "../ui/dialog.ts";
import { accountApi, type Me } from "./account-api.ts";
import { changeMe, features } from "./account-state.ts";
import { Actions, fields } from "./actions.ts";
import { confirmWithPasskey, wasCancelled } from "./passkeys.ts";

/** Returns whether the user confirms; asks for the password unless it was given a moment ago. */
export async function confirmed(me: Me, question: string): Promise<boolean> {
  const dialog = document.createElement("confirm-dialog");
  dialog.me = me;
  dialog.question = question;
  const before = document.activeElement;
  document.body.append(dialog);
  const found = await dialog.answer;
  dialog.remove();
  if (before instanceof HTMLElement) before.focus();
  return found;
}

@customElement("confirm-dialog")
export class ConfirmDialog extends LightElement {
  @property({ attribute: false }) me!: Me;
  @property() question = "";
  readonly answer: Promise<boolean>;
  private settle!: (yes: boolean) => void;
  private readonly actions = new Actions(this);

  constructor() {
    super();
    this.answer = new Promise((settle) => (this.settle = settle));
  }

  private get needsPassword(): boolean {
    return (this.me.account.confirmed_until ?? 0) < Date.now() + 5000;
  }

  protected override render(): TemplateResult {
    return html`<page-dialog open look="box" .closeLabel=${t("close")} heading=${t("account.confirm.title")}
      .body=${() => this.body()} @close=${() => this.settle(false)}></page-dialog>`;
  }

  private body(): TemplateResult {
    const { has_password: hasPassword } = this.me.account;
    return html`<form class="account-form" @submit=${(event: Event) => void this.submit(event)}>
      <p>${this.question}</p>
      ${this.needsPassword && hasPassword
        ? html`<label class="field"><span>${t("account.password")}</span>
            <input name="password" type="password" required autocomplete="current-password" autofocus /></label>`
        : nothing}
      <div class="row">
        ${!this.needsPassword || hasPassword
          ? html`<button class="primary" data-action="confirm" ?disabled=${this.actions.busy}>${t("account.confirm")}</button>`
          : nothing}
        ${this.needsPassword && features()?.passkeys && this.me.passkeys.length > 0
          ? html`<button type="button" class="secondary" data-action="confirm-passkey" @click=${() => void this.usePasskey()}>
              ${icon("key")} ${t("account.passkey.use")}</button>`
          : nothing}
        <button type="button" class="quiet" data-action="cancel" @click=${() => this.settle(false)}>${t("cancel")}</button>
      </div>
      ${this.actions.render()}
    </form>`;
  }

  private async submit(event: Event): Promise<void> {
    const { password = "" } = fields(event);
    if (!this.needsPassword) this.settle(true);
    else if (await this.actions.run(async () => changeMe(await accountApi.confirm(password)))) this.settle(true);
    else this.querySelector<HTMLInputElement>("input")?.select();
  }

  private async usePasskey(): Promise<void> {
    let cancelled = false;
    const done = await this.actions.run(async () => {
      try {
        changeMe(await confirmWithPasskey());
      } catch (error) {
        if (!wasCancelled(error)) throw error;
        cancelled = true;
      }
    });
    if (done && !cancelled) this.settle(true);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "confirm-dialog": ConfirmDialog;
  }
}
