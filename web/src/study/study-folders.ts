/** Studies by folder, and those that match a search. */
import type { StudyMeta } from "./study-store.ts";

export interface Folder {
  /** Empty for studies without a folder. */
  name: string;
  studies: StudyMeta[];
}

/** Returns studies in their order by folder: those without one first, then by name. */
export function foldersOf(studies: readonly StudyMeta[], language: string): Folder[] {
  const found = new Map<string, StudyMeta[]>();
  for (const study of studies) found.set(study.folder, [...(found.get(study.folder) ?? []), study]);
  const order = new Intl.Collator(language, { numeric: true });
  return [...found]
    .map(([name, list]) => ({ name, studies: list }))
    .sort((one, other) => order.compare(one.name, other.name)); // the empty name comes first
}

/** Returns the studies whose names, folders or games contain all words of a search. */
export function matching(
  studies: readonly StudyMeta[], search: string, gameName: (game: string) => string,
): StudyMeta[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return studies.filter(({ name, folder, games }) => {
    const text = plain([name, folder, ...games.map(gameName)].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** Returns a name without line breaks or surrounding spaces. */
export function tidyName(name: string, most: number): string {
  return name.replace(/\s+/g, " ").trim().slice(0, most).trim();
}

/** Returns a text without accents and capitals. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
