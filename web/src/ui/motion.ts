/** Motion: the setting, or else what the system prefers. */
import { setting } from "./settings.ts";

export function reducedMotion(): boolean {
  const chosen = setting("motion");
  return chosen === "system" ? matchMedia("(prefers-reduced-motion: reduce)").matches : chosen === "reduced";
}
