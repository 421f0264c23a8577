/** Work in steps of some milliseconds, so that a worker can hear its page in between. */

/** Yields how much is done after each step; `next(true)` asks for the result so far. */
export type Steps<Result> = Generator<number, Result, boolean>;

/** Asks steps for their result after so many seconds. Example: `yield* within(searching(state, options), 2)`. */
export function* within<Result>(steps: Steps<Result>, seconds: number): Steps<Result> {
  const end = performance.now() + 1_000 * seconds;
  try {
    let step = steps.next(false);
    while (!step.done) {
      const isStopped = yield step.value;
      step = steps.next(isStopped || performance.now() >= end);
    }
    return step.value;
  } finally {
    steps.return(undefined as never); // gives back what it has borrowed
  }
}

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
