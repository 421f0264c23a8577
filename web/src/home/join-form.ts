/** Join a table by its short code. */
import { html, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Plain } from "../app/plain.ts";
import { navigate } from "../app/router.ts";
import { troubleText } from "../app/trouble.ts";
import { api, RefusedError } from "../net/api.ts";
import { say } from "../words/words.ts";

@customElement("join-form")
export class JoinForm extends Plain {
  @state() private trouble = "";

  protected override render(): TemplateResult {
    return html`<form @submit=${this.join}>
      <label for="code">${say("join.code")}</label>
      <div class="row">
        <input id="code" name="code" class="code" required maxlength="12" autocomplete="off"
          autocapitalize="characters" spellcheck="false" placeholder="ABC123" />
        <button class="secondary">${say("join.go")}</button>
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
      const unknown = error instanceof RefusedError && error.code === "no_table";
      this.trouble = unknown ? say("join.unknown", { code }) : troubleText(error);
    }
  }
}
