/** Work in steps of some milliseconds, so that a worker can hear its page in between. */

/** Yields how much is done after each step; `next(true)` asks for the result so far. */
export type Steps<Result> = Generator<number, Result, boolean>;

/** Does all steps; returning true, `stop` ends them early. Example: `finish(searching(state, options))`. */
export function finish<Result>(steps: Steps<Result>, stop?: () => boolean): Result {
  try {
    let step = steps.next(false);
    while (!step.done) step = steps.next(stop?.() ?? false);
    return step.value;
  } catch (error) {
    steps.return(undefined as never); // gives back what it has borrowed
    throw error;
  }
}
