/** Names of persons, as `empile.server.tables.permissions`. */
import { CommandError } from "./errors.ts";

const MOST_LETTERS = 40;
/** Invisible themselves, but parts of words and of emoji. */
const JOINERS = /[\u200c\u200d]/gu;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns a clean name that is none of the `others` at a table, whatever its case; a number tells it apart, as in "Mila 2".
 * Throws `CommandError`.
 *
 * Example: `nameBeside("mila", ["Mila", ""])` returns `"mila 2"`.
 */
export function nameBeside(text: string, others: readonly string[]): string {
  const name = cleanName(text);
  const taken = new Set(others.map(lookOf));
  if (name === "") return name;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : ` ${number}`;
    const apart = Array.from(name).slice(0, MOST_LETTERS - end.length).join("").trimEnd() + end;
    if (!taken.has(lookOf(apart))) return apart;
  }
}

function cleanName(text: string): string {
  const name = text.trim().replaceAll(/\s+/gu, " ");
  if (Array.from(name).length > MOST_LETTERS) {
    throw new CommandError("bad_request", `a name may have at most ${MOST_LETTERS} characters`);
  }
  const visible = name.replaceAll(JOINERS, "");
  if (UNPRINTABLE.test(visible) || (name !== "" && !VISIBLE.test(visible))) {
    throw new CommandError("bad_request", "a name may only have printable characters");
  }
  return name;
}

function lookOf(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
