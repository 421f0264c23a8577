/** What went wrong, in the reader's words. */
import { RefusedError } from "../net/api.ts";
import type { Message } from "../net/protocol.ts";
import { has, say, sayer } from "../words/words.ts";

/** The sentence for a refusal: the game's reason, else the page's for its code, else the server's. */
export function refusalText(
  game: string,
  refusal: { code: string; message: string; reason?: Message | null },
): string {
  const reason = refusal.reason;
  if (reason && has(game, reason.key)) {
    return say("refused.because", { reason: sayer(game)(reason.key, reason.args) });
  }
  const key = `refused.${refusal.code}`;
  return has(game, key) ? say(key, { message: refusal.message }) : refusal.message;
}

/** The sentences for all that is wrong with options, one for each fault where the game tells them. */
export function optionTroubles(error: unknown, game: string): string[] {
  const reasons = error instanceof RefusedError ? error.reasons : [];
  const told = reasons.filter((reason) => has(game, reason.key));
  if (told.length === 0 || told.length < reasons.length) return [troubleText(error, game)];
  return told.map((reason) => sayer(game)(reason.key, reason.args));
}

export function troubleText(error: unknown, game = ""): string {
  if (error instanceof RefusedError) {
    const told = error.reasons.filter((reason) => has(game, reason.key));
    if (told.length > 0 && told.length === error.reasons.length) {
      const message = told.map((reason) => sayer(game)(reason.key, reason.args)).join("; ");
      return refusalText(game, { code: error.code, message });
    }
    return refusalText(game, error);
  }
  return error instanceof Error ? error.message : String(error);
}
