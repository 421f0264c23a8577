/** Shares a link through the system, or copies it. */
import { t } from "../i18n/i18n.ts";

/** Returns a text for the user. `title`: what the link leads to. */
export async function shareLink(title: string, path: string): Promise<string> {
  const url = location.origin + path;
  if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
    await navigator.share({ title, url }).catch(() => undefined);
    return "";
  }
  try {
    await navigator.clipboard.writeText(url);
    return t("solo.copied");
  } catch {
    return t("solo.not_copied", { url });
  }
}
