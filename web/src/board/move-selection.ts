/**
 * Selects a legal move by its parts, in any order.
 *
 * Choosing a part's value keeps the moves that have it. Parts with one value left are chosen automatically. A
 * new choice drops whatever conflicts with it; of two choices that cannot both stay, the older one goes.
 * (Choosing another piece drops the far hole, which depends on it, but not the near one.) If the remaining
 * moves differ only in a usual and an unusual way, the usual one is previewed and the others stay open;
 * choosing an unusual one holds for that move alone.
 */
import type { LegalMove } from "../stage/scene.ts";

export type Parts = Record<string, string>;

export interface Choice {
  part: string;
  value: string;
}

/** Returns the legal moves that have all chosen values. */
export function matchingMoves(legal: readonly LegalMove[], chosen: Parts): LegalMove[] {
  const wanted = Object.entries(chosen);
  return legal.filter((move) => wanted.every(([part, value]) => move.parts[part] === value));
}

/** Returns `chosen` plus the parts that have only one value left. */
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

/** Returns the usual one of several moves, or null if there is none. */
export type Prefer = (left: readonly LegalMove[]) => LegalMove | null;

/** A player's choices on the way to a move. Immutable. */
export class MoveSelection {
  readonly legal: readonly LegalMove[];
  /** What the player chose, oldest first. */
  readonly choices: readonly Choice[];
  readonly #prefer: Prefer | undefined;

  constructor(legal: readonly LegalMove[], choices: readonly Choice[] = [], prefer?: Prefer) {
    this.legal = legal;
    this.choices = choices;
    this.#prefer = prefer;
  }

  /** All chosen parts, by the player or automatically; the whole move if one is previewed. */
  get chosen(): Parts {
    return this.preview?.parts ?? resolveParts(this.legal, partsOf(this.choices));
  }

  /** The moves that are left. */
  get left(): LegalMove[] {
    return matchingMoves(this.legal, partsOf(this.choices));
  }

  /** The one move left, or the usual one of several; null if there is none. */
  get preview(): LegalMove | null {
    if (this.choices.length === 0) return null;
    const left = this.left;
    return left.length === 1 ? (left[0] ?? null) : (this.#prefer?.(left) ?? null);
  }

  /** Returns a copy with `part` set to `value`; unchanged if no legal move has that value. */
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

  /** Whether the choice only picks a variant of the usual move. */
  #refines(choice: Choice): boolean {
    const others = matchingMoves(this.legal, partsOf(this.choices.filter((other) => other !== choice)));
    return others.length > 1 && Boolean(this.#prefer?.(others));
  }

  /** Returns a copy in which a whole move is chosen. */
  whole(move: LegalMove): MoveSelection {
    const choices = Object.entries(move.parts).map(([part, value]) => ({ part, value }));
    return new MoveSelection(this.legal, choices, this.#prefer);
  }

  /** Returns a copy without the choice of `part`. */
  without(part: string): MoveSelection {
    return new MoveSelection(this.legal, this.choices.filter((c) => c.part !== part), this.#prefer);
  }

  /** Returns a copy with the same choices among `legal`. */
  among(legal: readonly LegalMove[]): MoveSelection {
    return new MoveSelection(legal, this.choices, this.#prefer);
  }

  /** Returns a copy without the last choice. */
  undo(): MoveSelection {
    return new MoveSelection(this.legal, this.choices.slice(0, -1), this.#prefer);
  }
}

/** Returns the parts that are still open. */
export function missingParts(choosing: MoveSelection): string[] {
  const first = choosing.left[0];
  const { chosen } = choosing;
  return first ? Object.keys(first.parts).filter((part) => !(part in chosen)) : [];
}

/**
 * Returns the selection after a click on the board or next to it, or null if the previewed move was clicked
 * on the board again and so is confirmed. Clicking a choice next to the board again drops it.
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
