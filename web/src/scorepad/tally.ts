/**
 * Counts scores and turns from a list of taps.
 *
 * `data/scorepad.json` of a game defines what is counted; no rule is known here. A sitting is a list of taps,
 * so undo drops the last one.
 */

/** A value counted for each seat. Its name is the message `keeper.<name>`. */
export interface Counter {
  name: string;
  /** The amounts that have a button. */
  steps: number[];
  start: number;
  /** Weight in the final score; 0 if it only breaks ties. */
  weight: number;
  /** Whether a tap ends the turn of the seat to play. */
  passes: boolean;
}

/** Definition of a game's score pad. */
export interface Scorepad {
  players: number[];
  seats: { colour: string; mark: string }[];
  counters: Counter[];
  /**
   * Phases with the messages `keeper.phase.<number>`; `start` maps the number of players to the first one.
   */
  phases: { count: number; start: Record<string, number> } | null;
  /** Whether a seat can be skipped until it can play again. */
  out: boolean;
  /** Tie-breaking counters in order; a leading minus means that less is better. */
  ties: string[];
  /** A counter value that wins the game regardless of the score. */
  wins: { counter: string; at: number } | null;
  /** Other ways to end, each with a button. */
  ends: End[];
}

/** A way to end with the messages `keeper.end.<reason>`, for the button, and `reason.<reason>`. */
export interface End {
  reason: string;
  /** The numbers of players with which it is possible. */
  players: number[];
  /** Counters that only break ties then. */
  uncounted: string[];
}

export type Tap =
  | { tap: "add"; seat: number; counter: string; by: number }
  | { tap: "next" }
  | { tap: "phase"; to: number }
  | { tap: "out"; seat: number; out: boolean }
  | { tap: "end"; reason?: string };

export interface Sitting {
  names: string[];
  /** The seat that starts. */
  first: number;
  taps: Tap[];
}

export interface Tally {
  /** By seat, then by counter. */
  counts: Record<string, number>[];
  turn: number;
  /** Starts at 1 and increases when the first seat is passed. */
  round: number;
  phase: number;
  out: boolean[];
  over: boolean;
  /** The way in which it ended, if it is another than usual and nobody won regardless of the score. */
  end: End | null;
}

export interface Standing {
  seat: number;
  rank: number;
  /** The weighted sum. */
  total: number;
}

export function readScorepad(data: Partial<Scorepad> & Pick<Scorepad, "seats">): Scorepad {
  return {
    players: data.players ?? [2, 3, 4],
    seats: data.seats,
    counters: (data.counters ?? []).map((counter) => ({
      ...{ steps: [1], start: 0, weight: 0, passes: false }, ...counter,
    })),
    phases: data.phases ?? null,
    out: data.out ?? false,
    ties: data.ties ?? [],
    wins: data.wins ?? null,
    ends: data.ends ?? [],
  };
}

export function begin(scorepad: Scorepad, { names, first }: Sitting): Tally {
  const phase = scorepad.phases ? (scorepad.phases.start[names.length] ?? 1) : 0;
  return {
    counts: names.map(() =>
      Object.fromEntries(scorepad.counters.map(({ name, start }) => [name, start]))),
    turn: first,
    round: 1,
    phase,
    out: names.map(() => false),
    over: false,
    end: null,
  };
}

export function tally(scorepad: Scorepad, sitting: Sitting): Tally {
  return sitting.taps.reduce((now, tap) => after(scorepad, sitting, now, tap), begin(scorepad, sitting));
}

function after(scorepad: Scorepad, sitting: Sitting, now: Tally, tap: Tap): Tally {
  switch (tap.tap) {
    case "add": {
      const counts = now.counts.map((own, seat) =>
        seat === tap.seat ? { ...own, [tap.counter]: (own[tap.counter] ?? 0) + tap.by } : own);
      const counter = scorepad.counters.find(({ name }) => name === tap.counter);
      const added = { ...now, counts };
      return counter?.passes && tap.seat === now.turn ? passed(sitting, added) : added;
    }
    case "next":
      return passed(sitting, now);
    case "phase":
      return { ...now, phase: tap.to };
    case "out": {
      const out = now.out.map((was, seat) => (seat === tap.seat ? tap.out : was));
      const gone = { ...now, out };
      return tap.out && tap.seat === now.turn ? passed(sitting, gone) : gone;
    }
    case "end":
      return {
        ...now, over: true,
        end: now.counts.some((own) => hasWon(scorepad, own))
          ? null : scorepad.ends.find(({ reason }) => reason === tap.reason) ?? null,
      };
  }
}

/** Passes the turn to the next seat that is not out; stays if there is none. */
function passed({ names, first }: Sitting, now: Tally): Tally {
  let { turn, round } = now;
  for (let step = 0; step < names.length; step += 1) {
    turn = (turn + 1) % names.length;
    if (turn === first) round += 1;
    if (!now.out[turn]) return { ...now, turn, round };
  }
  return now;
}

/** Returns whether a seat with these counters wins regardless of the score. */
function hasWon({ wins }: Scorepad, own: Record<string, number>): boolean {
  return wins !== null && own[wins.counter] === wins.at;
}

/** Returns the seats in order of rank; equal scores share a rank. */
export function standings(scorepad: Scorepad, { counts, end }: Tally): Standing[] {
  const counted = scorepad.counters.filter(({ name }) => !end?.uncounted.includes(name));
  const total = (own: Record<string, number>) =>
    counted.reduce((sum, { name, weight }) => sum + weight * (own[name] ?? 0), 0);
  const key = (own: Record<string, number>) => [
    hasWon(scorepad, own) ? 1 : 0,
    total(own),
    ...scorepad.ties.map((tie) => (tie.startsWith("-") ? -(own[tie.slice(1)] ?? 0) : (own[tie] ?? 0))),
  ];
  const keys = counts.map(key);
  const beats = (one: number[], other: number[]) => {
    const at = one.findIndex((value, index) => value !== other[index]);
    return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
  };
  return counts
    .map((own, seat) => ({
      seat,
      rank: 1 + keys.filter((other) => beats(other, keys[seat] ?? [])).length,
      total: total(own),
    }))
    .sort((one, other) => one.rank - other.rank || one.seat - other.seat);
}

/** Returns the next game of the same players; the next seat starts. */
export function again({ names, first }: Sitting): Sitting {
  return { names, first: (first + 1) % names.length, taps: [] };
}
