/** Which clocks are shown above the board. */

interface TimedSeat {
  clock?: object | null;
  toAct: boolean;
  ours?: boolean;
}

/** Returns the seats whose clocks matter most: one's own first, and that of the player to act; of two seats both. */
export function seatsOfStrip<T extends TimedSeat>(seats: readonly T[]): T[] {
  const timed = seats.filter(({ clock }) => clock);
  const own = timed.filter(({ ours }) => ours);
  // On a shared device, whoever acts has the clock that matters.
  const first = own.length > 1 ? own.find(({ toAct }) => toAct) ?? own[0] : own[0];
  const others = timed.filter((seat) => seat !== first && (timed.length === 2 || seat.toAct));
  return first ? [first, ...others] : others;
}
