/** The files of a comparison: a module, its bundles and traces, which are lines of JSON in pieces of some megabytes. */
import type { Bundle, BundleFacts } from "../../../src/engine/index.ts";

/** Reads a file by its name. */
export type Read = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Hears how many lines of a trace have been compared. */
export type Tell = (lines: number) => void;

async function textOf(read: Read, name: string): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await read(name));
}

/** Returns a bundle by its number. */
export async function bundleOf(read: Read, number: number): Promise<Bundle> {
  const facts = JSON.parse(await textOf(read, `bundle-${number}.json`)) as BundleFacts;
  return { facts, data: await read(`bundle-${number}.bin`) };
}

/** Yields the lines of a trace; a list names its pieces, of which only one is in memory at a time. */
export async function* linesOf<Line>(read: Read, trace: string, tell: Tell): AsyncGenerator<Line> {
  let count = 0;
  for (const piece of JSON.parse(await textOf(read, `${trace}.json`)) as string[]) {
    for (const text of (await textOf(read, piece)).trimEnd().split("\n")) {
      yield JSON.parse(text) as Line;
      count += 1;
      tell(count);
    }
  }
}
