/** Buttons over the board: perspective or plan view, and reset. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { savePreference } from "../ui/preferences.ts";
import { t } from "../i18n/i18n.ts";

/** `change` gets the new view, which is saved as a preference. Without `home` there is no reset button. */
export function viewTools(
  plan: boolean, change: (plan: boolean) => void, home?: () => void,
): TemplateResult {
  const text = t(plan ? "view.table" : "view.plan");
  return html`<div class="view-tools">
    <button class="tool" title=${text} aria-label=${text} data-action="plan" @click=${() => {
      savePreference("plan", plan ? "off" : "on");
      change(!plan);
    }}>${icon(plan ? "table" : "plan")}</button>
    ${home
      ? html`<button class="tool" title=${t("view.home")} aria-label=${t("view.home")}
          @click=${home}>${icon("again")}</button>`
      : nothing}
  </div>`;
}
