/** Ratings in words. */
import { numberText, t } from "../i18n/i18n.ts";
import type { RatingInfo } from "./rating-api.ts";

/** Returns a rating with its uncertainty; a question mark marks a provisional one. */
export function ratingText({ points, uncertainty, provisional }: RatingInfo): string {
  return `${points}${provisional ? "?" : ""} ± ${uncertainty}`;
}

/** Returns the same for a screen reader. */
export function ratingLabel({ points, uncertainty, provisional }: RatingInfo): string {
  return t(provisional ? "rating.label.provisional" : "rating.label", { points, uncertainty });
}

/** Returns a change with its sign. */
export function changeText(change: number): string {
  return numberText(change, { signDisplay: "always" });
}

export function percentText(share: number): string {
  return numberText(share, { style: "percent", maximumFractionDigits: 0 });
}

/** Returns the name of a season such as 20264. */
export function seasonText(season: number): string {
  return t("leaderboard.season", { quarter: season % 10, year: Math.floor(season / 10) });
}
