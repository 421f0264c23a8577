/**
 * Choosing a legal move by its parts, in any order.
 *
 * Choosing a part's value keeps the moves that have it. Parts with one value left are chosen by
 * themselves. A value that no move has together with what was chosen before drops the oldest of
 * those choices until one has: so people change their minds by just choosing anew.
 */
import type { LegalMove } from "./scene.ts";

export type Parts = Record<string, string>;

export interface Choice {
  part: string;
  value: string;
}

/** The legal moves that have every value chosen. */
export function narrow(legal: readonly LegalMove[], chosen: Parts): LegalMove[] {
  const wanted = Object.entries(chosen);
  return legal.filter((move) => wanted.every(([part, value]) => move.parts[part] === value));
}

/** `chosen` and the parts of which only one value is left. */
export function settle(legal: readonly LegalMove[], chosen: Parts): Parts {
  const left = narrow(legal, chosen);
  const first = left[0];
  if (first === undefined) return chosen;
  const settled = { ...chosen };
  for (const [part, value] of Object.entries(first.parts)) {
    if (left.every((move) => move.parts[part] === value)) settled[part] = value;
  }
  return settled;
}

/** The choices of a person on the way to one move. Immutable. */
export class Choosing {
  readonly legal: readonly LegalMove[];
  /** What the person chose, oldest first. */
  readonly choices: readonly Choice[];

  constructor(legal: readonly LegalMove[], choices: readonly Choice[] = []) {
    this.legal = legal;
    this.choices = choices;
  }

  /** What is chosen, by the person or by itself. */
  get chosen(): Parts {
    return settle(this.legal, partsOf(this.choices));
  }

  /** The moves left. */
  get left(): LegalMove[] {
    return narrow(this.legal, partsOf(this.choices));
  }

  /** The one move left; null while nothing was chosen by a person, or several are left. */
  get preview(): LegalMove | null {
    const left = this.left;
    return this.choices.length > 0 && left.length === 1 ? (left[0] ?? null) : null;
  }

  /** The same with `part` chosen anew; unchanged where no legal move has that value at all. */
  choose(part: string, value: string): Choosing {
    if (narrow(this.legal, { [part]: value }).length === 0) return this;
    let choices = [...this.choices.filter((choice) => choice.part !== part), { part, value }];
    while (narrow(this.legal, partsOf(choices)).length === 0) choices = choices.slice(1);
    return new Choosing(this.legal, choices);
  }

  /** The same without the last choice. */
  undo(): Choosing {
    return new Choosing(this.legal, this.choices.slice(0, -1));
  }
}

function partsOf(choices: readonly Choice[]): Parts {
  return Object.fromEntries(choices.map(({ part, value }) => [part, value]));
}
