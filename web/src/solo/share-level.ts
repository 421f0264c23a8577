/** Shares the link to a level. */
import { shareLink } from "../ui/share-link.ts";
import { t } from "../i18n/i18n.ts";

/** Returns a text for the user. */
export async function shareLevel(title: string, path: string): Promise<string> {
  const url = location.origin + path;
  const done = await shareLink(title, url);
  if (done === "shared") return "";
  return done === "copied" ? t("start.copied") : t("solo.not_copied", { url });
}
