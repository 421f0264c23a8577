/** Bundles of any options and states of positions: the rules read both, a page knows neither. */
import { type Bundle, type BundleFacts, partOf, type SetupFacts, withParts } from "./bundle.ts";
import { OptionError, PositionError } from "./errors.ts";
import { type Options, readOptions, withBoards } from "./options.ts";
import type { RulesModule } from "./rules-module.ts";
import { Encoded, type Said, saidOf } from "./setup-faults.ts";

const WORD = 4;
const TOKENS = 256;

/** Functions of the rules that read a value. */
type Reader = SetupFacts["reads"][number];

/**
 * Returns what a function of the rules says of a value: nothing if it finds no fault.
 *
 * `place` reserves the structs that it needs and returns their arguments. It is called again if the text needs more room.
 */
export function written(rules: RulesModule, setup: SetupFacts, reader: Reader, value: unknown, place: () => number[]): Said {
  const encoded = new Encoded(value, setup);
  const { length } = encoded.words;
  const read = rules.call(`setup.${reader}`);
  for (let room = TOKENS; ; ) {
    const structs = place();
    const words = rules.reserve(WORD * length);
    const tokens = rules.reserve(WORD * room);
    rules.words(words, length).set(encoded.words);
    const count = read(...structs, words, length, tokens, room);
    if (count <= room) return saidOf(rules.words(tokens, count), setup, encoded);
    room = count;
  }
}

/** Returns the fault that a function of the rules finds in a value, or null. */
function faultIn(
  rules: RulesModule, setup: SetupFacts, reader: Reader, value: unknown, place: () => number[],
): Said | null {
  const said = written(rules, setup, reader, value, place);
  return said.text === "" && said.reasons.length === 0 ? null : said;
}

/** Returns the state of a position object in a game with the parameters at `params`; throws `PositionError` with the reason. */
export function stateOfPosition(rules: RulesModule, facts: BundleFacts, params: number, position: unknown): Uint8Array {
  const { setup, game } = facts;
  if (!setup?.reads.includes("read_position")) throw new PositionError(`${game} cannot begin from a position`);
  if (typeof position !== "object" || position === null || Array.isArray(position)) {
    throw new PositionError("a position is a JSON object");
  }
  return rules.borrow(() => {
    let state = 0;
    const fault = faultIn(rules, setup, "read_position", position, () => {
      state = rules.place(facts.sizes.state);
      return [params, 1, state, 1];
    });
    if (fault !== null) throw new PositionError(fault.text, fault.reasons[0] ?? null);
    return rules.bytes(state, facts.sizes.state).slice();
  });
}

/** Returns how the rules read options; throws `OptionError` if they do not. */
function setupOf({ game, setup }: BundleFacts): SetupFacts {
  if (!setup?.reads.includes("fill_params")) throw new OptionError(`${game} has the options of its bundle only`);
  return setup;
}

/** Returns the bundle of a game with other options; throws `OptionError` with the reasons. */
export function withOptions(rules: RulesModule, bundle: Bundle, given: Options): Bundle {
  const { facts } = bundle;
  const setup = setupOf(facts);
  const options = readOptions(facts.game, setup.offered, given, (soFar) => {
    const fault = rules.borrow(() => faultIn(rules, setup, "check_option", withBoards(setup.offered, soFar), () => []));
    if (fault !== null) throw new OptionError(fault.text, fault.reasons);
    return setup.texts;
  });
  const needsStart = setup.offered.some(({ name, with_start: values }) => values.includes(options[name]));
  const others = { ...facts, ...pictureOf(facts, options), options, needs_start: needsStart };
  return filledBundle(rules, { ...bundle, facts: others });
}

/** Returns the facts of the picture of a game with other options: what is drawn may depend on each of them. */
export function pictureOf(facts: BundleFacts, options: Options): Pick<BundleFacts, "picture" | "picture_reason"> {
  const { picture, picture_reason } = facts;
  const isSame = Object.entries(options).every(([name, value]) => JSON.stringify(value) === JSON.stringify(facts.options[name]));
  if (picture === null || isSame) return { picture, picture_reason };
  return { picture: null, picture_reason: "the bundle has the picture of its own options" };
}

/** Returns a bundle with the parameters and the first state of its options, which are checked. */
export function filledBundle(rules: RulesModule, bundle: Bundle): Bundle {
  const { facts } = bundle;
  const setup = setupOf(facts);
  const constants = partOf(bundle, "constants");
  const options = withBoards(setup.offered, facts.options);
  const seats = options.players as number;
  return rules.borrow(() => {
    let params = 0;
    const fault = faultIn(rules, setup, "fill_params", options, () => {
      params = rules.put(constants);
      return [params, 1];
    });
    if (fault !== null) throw new OptionError(fault.text, fault.reasons);
    const start = rules.place(facts.sizes.state);
    rules.call("step.init")(params, 1, start, 1, 0);
    const teams = Array.from({ length: seats }, (_, seat) => rules.call("step.team")(params, 1, seat));
    const parts = { params: rules.bytes(params, constants.length), start: rules.bytes(start, facts.sizes.state) };
    return withParts({ ...bundle, facts: { ...facts, seats, teams } }, parts);
  });
}
