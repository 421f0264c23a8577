/** Finds and loads the games' editors of options. */
import type { EditorFactory } from "../board/option-editor.ts";
import { folderOf } from "../i18n/i18n.ts";

const editors = import.meta.glob<{ default: EditorFactory }>(
  "../../../src/empile/games/*/web/editor/*/index.ts",
);

function pathOf(game: string, option: string): string | undefined {
  const end = `/games/${folderOf(game)}/web/editor/${option}/index.ts`;
  return Object.keys(editors).find((path) => path.endsWith(end));
}

export function hasEditor(game: string, option: string): boolean {
  return pathOf(game, option) !== undefined;
}

/** Returns the editor of an option, or null. */
export async function loadEditor(game: string, option: string): Promise<EditorFactory | null> {
  const loader = editors[pathOf(game, option) ?? ""];
  return loader === undefined ? null : (await loader()).default;
}
