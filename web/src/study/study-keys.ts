/** Keys of the study board: through the moves, to other variations, undo and delete. */
import { endOf, nodeAt, type Path, type TreeNode } from "./study-tree.ts";

export interface KeyHost {
  root: TreeNode;
  path: Path;
  go: (path: Path) => void;
  step: (to: "undo" | "redo") => void;
  cut: () => void;
}

/** Does what a key stands for. Returns whether it stands for something. */
export function studyKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "target">, host: KeyHost): boolean {
  const field = event.target as HTMLElement;
  if (event.altKey || field.closest("dialog, position-editor, study-print")) return false;
  if (field.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return false;
  const { root, path, go } = host;
  const keys: Record<string, () => void> = event.ctrlKey || event.metaKey
    ? { z: () => host.step(event.shiftKey ? "redo" : "undo"), y: () => host.step("redo") }
    : {
      home: () => go([]),
      end: () => go(endOf(root, path)),
      delete: () => host.cut(),
      // The board uses the arrows itself.
      ...(field.closest("game-board, [role=radiogroup], fieldset") ? {} : {
        arrowleft: () => go(path.slice(0, -1)),
        arrowright: () => nodeAt(root, path).next.length > 0 && go([...path, 0]),
        arrowup: () => go(besideOf(root, path, -1)),
        arrowdown: () => go(besideOf(root, path, 1)),
      }),
    };
  const action = keys[event.key.toLowerCase()];
  action?.();
  return action !== undefined;
}

/** Returns the way to the variation before or after the last step of a way; the same way if there is none. */
export function besideOf(root: TreeNode, path: Path, by: number): Path {
  const step = path.at(-1);
  if (step === undefined) return path;
  const before = path.slice(0, -1);
  return nodeAt(root, before).next[step + by] ? [...before, step + by] : path;
}
