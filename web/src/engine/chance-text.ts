/** The texts of chance events, read by the rules, which write them. */
import type { BundleFacts } from "./bundle.ts";
import { IllegalActionError, NotationError } from "./errors.ts";
import type { RulesModule } from "./rules-module.ts";
import { newStream, type Stream } from "./stream.ts";

const WORD = 4;
const SPACE = " ".charCodeAt(0);
const encoder = new TextEncoder();

interface Chance {
  actions: number[];
}

/** What is used of a state. */
interface Before {
  readonly game: {
    readonly at: Readonly<{ params: number; state: number }>;
    readonly facts: BundleFacts;
    readonly rules: RulesModule;
    call(name: string, ...numbers: number[]): number;
    withTexts(part: "messages", name: string, numbers: readonly number[], use: (result: number) => number): number;
  };
  currentPlayer(): number;
  toBytes(): Uint8Array;
  eventText(event: Chance): string;
  afterChance(stream: Stream): Chance;
}

/** Returns what chance has decided by `text`, in an order in which it can happen; throws as `State.readText`. */
export function outcomesOf(state: Before, text: string): number[] {
  const { game } = state;
  const { at, facts, rules } = game;
  const player = state.currentPlayer();
  const lend = (): void => rules.bytes(at.state, facts.sizes.state).set(state.toBytes());
  const call = (name: string, ...more: number[]): number => {
    lend();
    return game.call(name, at.params, 1, at.state, 1, 0, ...more);
  };
  const bytes = encoder.encode(text);
  return rules.borrow(() => {
    const left = call("step.chance_actions_left");
    const room = left + 2; // for one outcome too many, and where the rest of the text begins
    const from = rules.put(bytes);
    const to = rules.reserve(WORD * room);
    lend();
    const count = game.withTexts("messages", "messages.read_chance", [from, bytes.length, to, room], (read) => read);
    const end = rules.words(to, room)[count] ?? 0;
    const isAttached = facts.attachments && player === facts.codes.external && bytes[end] === SPACE;
    if (count === 0 || (count <= left && end < bytes.length && !isAttached)) {
      const example = state.eventText(state.afterChance(newStream(0)));
      throw new NotationError(`'${text}' is not an outcome of chance here: write one like ${example}`);
    }
    if (count !== left) throw new IllegalActionError(`'${text}' does not have the right number of outcomes`);
    if (call("step.order", to, count) < count) throw new IllegalActionError(`'${text}' is not possible here`);
    const actions = [...rules.words(to, count)];
    const written = state.eventText({ actions });
    if (!text.startsWith(written)) throw new NotationError(`'${text}' must be written '${written}'`);
    return actions;
  });
}
