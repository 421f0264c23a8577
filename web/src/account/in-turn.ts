/** Repeats requests that wait for a password while too many people sign in. */
import { ApiError } from "../net/api.ts";

/** How long to try again. */
const PATIENCE_MS = 10 * 60_000;
/** Seconds between tries if the server does not say. */
const PAUSE = 2;

/** Tries again, as often as the server says, and tells `onBusy` before each pause. Throws all other errors. */
export async function inTurn<T>(work: () => Promise<T>, onBusy: () => void): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason?.key !== "sign_in.busy" || Date.now() > until) throw error;
      onBusy();
      // Not all at the same moment.
      const pause = 1000 * (error.retryAfter ?? PAUSE) * (1 + Math.random());
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}
