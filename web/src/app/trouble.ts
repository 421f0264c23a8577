/** What went wrong, in the reader's words. */
import { RefusedError } from "../net/api.ts";
import type { Words } from "../net/protocol.ts";
import { has, say, sayer } from "../words/words.ts";

/** The sentence for a refusal: the game's reason, else the page's for its code, else the server's. */
export function refusalText(
  game: string,
  refusal: { code: string; message: string; reason?: Words | null },
): string {
  const reason = refusal.reason;
  if (reason && has(game, reason.key)) {
    return say("refused.because", { reason: sayer(game)(reason.key, reason.args) });
  }
  const key = `refused.${refusal.code}`;
  return has(game, key) ? say(key, { message: refusal.message }) : refusal.message;
}

export function troubleText(error: unknown, game = ""): string {
  if (error instanceof RefusedError) return refusalText(game, error);
  return error instanceof Error ? error.message : String(error);
}
