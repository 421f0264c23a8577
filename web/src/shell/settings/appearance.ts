/** Applies theme and motion to the document: style sheets read `data-theme` and `data-motion` of the root. */
import { renderAll } from "../../ui/base-element.ts";
import { reducedMotion } from "../../ui/motion.ts";
import { onSettings, setting } from "../../ui/settings.ts";

const SYSTEM = ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"];

export function isDark(): boolean {
  const chosen = setting("theme");
  return chosen === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
}

/** Applies them now and after each change of a setting or of the system. */
export function followAppearance(): void {
  apply();
  onSettings(() => {
    apply();
    renderAll();
  });
  for (const query of SYSTEM) matchMedia(query).addEventListener("change", apply);
}

function apply(): void {
  const root = document.documentElement;
  root.dataset["theme"] = isDark() ? "dark" : "light";
  root.dataset["motion"] = reducedMotion() ? "reduced" : "full";
  const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = paper;
  }
}
