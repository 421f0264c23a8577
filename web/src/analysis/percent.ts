/** Formats shares in the user's language. */
import { currentLanguage } from "../i18n/i18n.ts";

export function percent(share: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(share);
}

/** Formats a change, with its sign. */
export function signedPercent(share: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: "percent", signDisplay: "exceptZero" }).format(share);
}
