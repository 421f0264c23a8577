/** Acts of moderators in words. */
import { currentLanguage, t } from "../i18n/i18n.ts";
import type { ActShown } from "./reports-api.ts";

/** Returns a moment as a date and time. */
export function moment(at: number): string {
  return new Date(at).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
}

/** Returns what an act is, and why. */
export function titleOf({ kind, category }: ActShown): string {
  return t("acts.pair", { one: t(`acts.kind.${kind}`), other: t(`acts.category.${category}`) });
}

/** Returns how long an act holds, or that it is over. */
export function duration(act: ActShown): string {
  if (act.lifted !== null) return t("acts.lifted", { date: moment(act.lifted) });
  if (act.kind === "warn") return moment(act.began);
  if (!act.holds && act.ended !== null) return t("acts.over", { date: moment(act.ended) });
  return act.ended === null ? t("acts.open") : t("acts.until", { date: moment(act.ended) });
}
