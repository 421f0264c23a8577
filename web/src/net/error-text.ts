/** What went wrong, in the reader's words. */
import { ApiError } from "./api.ts";
import type { Words } from "./protocol.ts";
import { has, t, translator } from "../i18n/i18n.ts";

/** The sentence for a refusal: the game's reason, else the page's for its code, else the server's. */
export function refusalText(
  game: string,
  refusal: { code: string; message: string; reason?: Words | null },
): string {
  const reason = refusal.reason;
  if (reason && has(game, reason.key)) {
    return t("refused.because", { reason: translator(game)(reason.key, reason.args) });
  }
  const key = `refused.${refusal.code}`;
  return has(game, key) ? t(key, { message: refusal.message }) : refusal.message;
}

/** The sentences for all that is wrong with options, one for each fault where the game tells them. */
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
      const message = told.map((reason) => translator(game)(reason.key, reason.args)).join("; ");
      return refusalText(game, { code: error.code, message });
    }
    return refusalText(game, error);
  }
  return error instanceof Error ? error.message : String(error);
}
