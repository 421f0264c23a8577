/** Taking several things of a group together, by touching one after the other. */
import type { PanelSet } from "../stage/scene.ts";

type Parts = Record<string, string>;

/**
 * What of a group is taken. Equal things make equal values, so which of them were touched is
 * remembered as long as they still make the value that is chosen.
 */
export class MultiSelect {
  #touched: number[] = [];

  /** The indices taken now. */
  of(set: PanelSet, chosen: Parts): number[] {
    const value = chosen[set.part];
    if (value === undefined || chosen[set.first.part] !== set.first.value) return [];
    const remembered = this.#touched.length > 0 && set.value(this.#touched) === value;
    return remembered ? this.#touched : set.taken(value);
  }

  /** Take `index`, or put it back; returns the new value, or null where nothing is taken. */
  touch(set: PanelSet, chosen: Parts, index: number): string | null {
    const before = this.of(set, chosen);
    this.#touched = before.includes(index)
      ? before.filter((other) => other !== index)
      : [...before, index].sort((a, b) => a - b);
    return this.#touched.length > 0 ? set.value(this.#touched) : null;
  }
}
