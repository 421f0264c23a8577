/** Links to levels: those of the catalogue by name, own levels in the fragment, which no server sees. */
import type { SoloParts, Start } from "../board/level-editor.ts";

export interface OwnLevel {
  variant: string;
  start: Start;
}

const PREFIX = "#level=";

export function levelFragment(parts: SoloParts, { variant, start }: OwnLevel): string {
  return `${PREFIX}${variant}:${parts.encode(start)}`;
}

export function hasLevel(fragment: string): boolean {
  return fragment.startsWith(PREFIX);
}

/** Returns the level in a fragment, or null if there is none. */
export function levelFromFragment(parts: SoloParts, fragment: string): OwnLevel | null {
  if (!hasLevel(fragment)) return null;
  let text = fragment.slice(PREFIX.length);
  try {
    text = decodeURIComponent(text); // programs that pass links on may have escaped it
  } catch {
    return null;
  }
  const [variant = "", start = ""] = text.split(":", 2);
  const found = parts.variants.includes(variant) ? parts.decode(start) : null;
  return found ? { variant, start: found } : null;
}
