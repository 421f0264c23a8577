/**
 * Choosing a legal move by its parts, in any order.
 *
 * Choosing a part's value keeps the moves that have it. Parts with one value left are chosen by
 * themselves. People change their minds by just choosing anew: what does not go together with the
 * new choice is dropped, and of two choices that cannot both stay the older one does. (So another
 * ring drops the far hole, which depends on it, and not the near one.) Where the moves left differ
 * only in what is usual and unusual, the usual one is previewed, and the others stay open; a choice
 * of an unusual one holds for that deed alone.
 */
import type { LegalMove } from "../stage/scene.ts";

export type Parts = Record<string, string>;

export interface Choice {
  part: string;
  value: string;
}

/** The legal moves that have every value chosen. */
export function matchingMoves(legal: readonly LegalMove[], chosen: Parts): LegalMove[] {
  const wanted = Object.entries(chosen);
  return legal.filter((move) => wanted.every(([part, value]) => move.parts[part] === value));
}

/** `chosen` and the parts of which only one value is left. */
export function resolveParts(legal: readonly LegalMove[], chosen: Parts): Parts {
  const left = matchingMoves(legal, chosen);
  const first = left[0];
  if (first === undefined) return chosen;
  const settled = { ...chosen };
  for (const [part, value] of Object.entries(first.parts)) {
    if (left.every((move) => move.parts[part] === value)) settled[part] = value;
  }
  return settled;
}

/** Tells the usual one of several moves, or null where there is none. */
export type Prefer = (left: readonly LegalMove[]) => LegalMove | null;

/** The choices of a person on the way to one move. Immutable. */
export class MoveSelection {
  readonly legal: readonly LegalMove[];
  /** What the person chose, oldest first. */
  readonly choices: readonly Choice[];
  readonly #prefer: Prefer | undefined;

  constructor(legal: readonly LegalMove[], choices: readonly Choice[] = [], prefer?: Prefer) {
    this.legal = legal;
    this.choices = choices;
    this.#prefer = prefer;
  }

  /** What is chosen, by the person or by itself; the whole move where one is previewed. */
  get chosen(): Parts {
    return this.preview?.parts ?? resolveParts(this.legal, partsOf(this.choices));
  }

  /** The moves left. */
  get left(): LegalMove[] {
    return matchingMoves(this.legal, partsOf(this.choices));
  }

  /** The one move left, or the usual one of several; null while a person is still to choose. */
  get preview(): LegalMove | null {
    if (this.choices.length === 0) return null;
    const left = this.left;
    return left.length === 1 ? (left[0] ?? null) : (this.#prefer?.(left) ?? null);
  }

  /** The same with `part` chosen anew; unchanged where no legal move has that value at all. */
  choose(part: string, value: string): MoveSelection {
    if (matchingMoves(this.legal, { [part]: value }).length === 0) return this;
    const chosen = { part, value };
    const kept: Choice[] = [];
    for (const choice of this.choices) {
      if (choice.part === part || this.#refines(choice)) continue;
      const fits = matchingMoves(this.legal, partsOf([...kept, choice, chosen])).length > 0;
      if (fits) kept.push(choice);
    }
    return new MoveSelection(this.legal, [...kept, chosen], this.#prefer);
  }

  /** Whether a choice only says which of several moves, of which one is the usual, is meant. */
  #refines(choice: Choice): boolean {
    const others = matchingMoves(this.legal, partsOf(this.choices.filter((other) => other !== choice)));
    return others.length > 1 && Boolean(this.#prefer?.(others));
  }

  /** A whole move chosen in place of all that was chosen. */
  whole(move: LegalMove): MoveSelection {
    const choices = Object.entries(move.parts).map(([part, value]) => ({ part, value }));
    return new MoveSelection(this.legal, choices, this.#prefer);
  }

  /** The same without what was chosen for `part`. */
  without(part: string): MoveSelection {
    return new MoveSelection(this.legal, this.choices.filter((c) => c.part !== part), this.#prefer);
  }

  /** The same choices among `legal`. */
  among(legal: readonly LegalMove[]): MoveSelection {
    return new MoveSelection(legal, this.choices, this.#prefer);
  }

  /** The same without the last choice. */
  undo(): MoveSelection {
    return new MoveSelection(this.legal, this.choices.slice(0, -1), this.#prefer);
  }
}

/** The parts of the move that are still to be chosen. */
export function missingParts(choosing: MoveSelection): string[] {
  const first = choosing.left[0];
  const { chosen } = choosing;
  return first ? Object.keys(first.parts).filter((part) => !(part in chosen)) : [];
}

/**
 * The choosing after something was touched on the board or beside it; null where the move shown
 * was touched once more on the board: then it is to be laid. What was chosen beside the board is
 * dropped when touched again.
 */
export function touched(
  choosing: MoveSelection,
  { part, value }: Choice,
  from: "board" | "panel",
): MoveSelection | null {
  const chosen = choosing.choices.length > 0 && choosing.chosen[part] === value;
  if (chosen && from === "board" && choosing.preview) return null;
  const byPerson = choosing.choices.some((c) => c.part === part && c.value === value);
  return byPerson && from === "panel" ? choosing.without(part) : choosing.choose(part, value);
}

function partsOf(choices: readonly Choice[]): Parts {
  return Object.fromEntries(choices.map(({ part, value }) => [part, value]));
}
