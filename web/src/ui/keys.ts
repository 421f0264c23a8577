/** Shortcuts of single keys, which work wherever the focus is but in fields. */
import { setting } from "./settings.ts";

/** Fields that use letters themselves. */
const FIELDS = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range], [type=button])";

/**
 * Returns the key of a shortcut in lower case, or "" if the event is none: it is handled already, belongs to a
 * field, a dialog is open, it has Ctrl, Alt or Meta, or the user has switched shortcuts off.
 */
export function shortcutKey(event: KeyboardEvent): string {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return "";
  if (setting("keys") === "off" || event.key.length !== 1) return "";
  const { target } = event;
  if (target instanceof Element && target.matches(FIELDS)) return "";
  if (document.querySelector("dialog[open]")) return "";
  return event.key.toLowerCase();
}
