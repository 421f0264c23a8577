/** Formats shares in the user's language. */
import { numberText } from "../i18n/i18n.ts";

export function percent(share: number): string {
  return numberText(share, { style: "percent" });
}

/** Formats a change, with its sign. */
export function signedPercent(share: number): string {
  return numberText(share, { style: "percent", signDisplay: "exceptZero" });
}
