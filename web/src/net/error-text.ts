/** Error messages in the user's language. */
import { ApiError } from "./api.ts";
import type { Message } from "./protocol.ts";
import { currentLanguage, has, t, translator } from "../i18n/i18n.ts";
import type { Args } from "../i18n/message-format.ts";

/** Returns the text of an error: the game's reason, the page's text for the code, or the server's message. */
export function refusalText(
  game: string,
  refusal: { code: string; detail: string; reason?: Message | null },
): string {
  const reason = refusal.reason;
  if (reason && has("", `refused.${reason.key}`)) {
    return t(`refused.${reason.key}`, withDate(reason.args));
  }
  if (reason && has(game, reason.key)) {
    return t("refused.because", { reason: translator(game)(reason.key, reason.args) });
  }
  const key = `refused.${refusal.code}`;
  return has(game, key) ? t(key, { message: refusal.detail }) : refusal.detail;
}

/** Returns arguments with the end of a ban, which is in milliseconds, as a date. */
function withDate(args: Args): Args {
  if (typeof args.until !== "number") return args;
  const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
  return { ...args, until: format.format(args.until) };
}

/** Returns the texts of all faults of options, one for each fault if the game has texts for all of them. */
export function optionErrors(error: unknown, game: string): string[] {
  const reasons = error instanceof ApiError ? error.reasons : [];
  const told = reasons.filter((reason) => has(game, reason.key));
  if (told.length === 0 || told.length < reasons.length) return [errorText(error, game)];
  return told.map((reason) => translator(game)(reason.key, reason.args));
}

export function errorText(error: unknown, game = ""): string {
  if (error instanceof ApiError) {
    const told = error.reasons.filter((reason) => has(game, reason.key));
    if (told.length > 0 && told.length === error.reasons.length) {
      const detail = told.map((reason) => translator(game)(reason.key, reason.args)).join("; ");
      return refusalText(game, { code: error.code, detail });
    }
    return refusalText(game, { code: error.code, detail: error.message, reason: error.reason });
  }
  return error instanceof Error ? error.message : String(error);
}
