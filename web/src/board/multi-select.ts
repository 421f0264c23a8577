/** Selects several things of a group, one after the other. */
import type { PanelSet } from "../stage/scene.ts";

type Parts = Record<string, string>;

/**
 * The selected things. Equal things have equal values, so the clicked indices are kept as long as they
 * produce the chosen value.
 */
export class MultiSelect {
  #touched: number[] = [];

  /** Returns the selected indices. */
  of(set: PanelSet, chosen: Parts): number[] {
    const value = chosen[set.part];
    if (value === undefined || chosen[set.first.part] !== set.first.value) return [];
    const remembered = this.#touched.length > 0 && set.value(this.#touched) === value;
    return remembered ? this.#touched : set.taken(value);
  }

  /** Toggles `index`. Returns the new value, or null if nothing is selected. */
  touch(set: PanelSet, chosen: Parts, index: number): string | null {
    const before = this.of(set, chosen);
    this.#touched = before.includes(index)
      ? before.filter((other) => other !== index)
      : [...before, index].sort((a, b) => a - b);
    return this.#touched.length > 0 ? set.value(this.#touched) : null;
  }
}
