/** What the account keeps: one file of everything, and the end of the account. */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";
import { accountApi, EXPORT_PATH, type Me } from "./account-api.ts";
import { changeMe } from "./account-state.ts";
import { Actions } from "./actions.ts";
import { confirmed } from "./confirm-dialog.ts";

@customElement("data-section")
export class DataSection extends LightElement {
  @property({ attribute: false }) me!: Me;
  private readonly actions = new Actions(this);

  protected override render(): TemplateResult {
    return html`<section class="card" aria-labelledby="account-data">
      <h2 id="account-data">${icon("save")} ${t("account.data")}</h2>
      <p>${t("account.data.text")} <a href="/privacy">${t("account.privacy.link")}</a></p>
      <div class="row">
        <button class="secondary" data-action="export" @click=${() => void this.save()}>${t("account.export")}</button>
        <button class="secondary danger" data-action="delete" @click=${() => void this.removeAccount()}>${t("account.delete")}</button>
      </div>
      ${this.actions.render()}
    </section>`;
  }

  private async save(): Promise<void> {
    if (!(await confirmed(this.me, t("account.export")))) return;
    const link = document.createElement("a");
    link.href = EXPORT_PATH;
    link.download = "empile.json";
    link.click();
  }

  private async removeAccount(): Promise<void> {
    if (!(await confirmed(this.me, t("account.delete.ask", { name: this.me.account.login })))) return;
    const done = await this.actions.run(async () => {
      await accountApi.remove();
      changeMe(null);
    });
    if (done) navigate("/");
  }
}
