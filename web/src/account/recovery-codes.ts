/** Recovery codes, shown once: to copy, save or print. Fires `done` when the user has kept them. */
import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { saveFile } from "../ui/save-file.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { copyText } from "../ui/copy-text.ts";
import { icon } from "../ui/icons.ts";

@customElement("recovery-codes")
export class RecoveryCodes extends LightElement {
  @property({ attribute: false }) codes: readonly string[] = [];
  @state() private told = "";

  protected override render(): TemplateResult {
    return html`<section class="card account-codes">
      <h2 tabindex="-1">${t("account.codes.title")}</h2>
      <p>${t("account.codes.text")}</p>
      <ul>${this.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <div class="row">
        <button class="secondary" data-action="copy-codes" @click=${() => void this.copy()}>${icon("copy")} ${t("copy")}</button>
        <button class="secondary" data-action="save-codes" @click=${() =>
          void saveFile("empile-codes.txt", `${this.codes.join("\n")}\n`, "text/plain")}>${icon("save")} ${t("save")}</button>
        <button class="primary" data-action="codes-done" @click=${() => this.dispatchEvent(new Event("done"))}>
          ${t("account.codes.done")}</button>
      </div>
      <p class="told" role="status">${this.told}</p>
    </section>`;
  }

  private async copy(): Promise<void> {
    this.told = t((await copyText(this.codes.join("\n"))) ? "copied" : "copy.failed");
  }
}
