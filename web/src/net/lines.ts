/** Streams of newline-delimited JSON. */

/** Yields the value of each line of a body; empty lines keep the connection open and are left out. */
export async function* valuesIn<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim()) yield JSON.parse(line) as T;
    }
  }
}

const SOONEST = 2_000;
const LATEST = 60_000;

/**
 * Takes each value of a stream of the server until `signal` aborts; connects again after a while if it is lost. Ends
 * where there is nothing to follow any more, because nobody is signed in.
 */
export async function follow<T extends object>(path: string, signal: AbortSignal, take: (found: T) => void): Promise<void> {
  let wait = SOONEST;
  while (!signal.aborted) {
    try {
      const answer = await fetch(path, { signal });
      if ([401, 403, 404].includes(answer.status)) return;
      if (answer.ok && answer.body) {
        for await (const found of valuesIn<T | { type: string }>(answer.body)) {
          if ("type" in found) break;
          wait = SOONEST;
          take(found);
        }
      }
    } catch {
      // The server is away, or the page is.
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(2 * wait, LATEST);
  }
}
