/** Buttons over the board, perspective or plan view and reset, and the view that a board opens with. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { savePreference } from "../ui/preferences.ts";
import type { BoardModel } from "../stage/scene.ts";
import { slow3d, webgl } from "../stage/webgl.ts";
import { t } from "../i18n/i18n.ts";

/** Media query of screens on which targets in perspective are too close to each other for a finger. */
const SMALL_SCREEN = "(max-width: 599px), (max-height: 479px)";

/**
 * Whether a board is shown in the plan view: as chosen, or else where 3D is slow and on small screens if the
 * plan shows it well.
 */
export function inPlan(chosen: boolean | null, model: BoardModel | null): boolean {
  if (model?.planOnly) return true;
  return chosen ?? (!model?.upright && (slow3d() || matchMedia(SMALL_SCREEN).matches));
}

/** Cosine and sine of the angle at which boards are first seen in perspective. */
const LEAN = { deep: Math.cos(0.6), high: Math.sin(0.6) };
/** From this ratio of width to height a board leaves room below it on wide screens. */
const WIDE = 1.25;

/**
 * Returns the width of the board's picture by its height, so that the stage can have its shape, or null if
 * the picture fills any shape: pieces that stand on one spot.
 */
export function boardShape(model: BoardModel | null, plan: boolean): number | null {
  if (!model || model.upright) return null;
  const { x, z, height } = model.extent;
  // Known before the picture in 3D is there, so that the board keeps its shape then.
  const { deep, high } = plan || webgl() === "none" ? { deep: 1, high: 0 } : LEAN;
  return (2 * x) / (2 * z * deep + height * high);
}

export function isWide(shape: number | null): boolean {
  return shape !== null && shape > WIDE;
}

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
          @click=${home}>${icon("recentre")}</button>`
      : nothing}
  </div>`;
}
