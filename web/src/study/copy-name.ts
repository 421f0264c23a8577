/** Names of copies in the user's language. */
import { t } from "../i18n/i18n.ts";
import { LONGEST_NAME } from "./study-file.ts";

/** Returns the name of a copy of conflicting edits. */
export function copyName(name: string): string {
  const copy = t("study.copy", { name });
  return copy.length <= LONGEST_NAME ? copy : t("study.copy", { name: name.slice(0, LONGEST_NAME - copy.length) });
}
