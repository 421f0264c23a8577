/** Errors of study files in the user's language. */
import { errorText } from "../net/error-text.ts";
import { t } from "../i18n/i18n.ts";
import { StudyFileError } from "./study-file.ts";

/** Returns the text of an error for the user. */
export function studyErrorText(error: unknown, game = ""): string {
  return error instanceof StudyFileError ? t(error.key, error.args) : errorText(error, game);
}
