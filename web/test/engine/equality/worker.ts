/**
 * The script of a worker in a browser that compares the rules there with Python: it hears the address of a folder and which
 * comparison, tells how many lines have been compared, and at the end counts or an error.
 */
import type { Read, Tell } from "./files.ts";
import { read } from "./reading.ts";
import { repeat } from "./repeating.ts";

interface Asked {
  folder: string;
  script: "read" | "repeat";
}

type Told = { lines: number } | { counts: Record<string, number> } | { error: string };

const scripts = { read, repeat };
const tell = (told: Told): void => postMessage(told);
const tellLines: Tell = (lines) => tell({ lines });

function fetching(folder: string): Read {
  return async (name) => {
    const response = await fetch(`${folder}/${name}`, { cache: "no-store" });
    if (!response.ok) throw new Error(`${name} was not loaded: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

onmessage = ({ data: { folder, script } }: MessageEvent<Asked>) => {
  void scripts[script](fetching(folder), tellLines).then((counts) => tell({ counts }), (error) => tell({ error: String(error) }));
};
