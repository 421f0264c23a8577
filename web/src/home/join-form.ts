/** Form to join a table by its short code. */
import { html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { navigate } from "../ui/navigation.ts";
import { errorText } from "../net/error-text.ts";
import { api, ApiError } from "../net/api.ts";
import { t } from "../i18n/i18n.ts";

@customElement("join-form")
export class JoinForm extends LightElement {
  /** A code that is looked up at once, as of an address. */
  @property() code = "";
  @state() private trouble = "";

  protected override firstUpdated(): void {
    if (this.code) this.querySelector("form")?.requestSubmit();
  }

  protected override render(): TemplateResult {
    return html`<form @submit=${this.join}>
      <label for="code">${t("join.code")}</label>
      <div class="row">
        <input id="code" name="code" class="code" required maxlength="12" autocomplete="off"
          autocapitalize="characters" spellcheck="false" placeholder="ABC123"
          .value=${this.code} />
        <button class="secondary">${t("join.go")}</button>
      </div>
      <p class="trouble" role="alert">${this.trouble}</p>
    </form>`;
  }

  private async join(event: Event): Promise<void> {
    event.preventDefault();
    const code = this.querySelector("input")?.value.replace(/[\s-]/g, "").toUpperCase() ?? "";
    this.trouble = "";
    try {
      navigate(`/t/${(await api.findCode(code)).table}`);
    } catch (error) {
      const unknown = error instanceof ApiError && error.code === "no_table";
      this.trouble = unknown ? t("join.unknown", { code }) : errorText(error);
    }
  }
}
