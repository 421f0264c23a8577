/** Who plays at a place: a person of the account, with one tap, or a guest. Fires `pick` (detail: ID, "" for a guest). */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { people } from "./account-state.ts";

@customElement("member-field")
export class MemberField extends LightElement {
  /** Distinguishes several fields of a form. */
  @property() name = "";
  @property() label = "";
  /** The ID of the chosen person, "" for a guest. */
  @property() chosen = "";

  protected override render(): TemplateResult | typeof nothing {
    const all = people();
    if (all.length === 0) return nothing;
    const choices = [...all.map(({ id, name }) => ({ id, name })), { id: "", name: t("account.guest") }];
    return html`<fieldset class="choice"><legend>${this.label}</legend>
      <div class="segments member-segments">${choices.map(({ id, name }) => html`<label class="segment">
        <input type="radio" name=${this.name} value=${id} .checked=${id === this.chosen}
          @change=${() => this.dispatchEvent(new CustomEvent("pick", { detail: id }))} />
        <span class="segment-face">${name}</span></label>`)}</div>
    </fieldset>`;
  }
}
