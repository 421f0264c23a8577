/**
 * What browsers offer at secure addresses alone: https, and this very device. Elsewhere texts are copied by selecting
 * them, files are saved instead of shared, transfers are encrypted by the page, and what has no other way says why.
 */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/i18n.ts";

/** Renders why something is missing here, or nothing at a secure address. */
export function secureOnly(key: "insecure" | "insecure.screen" = "insecure"): TemplateResult | typeof nothing {
  return isSecureContext ? nothing : html`<p class="hint" data-insecure>${t(key)}</p>`;
}
