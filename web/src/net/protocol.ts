/** Generated from `docs/reference/protocol.schema.json` by `npm run types`; do not edit. */

export type ClientMessage =
  | Hello
  | Older
  | Act
  | Takeback
  | Answer
  | Hint
  | ProposeRuling
  | ConfirmRuling
  | Resign
  | Abort
  | AskPresence
  | Claim
  | Rematch
  | Takeover
  | Retake
  | Rename
  | SetAssist
  | Say
  | Grasp
  | HandPath
  | Release
  | Resume
  | Ping;
/**
 * A target pose of the held body: seconds since `grasp`; x, y, z of the centre of mass in
 * millimetres, with the origin at the table's centre and z up; degrees about the vertical,
 * counter-clockwise seen from above.
 *
 * @minItems 5
 * @maxItems 5
 */
export type Sample = [number, number, number, number, number];
export type ServerMessage =
  | Welcome
  | OlderEvents
  | Update
  | Advice
  | PlacementFrame
  | Animation
  | Presence
  | Error
  | Warning
  | Pong
  | Closing;
/**
 * The status of a table; `private`: it has no spectators, and this client no place at it.
 */
export type Status = "frozen" | "gathering" | "over" | "playing" | "private";
export type PlaceKind = "bot" | "open" | "person";
/**
 * An event as a client receives it.
 */
export type LogEvent =
  | Created
  | Joined
  | Filled
  | Renamed
  | Started
  | Moved
  | ChanceResolved
  | Asked
  | Answered
  | TakenBack
  | RulingProposed
  | Hinted
  | Resigned
  | Flagged
  | TakenOver
  | Retaken
  | AssistSet
  | Over
  | Outage
  | Away
  | Arrived
  | Said
  | Frozen
  | Resumed;
export type AskKind = "assist" | "presence" | "rematch" | "takeback" | "takeover";
/**
 * A body's pose: x, y, z of the centre of mass in millimetres, then the unit quaternion w, x, y, z.
 *
 * @minItems 7
 * @maxItems 7
 */
export type Pose = [number, number, number, number, number, number, number];
/**
 * The code of an error, for programs; see [Errors](errors.md). Treat unknown ones by their status.
 */
export type ErrorCode =
  | "bad_hello"
  | "bad_message"
  | "bad_name"
  | "bad_options"
  | "bad_path"
  | "bad_position"
  | "bad_record"
  | "bad_request"
  | "bad_token"
  | "confirm"
  | "expired"
  | "failed"
  | "forbidden"
  | "frozen"
  | "illegal"
  | "name_taken"
  | "no_game"
  | "no_hints"
  | "no_place"
  | "no_spectators"
  | "no_table"
  | "not_allowed"
  | "not_found"
  | "not_now"
  | "not_yours"
  | "outcome_unknown"
  | "outdated"
  | "rate_limited"
  | "signed_out"
  | "stale"
  | "timeout"
  | "too_large"
  | "unavailable"
  | "unconfirmed"
  | "weak_password"
  | "wrong_host"
  | "wrong_login"
  | "wrong_media_type"
  | "wrong_method";
/**
 * Why the server closes a connection; see [Errors](errors.md#codes-of-bye).
 */
export type ClosingCode =
  | "answered"
  | "bad_frame"
  | "deleted"
  | "failed"
  | "flood"
  | "idle"
  | "outdated"
  | "refused"
  | "revoked"
  | "stopping"
  | "too_large"
  | "too_slow";
export type LobbyClientMessage =
  | EnterLobby
  | PostSeek
  | WithdrawSeek
  | AcceptSeek
  | FillSeats
  | WatchGames
  | UnwatchGames
  | LobbyPing;
export type LobbyServerMessage =
  | LobbyWelcome
  | LobbyChanges
  | Seeking
  | SeekEnded
  | Matched
  | Watching
  | InboxChanged
  | LobbyError
  | Pong
  | Closing;
export type CallsClientMessage = AwaitCalls | Touched;
export type CallsServerMessage = InboxChanged | Called | Closing;

/**
 * A message of the socket, from the client or from the server.
 */
export interface Messages {
  message?: ClientMessage | ServerMessage;
}
/**
 * Open a table. The first message of a connection.
 */
export interface Hello {
  type: "hello";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The token that holds places. Without one the client is a spectator.
   */
  token?: string | null;
  /**
   * The `seq` of the last event that the client knows.
   */
  since?: number;
  /**
   * `"moves"` sends events only, for programs that apply the rules themselves. `"none"` sends
   * `welcome` without events and closes: nobody is seen to come or go.
   */
  updates?: "full" | "moves" | "none";
  /**
   * The client's version of the protocol. Fails with `outdated` if the server has another.
   * Without it, if not all events fit into `welcome`.
   */
  protocol?: number;
  /**
   * The ID of the member of the account, if several hold places at the table. Without a token, the
   * account that is signed in holds its places.
   */
  member?: string;
}
/**
 * Ask for events of the current game before those that the client has.
 */
export interface Older {
  type: "older";
  /**
   * The `seq` of the client's first event.
   */
  before: number;
  /**
   * The most events to send. The server has a limit, too.
   */
  count?: number;
}
/**
 * Move for the seat to act. Fails with `stale` if anything but phrases followed `seq`.
 */
export interface Act {
  type: "act";
  /**
   * The last event that the client knows.
   */
  seq: number;
  /**
   * The move in the game's notation.
   */
  action: string;
}
/**
 * Ask to take back the client's last move.
 */
export interface Takeback {
  type: "takeback";
}
/**
 * Answer a question for all of the client's places.
 */
export interface Answer {
  type: "answer";
  /**
   * The question's number.
   */
  ask: number;
  /**
   * Whether to agree.
   */
  yes: boolean;
}
/**
 * Ask for a hint for the seat to act, which must be the client's.
 *
 *     The answer is `advice`, or the error `stale` if the game moves on first.
 */
export interface Hint {
  type: "hint";
}
/**
 * Report an outcome, if people report it. Any player at the table may.
 */
export interface ProposeRuling {
  type: "propose_ruling";
  /**
   * The last event that the client knows.
   */
  seq: number;
  /**
   * One of `pending_ruling.outcomes`.
   */
  outcome: string;
  /**
   * An outcome that ends the game fails with `unconfirmed` if this is false.
   */
  confirmed?: boolean;
}
/**
 * Make the reported outcome final and start the next turn.
 */
export interface ConfirmRuling {
  type: "confirm_ruling";
  /**
   * The last event that the client knows.
   */
  seq: number;
}
/**
 * Resign the game.
 */
export interface Resign {
  type: "resign";
  /**
   * Required if the client holds several places.
   */
  place?: number | null;
}
/**
 * End the game without effect, before everybody has moved once.
 */
export interface Abort {
  type: "abort";
}
/**
 * Ask whether the player to act is still there, at a table without a clock.
 */
export interface AskPresence {
  type: "ask_presence";
}
/**
 * Claim that the player to act has lost, after no answer to `ask_presence` in time.
 */
export interface Claim {
  type: "claim";
}
/**
 * Ask for another game after the last one, or agree to it.
 */
export interface Rematch {
  type: "rematch";
}
/**
 * Ask for a bot to play the place of an absent person.
 */
export interface Takeover {
  type: "takeover";
  /**
   * The place of the absent person.
   */
  place: number;
  /**
   * The bot's level.
   */
  level: number;
  /**
   * The bot's hand skill. Its level has a default.
   */
  hand_skill?: number | null;
}
/**
 * Take the client's places back from bots.
 */
export interface Retake {
  type: "retake";
}
/**
 * Change a person's name.
 */
export interface Rename {
  type: "rename";
  /**
   * The new name.
   */
  name: string;
  /**
   * Required if the client holds several places.
   */
  place?: number | null;
}
/**
 * Ask to turn placement assistance on or off, from the next placement on.
 */
export interface SetAssist {
  type: "set_assist";
  /**
   * Whether to turn it on.
   */
  on: boolean;
}
/**
 * Say a phrase.
 */
export interface Say {
  type: "say";
  /**
   * The ID of the phrase, one of the game's `phrases`.
   */
  phrase: string;
  /**
   * Required if the client holds several places.
   */
  place?: number | null;
}
/**
 * Grasp the current piece, or change the grip. Only for the player of the placing seat.
 */
export interface Grasp {
  type: "grasp";
  /**
   * The last event that the client knows. Fails with `stale` if it means another piece.
   */
  seq: number;
  /**
   * One of `pending_ruling.grips`.
   */
  grip: string;
  /**
   * Degrees about the vertical.
   */
  yaw: number;
}
/**
 * The hand's path, followed in real time. Late samples are dropped.
 */
export interface HandPath {
  type: "hand_path";
  /**
   * The last event that the client knows.
   */
  seq: number;
  /**
   * Earliest first.
   */
  samples: Sample[];
}
/**
 * Release the piece once the hand has reached the end of its path.
 */
export interface Release {
  type: "release";
  /**
   * The last event that the client knows.
   */
  seq: number;
}
/**
 * Resume a frozen table.
 */
export interface Resume {
  type: "resume";
}
/**
 * Ask for a `pong`.
 */
export interface Ping {
  type: "ping";
}
/**
 * The answer to `hello`.
 */
export interface Welcome {
  type: "welcome";
  /**
   * The table.
   */
  table: TableInfo;
  /**
   * What this connection may do.
   */
  you: You;
  /**
   * The last event.
   */
  seq: number;
  /**
   * The last events after `since`, without games before the current one.
   */
  events: LogEvent[];
  /**
   * `None` before the first game, and with `"updates": "moves"`.
   */
  state: StateView | null;
  /**
   * How many of the game's moves and chance events counted before the first of `events`.
   */
  events_before?: number;
  /**
   * Whether there are events between `since` and the first of `events`.
   */
  has_more?: boolean;
  /**
   * The server's version of the protocol.
   */
  protocol?: number;
  /**
   * The time limit of a tournament. `None` or absent at a server.
   */
  time?: TimeLimit;
  /**
   * The clocks, if the table has a clock and a game has started.
   */
  clocks?: ClockView;
}
/**
 * A table, without its game's position.
 */
export interface TableInfo {
  /**
   * The table's ID.
   */
  id: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The version of the game's rules.
   */
  rules: number;
  /**
   * Every option, defaults included.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * What the table waits for.
   */
  status: Status;
  /**
   * The places, clockwise.
   */
  places: PlaceInfo[];
  /**
   * The number of the current game: 0 before the first, 2 in the first rematch.
   */
  game_number: number;
  /**
   * Whether spectators are admitted.
   */
  allow_spectators: boolean;
  /**
   * The number of connected spectators; those of one address count once.
   */
  spectators: number;
  /**
   * The language of invitations. May be empty.
   */
  language: string;
  /**
   * The short code to join by. `None` for spectators.
   */
  code: string | null;
  /**
   * The failure, while the table is frozen.
   */
  failure: string | null;
  /**
   * Whether players may ask for hints.
   */
  hints: boolean;
  /**
   * Whether the game has imperfect information. Players on one device then see hands in turn.
   */
  imperfect_information: boolean;
  /**
   * The team of each seat, or `None` if each seat plays alone. Places are partners as the seats
   * with their numbers are, in every game of the table.
   */
  teams: number[] | null;
  /**
   * Whether placement assistance is on: hands do not tremble and are guided to the middle. `None`
   * in games without placements.
   */
  assist: boolean | null;
  /**
   * How long players may think. Absent without a clock.
   */
  clock?: RealClock | TurnClock | DaysClock;
  /**
   * True if games count for ratings, else absent.
   */
  rated?: boolean;
  /**
   * True if members of one account may play each other in rated games, else absent.
   */
  friendly?: boolean;
  /**
   * Without a clock: the seconds after which a player may be asked whether they are there, and in
   * which they must answer. Absent if they are 300.
   */
  patience?: number;
}
/**
 * A place of a table. Only `mine` differs between clients.
 */
export interface PlaceInfo {
  /**
   * The number of the place, from 0.
   */
  place: number;
  /**
   * The current player.
   */
  kind: PlaceKind;
  /**
   * The person's name. Empty for bots and open places.
   */
  name: string;
  /**
   * The bot's level. `None` for persons.
   */
  level: number | null;
  /**
   * Whether the person is connected. True for bots.
   */
  present: boolean;
  /**
   * Whether this client holds the place.
   */
  mine: boolean;
  /**
   * Whether a bot plays a place that still belongs to a person.
   */
  stands_in: boolean;
  /**
   * Whether the person resigned the current game, ran out of time or was absent.
   */
  resigned: boolean;
  /**
   * Why, if the person did not resign.
   */
  left?: "absence" | "time";
  /**
   * The bot's hand skill. `None` for persons, and in games without placements.
   */
  hand_skill: number | null;
  /**
   * The ID of the profile of the person or program. Absent for guests and hidden profiles.
   */
  member?: string;
  /**
   * True for a program with an account of its own. Absent for people and the server's bots.
   */
  program?: boolean;
  /**
   * Until when the person is absent, in milliseconds since 1970. Absent if they are not.
   */
  away_until?: number;
}
/**
 * Time for the whole game, and more with each move. For two seats.
 */
export interface RealClock {
  kind: "real";
  /**
   * Seconds that each seat has for the game.
   */
  base: number;
  /**
   * Seconds that each move adds.
   */
  increment?: number;
}
/**
 * Time for each turn, and one reserve for the game. For three and more seats.
 *
 *     So the length of a game is known. A turn uses the reserve once its own time is over.
 */
export interface TurnClock {
  kind: "turn";
  /**
   * Seconds for each turn.
   */
  turn: number;
  /**
   * Seconds that each seat has in addition, once per game.
   */
  reserve?: number;
}
/**
 * Days for each move, and a reserve that is full again every week of the game.
 */
export interface DaysClock {
  kind: "days";
  /**
   * Days for each move.
   */
  days: number;
  /**
   * Hours that each seat has in addition in each week.
   */
  reserve?: number;
}
/**
 * The identity of this connection.
 */
export interface You {
  /**
   * The client's places. Empty for a spectator.
   */
  places: number[];
}
/**
 * The table was created.
 */
export interface Created {
  kind: "created";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The version of the game's rules.
   */
  rules: number;
  /**
   * Every option, defaults included.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The places, clockwise.
   */
  places: PlaceInfo[];
  /**
   * Whether spectators are admitted.
   */
  allow_spectators: boolean;
  /**
   * Whether players may ask for hints.
   */
  hints: boolean;
  /**
   * Whether placement assistance is on.
   */
  assist?: boolean;
  /**
   * Whether strangers find the table in the list of tables.
   */
  listed?: boolean;
  /**
   * The place that begins the first game. Absent if it is drawn.
   */
  begins?: number;
  /**
   * How long players may think. Absent without a clock.
   */
  clock?: RealClock | TurnClock | DaysClock;
  /**
   * Whether games count for ratings.
   */
  rated?: boolean;
  /**
   * Whether members of one account may play each other in rated games.
   */
  friendly?: boolean;
  /**
   * Without a clock: the seconds after which a player may be asked whether they are there, and in
   * which they must answer.
   */
  patience?: number;
}
/**
 * A person took an open place.
 */
export interface Joined {
  kind: "joined";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The place taken.
   */
  place: number;
  /**
   * The person's name.
   */
  name: string;
  /**
   * Whether a program with an account of its own took the place.
   */
  program?: boolean;
}
/**
 * A bot took an open place.
 */
export interface Filled {
  kind: "filled";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The place taken.
   */
  place: number;
  /**
   * The bot's level.
   */
  level: number;
  /**
   * The bot's hand skill, in games with placements.
   */
  hand_skill?: number;
}
/**
 * A person changed their name.
 */
export interface Renamed {
  kind: "renamed";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
  /**
   * The new name.
   */
  name: string;
}
/**
 * A game started.
 *
 *     The first game draws the place of seat 0, or follows `begins`; each rematch moves it on by one place.
 */
export interface Started {
  kind: "started";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * 1 for the table's first game.
   */
  game_number: number;
  /**
   * The place of seat 0, 1, ...
   */
  seats: number[];
  /**
   * The position from which the game began, as the client sees it. Never stored.
   */
  start?: {
    [k: string]: unknown;
  };
}
/**
 * A seat moved. `parts` and `message` are sent with `"updates": "full"` only.
 */
export interface Moved {
  kind: "move";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The seat that moved.
   */
  seat: number;
  /**
   * The move in the game's notation.
   */
  text: string;
  /**
   * The choices that make up the move. Empty if the client may not see all of it.
   */
  parts?: Parts;
  /**
   * The log message for the move.
   */
  message?: Message;
  /**
   * Milliseconds of the way to the server and back, which the clock of the seat does not count.
   */
  lag?: number;
}
/**
 * The choices that make up a move, by name.
 */
export interface Parts {
  [k: string]: string;
}
/**
 * A message of the game's catalogue: a key and its arguments.
 */
export interface Message {
  /**
   * The message's key in the catalogue.
   */
  key: string;
  /**
   * Arguments of the message by name.
   */
  args: {
    [k: string]: string | number;
  };
}
/**
 * Chance or a referee decided. `message` is sent with `"updates": "full"` only.
 */
export interface ChanceResolved {
  kind: "chance";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The outcome in the game's notation, with `?` for what the client may not see.
   */
  text: string;
  /**
   * The log message for the outcome.
   */
  message?: Message;
  /**
   * After a placement: milliseconds of its simulation, which the clock of the seat does not count.
   */
  lag?: number;
  /**
   * Milliseconds of an animation, during which all clocks stand still.
   */
  hold?: number;
}
/**
 * A person asked the table a question. Its number is this event's `seq`.
 */
export interface Asked {
  kind: "asked";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * What is asked for.
   */
  what: AskKind;
  /**
   * The place that asks.
   */
  place: number;
  /**
   * For a takeover: the place that a bot would play.
   */
  takeover_place?: number;
  /**
   * For a takeover: the bot's level.
   */
  level?: number;
  /**
   * For a takeover: the bot's hand skill, in games with placements.
   */
  hand_skill?: number;
  /**
   * For assistance: whether to turn it on.
   */
  assist?: boolean;
}
/**
 * A person answered, for all their places.
 *
 *     One no settles the question, and so does a yes from every place asked.
 */
export interface Answered {
  kind: "answered";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The question's number.
   */
  ask: number;
  /**
   * The place that answers.
   */
  place: number;
  /**
   * Whether the person agrees.
   */
  yes: boolean;
}
/**
 * The last moves of the game were taken back.
 */
export interface TakenBack {
  kind: "taken_back";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * How many of the game's moves and chance events still count.
   */
  to: number;
  /**
   * The place that asked for it.
   */
  place: number;
}
/**
 * A person reported an outcome. The last report counts once the next turn begins.
 *
 *     The outcome itself is a chance event of its own.
 */
export interface RulingProposed {
  kind: "ruling_proposed";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
  /**
   * The chance event that the outcome would be.
   */
  outcome: string;
}
/**
 * A person asked for a hint.
 */
export interface Hinted {
  kind: "hinted";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
}
/**
 * A person resigned the running game.
 */
export interface Resigned {
  kind: "resigned";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The place that resigned.
   */
  place: number;
}
/**
 * A person ran out of time, or did not answer whether they are there.
 *
 *     With two seats the game ends; else a bot plays on, and the seat ranks as if it had resigned.
 */
export interface Flagged {
  kind: "flagged";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The place that ran out of time.
   */
  place: number;
  /**
   * `"absence"` if the person did not answer, else absent.
   */
  reason?: "absence" | "time";
}
/**
 * A bot took over a person's place.
 */
export interface TakenOver {
  kind: "taken_over";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
  /**
   * The bot's level.
   */
  level: number;
  /**
   * The bot's hand skill, in games with placements.
   */
  hand_skill?: number;
  /**
   * When the bot hands back, if the person allowed one during an absence.
   */
  until?: number;
}
/**
 * A person took their place back from a bot.
 */
export interface Retaken {
  kind: "retaken";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
}
/**
 * Placement assistance was turned on or off, from the next placement on.
 */
export interface AssistSet {
  kind: "assist_set";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The place of the person that turned it on or off.
   */
  place: number;
  /**
   * Whether assistance is on now.
   */
  on: boolean;
}
/**
 * The game ended.
 */
export interface Over {
  kind: "over";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * `None` if the game was resigned, aborted, or lost on time.
   */
  result: GameResult | null;
  /**
   * Why the game ended without a result, if it was not resigned.
   */
  reason?: "aborted" | "absence" | "time";
  /**
   * The place of the player that aborted the game, or did not move in time.
   */
  place?: number;
  /**
   * Whether the game was aborted because that player did not make the first move in time.
   */
  late?: boolean;
}
/**
 * How a game ended, as in a record.
 */
export interface GameResult {
  /**
   * The winning seats; several if they share the first rank.
   */
  winners: number[];
  /**
   * The final score of each seat.
   */
  scores: number[];
  /**
   * The rank of each seat, from 1. Equal seats share a rank.
   */
  ranks: number[];
  /**
   * Why the game ended, a word of the game's own.
   */
  reason: string;
}
/**
 * The server could not be reached for a while, or the game was not installed. All clocks stood still.
 */
export interface Outage {
  kind: "outage";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * When it began, in milliseconds since 1970.
   */
  since: number;
  /**
   * When it ended; the same as `since` if the game is not installed from then on.
   */
  until: number;
}
/**
 * A person is absent, or came back earlier. Their clock stands still during absences.
 */
export interface Away {
  kind: "away";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
  /**
   * The beginning and end of each absence, in milliseconds since 1970. They replace earlier ones.
   *
   * An absence that has not begun is not among them: the others need not know of it yet.
   */
  periods: [number, number][];
}
/**
 * A person has come to the table, for whom its clocks waited. It changes nothing else.
 */
export interface Arrived {
  kind: "arrived";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
}
/**
 * A person said a phrase. It changes nothing at the table.
 */
export interface Said {
  kind: "said";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * The person's place.
   */
  place: number;
  /**
   * The ID of the phrase, one of the game's `phrases`.
   */
  phrase: string;
}
/**
 * The table's code failed. The game is not decided; the table waits to be resumed.
 */
export interface Frozen {
  kind: "frozen";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
  /**
   * One English sentence.
   */
  detail: string;
}
/**
 * A person resumed a frozen table.
 */
export interface Resumed {
  kind: "resumed";
  /**
   * The event's number in the log, from 1.
   */
  seq: number;
  /**
   * When the event was appended, in milliseconds since 1970.
   */
  at: number;
}
/**
 * The current game as this client may see it.
 */
export interface StateView {
  /**
   * The last event. Send it back with `act`.
   */
  seq: number;
  /**
   * The number of the game at this table, from 1.
   */
  game_number: number;
  /**
   * The place of seat 0, 1, ...
   */
  seats: number[];
  /**
   * The seat to act. `None` if the game is over, resigned, or waits for an outcome.
   */
  to_act: number | null;
  /**
   * Whether the seat to act is this client's.
   */
  mine: boolean;
  /**
   * All legal moves if `mine`, otherwise empty.
   */
  legal: LegalMove[];
  /**
   * The static setup of the board, as an object of the game.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The position, as an object of the game; with its SVG as `picture` if pages need it.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * The score of each seat.
   */
  scores: number[];
  /**
   * The result. `None` while the game runs, and if it was resigned.
   */
  result: GameResult | null;
  /**
   * The last move. `None` before the first.
   */
  last: LastMove | null;
  /**
   * The open questions.
   */
  asks: AskInfo[];
  /**
   * Whether this client has a move to take back.
   */
  takeback: boolean;
  /**
   * Rest poses that `position` lacks, as a public object of the game.
   */
  poses: {
    [k: string]: unknown;
  };
  /**
   * The outcome that the game waits for, if any.
   */
  pending_ruling: PendingRuling | null;
}
/**
 * A legal move.
 */
export interface LegalMove {
  /**
   * The move in the game's notation.
   */
  text: string;
  /**
   * The choices that make up the move.
   */
  parts: Parts;
  /**
   * The move's immediate effects beyond its parts, as an object of the game.
   */
  effects?: {
    [k: string]: unknown;
  };
}
/**
 * The move that led to the position.
 */
export interface LastMove {
  /**
   * The seat that moved.
   */
  seat: number;
  /**
   * The move in the game's notation, with `?` for what the client may not see.
   */
  text: string;
  /**
   * The choices that make up the move. Empty if the client may not see all of it.
   */
  parts: Parts;
}
/**
 * An open question to the table.
 */
export interface AskInfo {
  /**
   * The question's number: the `seq` of its `asked` event.
   */
  ask: number;
  /**
   * What is asked for.
   */
  what: AskKind;
  /**
   * The place that asks.
   */
  place: number;
  /**
   * The places that have not answered.
   */
  waiting: number[];
  /**
   * For a takeover: the place that a bot would play.
   */
  takeover_place: number | null;
  /**
   * For a takeover: the bot's level.
   */
  level: number | null;
  /**
   * For a takeover: the bot's hand skill, in games with placements.
   */
  hand_skill: number | null;
  /**
   * For assistance: whether to turn it on.
   */
  assist: boolean | null;
}
/**
 * The game waits for an outcome that the rules do not know.
 */
export interface PendingRuling {
  /**
   * The source of the outcome: a simulated placement, or the people at the table.
   */
  source: "hand" | "people";
  /**
   * The seat that acted.
   */
  seat: number;
  /**
   * `hand`: the possible grips.
   */
  grips: string[];
  /**
   * `people`: the possible outcomes.
   */
  outcomes: PossibleOutcome[];
  /**
   * `people`: the reported outcome, until `confirm_ruling`.
   */
  proposed: ProposedOutcome | null;
}
/**
 * An outcome that people may report.
 */
export interface PossibleOutcome {
  /**
   * The chance event that it would be. Send it back with `propose_ruling`.
   */
  text: string;
  /**
   * Whether it ends the game. Then `propose_ruling` needs `confirmed`.
   */
  ends_game: boolean;
  /**
   * The outcome that it may still become before the next turn, or `None` if it is final at once.
   */
  may_become: string | null;
}
/**
 * The outcome that people reported, while it may still change.
 */
export interface ProposedOutcome {
  /**
   * The chance event that the outcome would be.
   */
  text: string;
  /**
   * The place that reported it last.
   */
  place: number;
}
/**
 * The thinking time of a program.
 */
export interface TimeLimit {
  /**
   * Seconds from the update that begins the program's turn until its `act` arrives.
   */
  per_move: number;
}
/**
 * The clocks at the time of the message. All times are milliseconds.
 *
 *     The clock of `running` counts down from when the message arrives: first `starts_in`, then
 *     `own`, then what it has `left`.
 */
export interface ClockView {
  /**
   * The server's time, since 1970.
   */
  at: number;
  /**
   * By seat: the time left for the game, or of the reserve.
   */
  left: number[];
  /**
   * The seat whose clock runs.
   */
  running: number | null;
  /**
   * What the running seat has left for this move alone, before its reserve.
   */
  own: number;
  /**
   * How long its clock stands still yet, for an animation, an absence, or players who are awaited.
   */
  starts_in: number;
  /**
   * When the game is aborted unless the running seat moves, if not everybody has moved yet.
   */
  first_move_in?: number;
  /**
   * The seats that have not come to the table yet, while the clocks of the first game wait for them.
   */
  waits_for?: number[];
}
/**
 * The answer to `older`.
 */
export interface OlderEvents {
  type: "older";
  /**
   * The number from the request.
   */
  before: number;
  /**
   * Oldest first. Empty if there are none, or if another game has started.
   */
  events: LogEvent[];
  /**
   * How many of the game's moves and chance events counted before the first of `events`.
   */
  events_before?: number;
  /**
   * Whether the game has events before these.
   */
  has_more?: boolean;
}
/**
 * New events.
 */
export interface Update {
  type: "update";
  /**
   * Oldest first.
   */
  events: LogEvent[];
  /**
   * The table, if it changed.
   */
  table?: TableInfo;
  /**
   * With `"updates": "full"`, after the first game has started.
   */
  state?: StateUpdate;
  /**
   * The clocks, if the table has a clock and a game has started.
   */
  clocks?: ClockView;
}
/**
 * What the events of an update can have changed of a :class:`StateView`.
 *
 *     A client replaces these members of its state and keeps the others. `takeback`, `asks`,
 *     `pending_ruling` and `seq` are always sent; the board's setup, `seats` and `game_number` after
 *     `started` and `resumed`; all others unless the events are asides, which leave the position as it is.
 */
export interface StateUpdate {
  /**
   * The last event. Send it back with `act`.
   */
  seq: number;
  /**
   * The open questions.
   */
  asks: AskInfo[];
  /**
   * Whether this client has a move to take back.
   */
  takeback: boolean;
  /**
   * The outcome that the game waits for, if any.
   */
  pending_ruling: PendingRuling | null;
  /**
   * The seat to act. `None` if the game is over, resigned, or waits for an outcome.
   */
  to_act?: number | null;
  /**
   * Whether the seat to act is this client's.
   */
  mine?: boolean;
  /**
   * All legal moves if `mine`, otherwise empty.
   */
  legal?: LegalMove[];
  /**
   * The position, as an object of the game; with its SVG as `picture` if pages need it.
   */
  position?: {
    [k: string]: unknown;
  };
  /**
   * The score of each seat.
   */
  scores?: number[];
  /**
   * The result. `None` while the game runs, and if it was resigned.
   */
  result?: GameResult | null;
  /**
   * Rest poses that `position` lacks, as a public object of the game.
   */
  poses?: {
    [k: string]: unknown;
  };
  /**
   * The last move, after `started`, `taken_back` and `resumed`. After other events it is the
   * last `move` of the update, if there is one.
   */
  last?: LastMove | null;
  /**
   * The number of the game at this table, from 1.
   */
  game_number?: number;
  /**
   * The place of seat 0, 1, ...
   */
  seats?: number[];
  /**
   * The static setup of the board, as an object of the game.
   */
  board_setup?: {
    [k: string]: unknown;
  };
}
/**
 * The answer to `hint`, sent to the asking client only. It uses what the seat knows.
 *
 *     `parts` and `message` of moves are sent with `"updates": "full"` only.
 */
export interface Advice {
  type: "advice";
  /**
   * The last event when the position was evaluated.
   */
  seq: number;
  /**
   * The seat to act.
   */
  seat: number;
  /**
   * How many seats, or teams, play against each other.
   */
  sides: number;
  /**
   * The best move.
   */
  best: AdvisedMove;
  /**
   * The next best moves, at most three.
   */
  others: AdvisedMove[];
}
/**
 * A move and its evaluation.
 */
export interface AdvisedMove {
  /**
   * The move in the game's notation.
   */
  text: string;
  /**
   * The seat's expected return, from -1 to 1: (opponents beaten - opponents not beaten) /
   * opponents. With two sides the probability of winning is (1 + value) / 2.
   */
  value: number;
  /**
   * The expected final scores by seat. Moves other than the best lack them if the search does not
   * play games to the end.
   */
  scores?: number[];
  /**
   * The choices that make up the move.
   */
  parts?: Parts;
  /**
   * The log message for the move.
   */
  message?: Message;
}
/**
 * A moment of a placement. Sent with `"updates": "full"` only; not part of the log.
 */
export interface PlacementFrame {
  type: "placement";
  /**
   * The last event.
   */
  seq: number;
  /**
   * The placing place.
   */
  place: number;
  /**
   * The grip. Empty if nothing is held.
   */
  grip: string;
  /**
   * Seconds since `grasp`, on the clock of the path.
   */
  time: number;
  /**
   * The bodies that moved since the previous message. All bodies after `grasp`, after
   * `welcome`, and after messages were dropped.
   */
  poses: {
    [k: string]: Pose;
  };
  /**
   * The simulation diverged, and the same piece is placed again. Every other body has its pose
   * from before `grasp`.
   */
  restarted: boolean;
}
/**
 * An animation of a placement after the release. Not part of the log.
 *
 *     Sent with `"updates": "full"` only, directly before the `update` with its outcome. Play it
 *     first. A client that connects during the animation receives it after `welcome`.
 */
export interface Animation {
  type: "animation";
  /**
   * The chance event with the outcome.
   */
  seq: number;
  /**
   * The placing place.
   */
  place: number;
  /**
   * Seconds since the animation started.
   */
  elapsed: number;
  /**
   * The bodies, in the order of the data.
   */
  bodies: string[];
  /**
   * Frames per second.
   */
  rate: number;
  /**
   * The number of frames.
   */
  frames: number;
  /**
   * The length in seconds. Bodies stay at rest after the last frame.
   */
  duration: number;
  /**
   * Moments in seconds: `"countdown"` when the countdown is spoken, `"fall"` if something falls.
   */
  marks: {
    [k: string]: number;
  };
  /**
   * Base64 of zlib-compressed differences between frames of little-endian `int16`: for each body
   * x, y, z in tenths of millimetres and w, x, y, z in 1/30,000. The first frame is absolute.
   */
  data: string;
}
/**
 * The connected clients. Not part of the log.
 */
export interface Presence {
  type: "presence";
  /**
   * The places with a connected person.
   */
  places: number[];
  /**
   * The number of connected spectators; those of one address count once.
   */
  spectators: number;
}
/**
 * A message failed. Nothing changed.
 */
export interface Error {
  type: "error";
  /**
   * The code, for programs.
   */
  code: ErrorCode;
  /**
   * One English sentence.
   */
  detail: string;
  /**
   * The type of the failed message, if it was readable.
   */
  about?: string;
  /**
   * The same as a message of the game's catalogue, if the rules forbade it.
   */
  reason?: Message;
  /**
   * The last event.
   */
  seq?: number;
}
/**
 * A message was understood only in part. Sent once for each member of a type.
 */
export interface Warning {
  type: "warning";
  /**
   * The type of the message.
   */
  about: string;
  /**
   * The members that this server does not know.
   */
  ignored: string[];
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: "pong";
}
/**
 * The last message before the server closes the connection.
 */
export interface Closing {
  type: "bye";
  /**
   * The code, for programs.
   */
  code: ClosingCode;
  /**
   * One English sentence.
   */
  detail: string;
}
/**
 * The first message.
 */
export interface EnterLobby {
  type: "hello";
  /**
   * The name of a guest at the table.
   */
  name?: string;
  /**
   * The ID of the member of the session's account that plays; default: a guest.
   */
  member?: string | null;
  /**
   * The client's version of the protocol.
   */
  protocol?: number | null;
}
/**
 * Look for players. Replaces the client's seek, and ends with the connection.
 */
export interface PostSeek {
  type: "seek";
  /**
   * Any of these is welcome, the first most.
   */
  wishes: Wish[];
  /**
   * Whether the game counts for ratings. All are members then, and each wish has a clock.
   */
  rated?: boolean;
  /**
   * How much lower the rating of others may be; default: any.
   */
  below?: number | null;
  /**
   * How much higher the rating of others may be; default: any.
   */
  above?: number | null;
  /**
   * Whether everybody may find and watch the game, if all its players permit it. Games of children
   * are never public.
   */
  public?: boolean;
}
/**
 * A kind of game that a player looks for.
 */
export interface Wish {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The number of seats.
   */
  players: number;
  /**
   * How long players may think; default: as long as they like.
   */
  clock?: RealClock | TurnClock | DaysClock;
  /**
   * Values by name of option; the others have defaults.
   */
  options?: {
    [k: string]: unknown;
  };
}
/**
 * Look for players no more.
 */
export interface WithdrawSeek {
  type: "withdraw";
}
/**
 * Accept another player's seek: post the same, with this wish first.
 *
 *     It is refused if the ranges of ratings do not fit.
 */
export interface AcceptSeek {
  type: "accept";
  /**
   * The ID of the seek.
   */
  seek: string;
  /**
   * The index of the wish.
   */
  wish?: number;
}
/**
 * Take bots in the missing seats. The game is not rated then.
 *
 *     A game for two begins at once. For more, all players that wait for the same game and suit each
 *     other play together as soon as each of them has sent this.
 */
export interface FillSeats {
  type: "fill";
  /**
   * The index of the wish; default: wait for people again.
   */
  wish?: number | null;
  /**
   * Whether to begin at once, with bots in all other seats.
   */
  alone?: boolean;
}
/**
 * Ask for running public games: the answer is `watching`, and changes follow.
 */
export interface WatchGames {
  type: "watch";
}
/**
 * Ask for no more changes of games.
 */
export interface UnwatchGames {
  type: "unwatch";
}
/**
 * Ask for `pong`.
 */
export interface LobbyPing {
  type: "ping";
}
/**
 * The answer to `hello`: the whole lobby.
 */
export interface LobbyWelcome {
  type: "welcome";
  /**
   * All seeks, the oldest first.
   */
  seeks: Seek[];
  /**
   * How many are connected to the lobby.
   */
  people: number;
  /**
   * The server's version of the protocol.
   */
  protocol?: number;
}
/**
 * The open seek of a player.
 */
export interface Seek {
  /**
   * The ID of the seek.
   */
  id: string;
  /**
   * The name of the player.
   */
  name: string;
  /**
   * Any of these is welcome, the first most.
   */
  wishes: Wish[];
  /**
   * When it was posted, in milliseconds since 1970.
   */
  since: number;
  /**
   * Whether the game counts for ratings.
   */
  rated?: boolean;
  /**
   * The ID of the player's profile, if it is public.
   */
  member?: string;
  /**
   * Whether a program plays.
   */
  program?: boolean;
  /**
   * The rating of the player for each wish; empty for guests and for hidden profiles.
   */
  ratings?: number[];
  /**
   * How much lower the rating of others may be; default: any.
   */
  below?: number;
  /**
   * How much higher the rating of others may be; default: any.
   */
  above?: number;
  /**
   * The index of the wish for which the player takes bots in missing seats; default: none.
   */
  bots?: number;
}
/**
 * What has changed since the last message of this kind, or since `welcome`.
 */
export interface LobbyChanges {
  type: "changes";
  /**
   * New seeks. One that has changed is removed and added.
   */
  added?: Seek[];
  /**
   * The IDs of seeks that ended.
   */
  removed?: string[];
  /**
   * How many are connected to the lobby.
   */
  people?: number;
}
/**
 * The client's seek was posted.
 */
export interface Seeking {
  type: "seeking";
  /**
   * The seek, as all see it.
   */
  seek: Seek;
  /**
   * How many seconds others waited for such a game lately, at the median; default: not known.
   */
  wait?: number;
  /**
   * The level of the bots that would take missing seats, by wish.
   */
  levels?: number[];
  /**
   * The seconds after which a client should offer bots; see `fill`.
   */
  offer_after?: number;
}
/**
 * The client's seek has ended without a match.
 */
export interface SeekEnded {
  type: "seek_ended";
  /**
   * `not_allowed`: a guardian does not permit it any more. `failed`: no table could be made.
   */
  reason: "failed" | "not_allowed" | "replaced" | "withdrawn";
}
/**
 * A table is ready, at which everybody has a place.
 */
export interface Matched {
  type: "matched";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The secret token that holds the client's place.
   */
  token: string;
  /**
   * The places that the token holds.
   */
  places: number[];
  /**
   * The game's name.
   */
  game: string;
  /**
   * The names of the other players; empty for guests without a name.
   */
  names?: string[];
}
/**
 * The games to watch: all of them after `watch`, then what has changed.
 */
export interface Watching {
  type: "watching";
  /**
   * New games, and those that have changed.
   */
  games?: WatchedGame[];
  /**
   * Whether these are all games that are shown.
   */
  whole?: boolean;
  /**
   * The tables of games that are no longer shown.
   */
  gone?: string[];
  /**
   * The table of the best game.
   */
  featured?: string;
  /**
   * How many public games are being played; the best of them are shown.
   */
  running?: number;
}
/**
 * A running game that everybody may watch.
 */
export interface WatchedGame {
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The places, clockwise.
   */
  places: WatchedPlace[];
  /**
   * Rises when the picture changes: `/pictures/TABLE.svg?at=POSITION` shows it.
   */
  position: number;
  /**
   * When the table was created, in milliseconds since 1970.
   */
  since: number;
  /**
   * How long players may think; default: as long as they like.
   */
  clock?: RealClock | TurnClock | DaysClock;
  /**
   * Whether the game counts for ratings.
   */
  rated?: boolean;
  /**
   * Whether it has just ended.
   */
  over?: boolean;
}
/**
 * A place of a running game, as spectators see it.
 */
export interface WatchedPlace {
  /**
   * The current player.
   */
  kind: PlaceKind;
  /**
   * Empty for bots, and for deleted members.
   */
  name?: string;
  /**
   * The bot's level.
   */
  level?: number;
  /**
   * Whether a program plays.
   */
  program?: boolean;
  /**
   * The ID of the player's profile, if it is public.
   */
  member?: string;
  /**
   * The player's rating, if the profile is public.
   */
  rating?: number;
}
/**
 * What waits for the connected member; sent after `welcome`, and when it changes.
 */
export interface InboxChanged {
  type: "inbox";
  /**
   * All of it.
   */
  inbox: Inbox;
}
/**
 * What waits for a member.
 */
export interface Inbox {
  /**
   * How many ask to be a friend.
   */
  requests: number;
  /**
   * Open challenges from and to the member, and those that ended within a day; the newest first.
   */
  challenges: Challenge[];
  /**
   * Whether it looks for players in the lobby.
   */
  seeking: boolean;
}
/**
 * An invitation to a game, whose places are kept for the invited members.
 */
export interface Challenge {
  /**
   * The ID of its table, and of the challenge.
   */
  table: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * Every option of the game, defaults included.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * By place, the challenger first.
   */
  players: ChallengePlayer[];
  /**
   * When it was sent, in milliseconds since 1970.
   */
  made: number;
  /**
   * Until when it can be accepted.
   */
  expires: number;
  /**
   * What became of it.
   */
  state: "accepted" | "declined" | "expired" | "open" | "withdrawn";
  /**
   * The place of the member that gets this: 0 for the challenger.
   */
  place: number;
  /**
   * How long players may think; default: as long as they like.
   */
  clock?: RealClock | TurnClock | DaysClock;
  /**
   * Whether the game counts for ratings.
   */
  rated?: boolean;
  /**
   * Whether it counts for the household's list only.
   */
  friendly?: boolean;
  /**
   * The expected share of opponents that rank behind this member; absent in teams.
   */
  expected?: number;
}
/**
 * A player of a challenge.
 */
export interface ChallengePlayer {
  /**
   * The ID of the profile.
   */
  id: string;
  /**
   * The name.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
  /**
   * Whether the player has a place at the table.
   */
  accepted: boolean;
  /**
   * The rating in games of this kind; absent if the caller may not see it.
   */
  rating?: RatingInfo;
}
/**
 * The estimated strength of a player.
 */
export interface RatingInfo {
  /**
   * The rating. With 400 points more, one of two wins ten games of eleven.
   */
  points: number;
  /**
   * One standard deviation of the points.
   */
  uncertainty: number;
  /**
   * Whether it is still too uncertain to compare.
   */
  provisional: boolean;
}
/**
 * A message was refused.
 */
export interface LobbyError {
  type: "error";
  /**
   * The code, for programs.
   */
  code: ErrorCode;
  /**
   * One English sentence.
   */
  detail: string;
  /**
   * The `type` of the refused message.
   */
  about?: string;
  /**
   * A message for people, if there is one.
   */
  reason?: Message;
}
/**
 * The first message.
 */
export interface AwaitCalls {
  type: "hello";
  /**
   * The ID of a member of the session's account.
   */
  member: string;
  /**
   * Milliseconds since the member used the page.
   */
  idle: number;
}
/**
 * The member uses the page. Sent every few seconds at most.
 */
export interface Touched {
  type: "touched";
}
/**
 * The game of a challenge, or of a match of the lobby, has begun.
 */
export interface Called {
  type: "called";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The names of the other players; empty for guests without a name.
   */
  names: string[];
  /**
   * Whether the member used this page last: it should show the table.
   */
  go: boolean;
}
/**
 * A game offered by this server.
 */
export interface GameInfo {
  /**
   * The game's name.
   */
  name: string;
  /**
   * The version of its rules.
   */
  rules: number;
  /**
   * Its options.
   */
  options: OptionInfo[];
  /**
   * The possible numbers of seats.
   */
  players: number[];
  /**
   * The strength levels of its bots, weakest first.
   */
  levels: LevelInfo[];
  /**
   * Whether seats score points: otherwise only ranks count, and all scores are 0.
   */
  has_points: boolean;
  /**
   * Number of lessons.
   */
  lessons: number;
  /**
   * Number of solo levels.
   */
  solo: number;
  /**
   * Hand skills of bots, the least steady first; empty without placements.
   */
  hand_skills: HandSkillInfo[];
  /**
   * IDs of what players may say: the moment, a dot and a name. Empty if they may say nothing.
   */
  phrases: string[];
}
/**
 * An option of a game.
 */
export interface OptionInfo {
  /**
   * The option's name.
   */
  name: string;
  /**
   * What values it has. `data` is an object of the game's own.
   */
  kind: "choice" | "data" | "flag" | "list" | "number";
  /**
   * The value if it is not given.
   */
  default: unknown;
  /**
   * The choices of `choice`, minimum and maximum of `number`, else empty.
   */
  values: unknown[];
  /**
   * Whether few users change it.
   */
  advanced?: boolean;
  /**
   * Values that other options need, or this one must have its default.
   */
  requires?: {
    [k: string]: unknown[];
  };
  /**
   * Options that its values depend on; ask again if one changes.
   */
  depends_on?: string[];
  /**
   * Presets by name; clients send the value.
   */
  presets?: {
    [k: string]: unknown;
  };
}
/**
 * A strength level of the bots.
 */
export interface LevelInfo {
  /**
   * The level's number, from 1.
   */
  level: number;
  /**
   * Message key of its name.
   */
  key: string;
  /**
   * Number of its default hand skill; `None` without placements.
   */
  hand_skill?: number;
}
/**
 * A hand skill of bots.
 */
export interface HandSkillInfo {
  /**
   * From 1, the least steady.
   */
  number: number;
  /**
   * Message key of its name.
   */
  key: string;
  /**
   * Standard deviation of the placing error in millimetres.
   */
  sigma_mm: number;
}
/**
 * How far a game is compiled, after its installation.
 */
export interface GamePrepared {
  /**
   * The game's name.
   */
  name: string;
  /**
   * Finished steps.
   */
  finished: number;
  /**
   * All steps.
   */
  steps: number;
  /**
   * Whether a table starts at once; otherwise its creation waits.
   */
  playable: boolean;
  /**
   * Whether bots and hints answer at once; otherwise they wait.
   */
  searchable: boolean;
}
/**
 * Game options to validate; the others have defaults.
 */
export interface OptionsRequest {
  /**
   * Values by name of option.
   */
  options?: {
    [k: string]: unknown;
  };
}
/**
 * Validated options and their board, or the errors.
 */
export interface OptionsResponse {
  /**
   * All options, as in a record; empty if refused.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * Static board data; empty if refused.
   */
  board_setup?: {
    [k: string]: unknown;
  };
  /**
   * Hand skills of bots with these options.
   */
  hand_skills?: HandSkillInfo[];
  /**
   * Why the options are invalid.
   */
  refused?: Problem;
}
/**
 * The body of an error response (RFC 9457).
 */
export interface Problem {
  /**
   * The address of the code's description, relative to the server's.
   */
  type: string;
  /**
   * What the code means, in English.
   */
  title: string;
  /**
   * The HTTP status.
   */
  status: number;
  /**
   * One English sentence about this error.
   */
  detail: string;
  /**
   * For programs.
   */
  code: ErrorCode;
  /**
   * The message of the game, if the rules refused.
   */
  reason?: Message;
  /**
   * All faults of options; `cells` locates them.
   */
  reasons?: Message[];
}
/**
 * Request to create a table; places clockwise, one per seat.
 */
export interface CreateTable {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The places, clockwise.
   */
  places: PlaceRequest[];
  /**
   * Values by name of option; the others have defaults.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * The language of invitations, e.g. `"fr"`.
   */
  language?: string;
  /**
   * Whether spectators are admitted.
   */
  allow_spectators?: boolean;
  /**
   * Whether players may ask for hints.
   */
  hints?: boolean;
  /**
   * Whether placement assist is on.
   */
  assist?: boolean;
  /**
   * Whether strangers find the table in the list of tables.
   */
  listed?: boolean;
  /**
   * The position object from which each game begins; default: the game's own beginning.
   */
  start?: {
    [k: string]: unknown;
  } | null;
  /**
   * The place that begins the first game; default: it is drawn, as in all rated games.
   */
  begins?: number | null;
  /**
   * How long players may think; default: as long as they like.
   */
  clock?: (RealClock | TurnClock | DaysClock) | null;
  /**
   * Whether games count for ratings. They need accounts and a clock, and have no help.
   */
  rated?: boolean;
  /**
   * Whether members of one account may play each other in rated games, for their own list only.
   */
  friendly?: boolean;
  /**
   * Without a clock: the seconds after which a player may be asked whether they are there, and in
   * which they must answer; default: 300.
   */
  patience?: number | null;
}
/**
 * A place of a new table.
 */
export interface PlaceRequest {
  /**
   * `"person"`: played by the caller. `"open"`: free to join. `"bot"`: a bot of `level`.
   *
   */
  kind: PlaceKind;
  /**
   * The person's name.
   */
  name?: string;
  /**
   * The bot's level.
   */
  level?: number | null;
  /**
   * Number of the bot's hand skill; default: that of its level.
   */
  hand_skill?: number | null;
  /**
   * `"person"`: the ID of the member of the caller's account that owns the place.
   */
  member?: string | null;
}
/**
 * The new table and the token of the caller's places.
 */
export interface TableCreated {
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The short code; `None` if no one else can join or watch.
   */
  code: string | null;
  /**
   * The secret token that holds the caller's places.
   */
  token: string;
  /**
   * The caller's places.
   */
  places: number[];
}
/**
 * A page of listed tables, the newest first.
 */
export interface TableList {
  /**
   * At most 50 tables.
   */
  tables: ListedTable[];
  /**
   * The `cursor` of the next page; `None` on the last one.
   */
  cursor: string | null;
}
/**
 * A table that its creator listed.
 */
export interface ListedTable {
  /**
   * The table's ID.
   */
  id: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The version of the game's rules.
   */
  rules: number;
  /**
   * Every option, defaults included.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * Whether it waits for players or is played.
   */
  status: "open" | "playing";
  /**
   * The places, clockwise.
   */
  places: ListedPlace[];
  /**
   * When the table was created, in milliseconds since 1970.
   */
  created_at: number;
  /**
   * 1 for the table's first game, 0 before it.
   */
  game_number: number;
  /**
   * The language of its creator, e.g. `fr`; may be empty.
   */
  language: string;
  /**
   * Whether spectators are admitted.
   */
  allow_spectators: boolean;
  /**
   * Whether players may ask for hints.
   */
  hints: boolean;
  /**
   * How long players may think. Absent without a clock.
   */
  clock?: RealClock | TurnClock | DaysClock;
  /**
   * True if games count for ratings, else absent.
   */
  rated?: boolean;
}
/**
 * A place of a listed table, as spectators see it.
 */
export interface ListedPlace {
  /**
   * The current player.
   */
  kind: PlaceKind;
  /**
   * Empty for bots, and if the table has no spectators.
   */
  name: string;
  /**
   * The bot's level.
   */
  level: number | null;
  /**
   * Number of the bot's hand skill, in games with placements.
   */
  hand_skill: number | null;
  /**
   * True for a program with an account of its own. Absent for people and the server's bots.
   */
  program?: boolean;
}
/**
 * The table of a short code.
 */
export interface CodeFound {
  /**
   * The table's ID.
   */
  table: string;
}
/**
 * Request for an open place, by default the first.
 */
export interface JoinRequest {
  /**
   * The person's name.
   */
  name: string;
  /**
   * The place to take.
   */
  place?: number | null;
  /**
   * The ID of the member of the caller's account that then owns the place.
   */
  member?: string | null;
}
/**
 * The token, and all `places` that it holds.
 */
export interface JoinResponse {
  /**
   * The secret token that holds the places.
   */
  token: string;
  /**
   * The places that the token holds.
   */
  places: number[];
}
/**
 * Request to seat a bot at an open place, by default the first.
 */
export interface FillRequest {
  /**
   * The bot's level.
   */
  level: number;
  /**
   * The place to fill.
   */
  place?: number | null;
  /**
   * The bot's hand skill, in games with placements; default: that of its level.
   */
  hand_skill?: number | null;
}
/**
 * A move for the seat to act.
 */
export interface MoveRequest {
  /**
   * The last event that the client knows; the move fails with `stale` if anything but phrases
   * followed.
   */
  seq: number;
  /**
   * The move in the game's notation.
   */
  action: string;
}
/**
 * A resignation of the running game.
 */
export interface ResignRequest {
  /**
   * The place, if the caller holds several.
   */
  place?: number | null;
}
/**
 * An answer to a question of the table.
 */
export interface AnswerRequest {
  /**
   * The question's number: the `seq` of its `asked` event.
   */
  ask: number;
  /**
   * Whether the caller agrees.
   */
  yes: boolean;
}
/**
 * A phrase to say.
 */
export interface PhraseRequest {
  /**
   * The ID of the phrase, one of the game's `phrases`.
   */
  phrase: string;
  /**
   * Required if the caller holds several places.
   */
  place?: number | null;
}
/**
 * A command was stored.
 */
export interface LogReached {
  /**
   * The last event of the table.
   */
  seq: number;
}
/**
 * What a browser carries to another device, encrypted by the page.
 */
export interface Transfer {
  /**
   * By what it is fetched; derived from the same code as the key.
   */
  name: string;
  /**
   * The encrypted text in Base64.
   */
  body: string;
}
/**
 * A transfer that can be fetched.
 */
export interface TransferMade {
  /**
   * Until when, in milliseconds since 1970.
   */
  expires: number;
}
/**
 * A transfer that was fetched, and is gone.
 */
export interface TransferOpened {
  /**
   * The encrypted text in Base64.
   */
  body: string;
}
/**
 * A whole game as a list of positions.
 */
export interface Replay {
  /**
   * The game's record.
   */
  record: {
    [k: string]: unknown;
  };
  /**
   * Static board data.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The positions, the start first.
   */
  frames: Frame[];
  /**
   * The team of each seat, in team games.
   */
  teams: number[] | null;
}
/**
 * A position of a replay, after `event`.
 */
export interface Frame {
  /**
   * `None` in the first frame.
   */
  event: ReplayEvent | null;
  /**
   * The position, as an object of the game; with its SVG as `picture` if pages need it.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * The score of each seat.
   */
  scores: number[];
  /**
   * The seat to act, or `None`.
   */
  to_act: number | null;
  /**
   * Public rest poses in the game's own format.
   */
  poses: {
    [k: string]: unknown;
  };
}
/**
 * A move (with `seat` and `parts`) or a chance event.
 */
export interface ReplayEvent {
  /**
   * The event in the game's notation.
   */
  text: string;
  /**
   * The log message for the event.
   */
  message: Message;
  /**
   * The seat that moved.
   */
  seat?: number;
  /**
   * The choices that make up the move.
   */
  parts?: Parts;
}
/**
 * Request for a variation: `line` replaces the events from `at` on.
 */
export interface VariationRequest {
  /**
   * The record of the game.
   */
  record: {
    [k: string]: unknown;
  };
  /**
   * The number of the first event to replace, from 0.
   */
  at: number;
  /**
   * Moves and chance events in the game's notation.
   */
  line: string[];
}
/**
 * The positions of a variation, starting with the one before it.
 */
export interface VariationResponse {
  /**
   * The position before the variation, then one after each of its events.
   */
  frames: Frame[];
}
/**
 * A lesson of a game, in teaching order.
 */
export interface LessonInfo {
  /**
   * The lesson's name.
   */
  name: string;
  /**
   * Its title.
   */
  title: Message;
  /**
   * The number of its steps.
   */
  steps: number;
}
/**
 * The correct moves so far, then the one to check.
 */
export interface LessonMoves {
  /**
   * Moves in the game's notation.
   */
  moves: string[];
}
/**
 * A position in which the learner makes a move.
 */
export interface LessonStep {
  /**
   * The lesson's name.
   */
  lesson: string;
  /**
   * From 1.
   */
  step: number;
  /**
   * The number of steps in the lesson.
   */
  steps: number;
  /**
   * The lesson's title.
   */
  title: Message;
  /**
   * What to do.
   */
  task: Message;
  /**
   * A hint.
   */
  hint: Message;
  /**
   * The learner's seat.
   */
  seat: number;
  /**
   * Player names by seat.
   */
  names: string[];
  /**
   * Static board data.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The position, as an object of the game; with its SVG as `picture` if pages need it.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * The score of each seat.
   */
  scores: number[];
  /**
   * All legal moves.
   */
  legal: LegalMove[];
  /**
   * The move before the position.
   */
  last: LastMove | null;
  /**
   * Rest poses in the game's own format.
   */
  poses: {
    [k: string]: unknown;
  };
}
/**
 * Whether a move is correct, and why.
 */
export interface LessonAnswer {
  /**
   * Whether the move is the one that the lesson asks for.
   */
  right: boolean;
  /**
   * A description of the move.
   */
  move_message: Message;
  /**
   * Why it is correct, or a hint.
   */
  message: Message;
  /**
   * The positions after the move; empty if it is wrong.
   */
  frames: Frame[];
  /**
   * The next step, the same one after a wrong move, or `None` at the end.
   */
  next: LessonStep | null;
}
/**
 * A start and the events since, as in a record.
 */
export interface PositionRequest {
  /**
   * The game's name.
   */
  game: string;
  /**
   * Values by name of option; the others have defaults.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * The version of the game's rules; default: the newest.
   */
  rules?: number | null;
  /**
   * The position object from which the game begins; default: the initial state.
   */
  start?: {
    [k: string]: unknown;
  } | null;
  /**
   * Moves and chance events since the start.
   */
  moves?: string[];
  /**
   * Number of events without frames; default: all but the last.
   */
  since?: number | null;
  /**
   * Seats whose hidden things, such as hands, are not shown.
   */
  covered?: number[];
  /**
   * If chance decides next, its events are drawn with this seed; they follow in `frames`.
   */
  draw?: number | null;
  /**
   * Parts of the chance event that comes next, chosen so far. `draw` completes them; without
   * it, `chance` of the answer lists what can follow.
   */
  chance?: string[] | null;
}
/**
 * A position with everything in sight, and what led to it.
 */
export interface PositionResponse {
  /**
   * Static board data.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The position, as an object of the game; with its SVG as `picture` if pages need it.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * The seat to act, or `None` at a chance event or the end.
   */
  seat: number | null;
  /**
   * All legal moves of the seat to act.
   */
  legal: LegalMove[];
  /**
   * The score of each seat.
   */
  scores: number[];
  /**
   * The last move.
   */
  last: LastMove | null;
  /**
   * The result. `None` while the game runs.
   */
  result: GameResult | null;
  /**
   * The positions after the events from `since` on.
   */
  frames: Frame[];
  /**
   * Rest poses in the game's own format.
   */
  poses: {
    [k: string]: unknown;
  };
  /**
   * Whether chance decides next.
   */
  is_chance: boolean;
  /**
   * Whole chance events, or parts of one, that can come next; if they were asked for.
   */
  chance: ChanceOutcome[];
  /**
   * Whether chance decides something in this game.
   */
  has_chance: boolean;
  /**
   * Whether seats do not see everything in this game.
   */
  has_hidden: boolean;
}
/**
 * A chance event, or a part of one, that can come next.
 */
export interface ChanceOutcome {
  /**
   * The event in notation, or the part.
   */
  text: string;
  /**
   * Whether `text` is a whole event.
   */
  is_event: boolean;
  /**
   * From 0 to 1, given the parts chosen so far.
   */
  probability: number;
  /**
   * What happens, in words.
   */
  message: Message;
}
/**
 * A start and the events since, as in `PositionRequest`, and how long to search.
 */
export interface LinesRequest {
  /**
   * The game's name.
   */
  game: string;
  /**
   * Values by name of option; the others have defaults.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * The version of the game's rules; default: the newest.
   */
  rules?: number | null;
  /**
   * The position object from which the game begins; default: the initial state.
   */
  start?: {
    [k: string]: unknown;
  } | null;
  /**
   * Moves and chance events since the start.
   */
  moves?: string[];
  /**
   * Simulations of the search.
   */
  simulations?: number;
  /**
   * The number of moves wanted.
   */
  count?: number;
}
/**
 * The best moves of a position, from the information of the seat to act.
 */
export interface LinesResponse {
  /**
   * The seat to act.
   */
  seat: number;
  /**
   * Simulations made; fewer than wanted if best play is proven.
   */
  simulations: number;
  /**
   * Moves of the longest line.
   */
  depth: number;
  /**
   * The best first.
   */
  lines: EngineLine[];
}
/**
 * A move, its evaluation and a continuation.
 */
export interface EngineLine {
  /**
   * Its text.
   */
  move: string;
  /**
   * What the move does.
   */
  message: Message;
  /**
   * Its choices by name.
   */
  parts: Parts;
  /**
   * Simulations that began with the move.
   */
  visits: number;
  /**
   * Expected returns by seat, -1 to 1.
   */
  values: number[];
  /**
   * Mean final points by seat, if known.
   */
  scores: number[] | null;
  /**
   * Whether `values` are exact: the result of best play.
   */
  solved: boolean;
  /**
   * The move and its continuation, up to the first uncertain chance event. With hidden
   * information, the move only.
   */
  events: LineEvent[];
}
/**
 * A move or a chance event of a line.
 */
export interface LineEvent {
  /**
   * Its text, as in a record.
   */
  text: string;
  /**
   * The seat that moves, or a negative number for chance.
   */
  seat: number;
  /**
   * What happens.
   */
  message: Message;
}
/**
 * How other devices reach this server, for a person at its machine.
 */
export interface NetworkAccess {
  /**
   * Whether `POST` lets devices of the local network in.
   */
  can_open: boolean;
  /**
   * Addresses at which they reach it, the likeliest first. Empty for everybody else.
   */
  addresses: string[];
}
/**
 * All levels, the easiest first.
 */
export interface SoloLevels {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The levels.
   */
  levels: SoloLevelInfo[];
}
/**
 * A level in the list.
 */
export interface SoloLevelInfo {
  /**
   * Grade and number: `"1-07"`.
   */
  id: string;
  /**
   * From 1, the easiest.
   */
  grade: number;
  /**
   * The variant of the rules.
   */
  variant: string;
  /**
   * Pieces in hand.
   */
  rings: number;
  /**
   * The number of solutions.
   */
  solutions: number;
}
/**
 * A level with its start.
 */
export interface SoloLevel {
  /**
   * Grade and number: `"1-07"`.
   */
  id: string;
  /**
   * From 1, the easiest.
   */
  grade: number;
  /**
   * The variant of the rules.
   */
  variant: string;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
  /**
   * The number of solutions.
   */
  solutions: number;
  /**
   * Share of random plays that solve it.
   */
  share: number;
}
/**
 * A level of one's own.
 */
export interface SoloStart {
  /**
   * The variant of the rules.
   */
  variant: string;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
}
/**
 * What the solver found out about a level.
 */
export interface SoloVerdict {
  /**
   * `None`: unknown, the search was stopped.
   */
  solvable: boolean | null;
  /**
   * Solutions found.
   */
  solutions: number;
  /**
   * Whether there may be more solutions.
   */
  more: boolean;
  /**
   * Share of random plays that solve it, perhaps an estimate.
   */
  share: number;
  /**
   * The grade of levels that are solved as often; `None` unless it can be solved.
   */
  grade: number | null;
}
/**
 * A level and the moves since its start.
 */
export interface SoloMoves {
  /**
   * The variant of the rules.
   */
  variant: string;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
  /**
   * Moves in the game's notation.
   */
  moves?: string[];
}
/**
 * Request for a step of a hint.
 */
export interface SoloHintRequest {
  /**
   * The variant of the rules.
   */
  variant: string;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
  /**
   * Moves in the game's notation.
   */
  moves?: string[];
  /**
   * Each step reveals one part more of the move, the last one all of it.
   */
  step?: 1 | 2 | 3 | 4;
}
/**
 * A step of a hint.
 */
export interface SoloHint {
  /**
   * The step of the request.
   */
  step: number;
  /**
   * The hint.
   */
  message: Message;
  /**
   * The parts of the move that are revealed so far.
   */
  parts: Parts;
  /**
   * The move, at the last step.
   */
  move: string | null;
  /**
   * Whether the level can still be solved. `None`: unknown, the search was stopped.
   */
  solvable: boolean | null;
  /**
   * Moves to take back until the level can be solved again.
   */
  take_back: number;
}
/**
 * The rest of a solution.
 */
export interface SoloSolution {
  /**
   * `None` if there is no solution from here, or none is known.
   */
  moves: string[] | null;
  /**
   * The positions after each of `moves`.
   */
  frames: Frame[];
}
/**
 * All lessons of a game.
 */
export interface OfflineLessons {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The lessons, in teaching order.
   */
  lessons: OfflineLesson[];
}
/**
 * A lesson with all positions that right moves lead to.
 */
export interface OfflineLesson {
  /**
   * The lesson's name.
   */
  name: string;
  /**
   * The positions; the lesson begins with the first.
   */
  steps: OfflineStep[];
}
/**
 * A position with all moves that are right in it.
 */
export interface OfflineStep {
  /**
   * The position.
   */
  step: LessonStep;
  /**
   * Right moves in the game's notation. All others are wrong.
   */
  right: {
    [k: string]: OfflineAnswer;
  };
}
/**
 * What a right move leads to.
 */
export interface OfflineAnswer {
  /**
   * A description of the move.
   */
  move_message: Message;
  /**
   * Why it is correct.
   */
  message: Message;
  /**
   * The positions after the move.
   */
  frames: Frame[];
  /**
   * The index of the next step in `steps`, or `None` at the end.
   */
  next: number | null;
}
/**
 * A solo level with all its solutions.
 */
export interface OfflineLevel {
  /**
   * Grade and number: `"1-07"`.
   */
  id: string;
  /**
   * The variant of the rules.
   */
  variant: string;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
  /**
   * Static board data.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The positions; the level begins with the first.
   */
  positions: OfflinePosition[];
}
/**
 * A position from which the level can be solved, or its end.
 */
export interface OfflinePosition {
  /**
   * The position, as an object of the game.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * The score of each seat.
   */
  scores: number[];
  /**
   * All legal moves.
   */
  legal: LegalMove[];
  /**
   * Moves that lead to a solution. All others are wrong.
   */
  right: {
    [k: string]: OfflineMove;
  };
  /**
   * The steps of a hint; empty at the end.
   */
  hints: SoloHint[];
  /**
   * The result at the end; `None` before.
   */
  result: GameResult | null;
}
/**
 * A move after which the level can still be solved.
 */
export interface OfflineMove {
  /**
   * The move, as a replay shows it.
   */
  event: ReplayEvent;
  /**
   * The index of the position after it.
   */
  next: number;
}
/**
 * All puzzles of a game, the easiest first.
 */
export interface PuzzleList {
  /**
   * The puzzles.
   */
  puzzles: PuzzleInfo[];
}
/**
 * A puzzle in a list.
 */
export interface PuzzleInfo {
  /**
   * The name, which depends on the position only.
   */
  id: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The kind; `puzzle.kind.<kind>` is its message in the game's catalogue.
   */
  kind: string;
  /**
   * The number of seats.
   */
  players: number;
  /**
   * The variant of the rules, if the game has several.
   */
  variant: string | null;
  /**
   * What the solution does; `puzzle.theme.<theme>` are the messages.
   */
  themes: string[];
  /**
   * Moves of the solution.
   */
  moves: number;
  /**
   * How difficult it is, on the scale of players' ratings. Servers with accounts rate it again after
   * each first attempt of a member.
   */
  rating: number;
}
/**
 * The puzzle of a day, which is the same for everybody.
 */
export interface PuzzleOfDay {
  /**
   * The day, such as `"2026-11-26"`.
   */
  day: string;
  /**
   * The puzzle.
   */
  puzzle: PuzzleInfo;
}
/**
 * The position from which a puzzle begins, for a picture of it.
 */
export interface PuzzleBoard {
  /**
   * Static board data.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The position, as an object of the game, with all cards open.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * Rest poses in the game's own format.
   */
  poses: {
    [k: string]: unknown;
  };
  /**
   * The seat that solves it.
   */
  to_act: number;
}
/**
 * A puzzle with its solution, so that the page can go on without the server.
 */
export interface WholePuzzle {
  /**
   * Its entry in a list.
   */
  info: PuzzleInfo;
  /**
   * The options of the game.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The version of the game's rules.
   */
  rules: number;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
  /**
   * Static board data.
   */
  board_setup: {
    [k: string]: unknown;
  };
  /**
   * The seat that solves it.
   */
  seat: number;
  /**
   * `result`: the best result of the game. `points`: most points by one move.
   */
  goal: "points" | "result";
  /**
   * `exact`: every continuation was searched. `search`: `best` and `next` are bounds by
   * searches ten times as long as those of the strongest level.
   */
  proof: "exact" | "search";
  /**
   * Whether the cards of all seats are part of the task.
   */
  open_hands: boolean;
  /**
   * Whether nothing that players build falls.
   */
  every_block_stands: boolean;
  /**
   * What the board does not show but the task needs, such as the cards of others.
   */
  facts: Message[];
  /**
   * What the first move reaches: a return from -1 to 1, or points.
   */
  best: number;
  /**
   * What the next best move reaches at most.
   */
  next: number;
  /**
   * The positions in which the solver moves.
   */
  steps: PuzzleStep[];
}
/**
 * A position of the solver in the solution.
 */
export interface PuzzleStep {
  /**
   * The position, as an object of the game, with all cards open.
   */
  position: {
    [k: string]: unknown;
  };
  /**
   * The score of each seat.
   */
  scores: number[];
  /**
   * All legal moves.
   */
  legal: LegalMove[];
  /**
   * Rest poses in the game's own format.
   */
  poses: {
    [k: string]: unknown;
  };
  /**
   * The only right move.
   */
  right: string;
  /**
   * What the right move does, the most remarkable first.
   */
  why: Message[];
  /**
   * The positions after the right move and after each reply, until the next step.
   */
  frames: Frame[];
}
/**
 * A move that is tried: the line so far, with replies and chance events, and then the move.
 */
export interface PuzzleMoves {
  /**
   * In the game's notation.
   */
  moves: string[];
}
/**
 * A move that is tried in a puzzle that the server does not keep, such as one from a game.
 */
export interface OwnPuzzleMoves {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The options of the game.
   */
  options: {
    [k: string]: unknown;
  };
  /**
   * The kind of the puzzle.
   */
  kind: string;
  /**
   * The position object from which it begins.
   */
  start: {
    [k: string]: unknown;
  };
  /**
   * The solution, with replies and chance events; at most 64 events.
   */
  line: string[];
  /**
   * The beginning of the solution, and then the move.
   */
  moves: string[];
  /**
   * The version of the game's rules; default: the newest.
   */
  rules?: number | null;
}
/**
 * What a move of a puzzle reaches.
 */
export interface PuzzleTried {
  /**
   * Whether it is the right move.
   */
  is_right: boolean;
  /**
   * What it reaches against the best replies: a return from -1 to 1, or points. `None` if it is
   * unknown, but less than the right move.
   */
  value: number | null;
  /**
   * The positions after the move and after each best reply, until the solver acts again.
   */
  frames: Frame[];
}
/**
 * Moments of a game in which a seat missed the only good move.
 */
export interface PuzzlesMissed {
  /**
   * The clearest first; at most three.
   */
  puzzles: WholePuzzle[];
}
/**
 * Request for a picture of a position.
 */
export interface PictureRequest {
  /**
   * The record of the game.
   */
  record: {
    [k: string]: unknown;
  };
  /**
   * The number of events before the position; default: all.
   */
  at?: number | null;
}
/**
 * Request for a film of some moves.
 */
export interface FilmRequest {
  /**
   * The record of the game.
   */
  record: {
    [k: string]: unknown;
  };
  /**
   * The number of events before the first position.
   */
  first: number;
  /**
   * The number of events before the last position.
   */
  last: number;
}
/**
 * Request for a film of a placement: the `animation` that the server has sent.
 */
export interface FallRequest {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The bodies, in the order of the data.
   */
  bodies: string[];
  /**
   * Frames per second.
   */
  rate: number;
  /**
   * The number of frames.
   */
  frames: number;
  /**
   * Moments in seconds.
   */
  marks: {
    [k: string]: number;
  };
  /**
   * Poses as in `animation`.
   */
  data: string;
}
/**
 * Request to analyse a `record`, or a game (default: the last) of a `table`.
 */
export interface AnalysisRequest {
  /**
   * The record of a finished game.
   */
  record?: {
    [k: string]: unknown;
  } | null;
  /**
   * The ID of a table.
   */
  table?: string | null;
  /**
   * The number of the table's game, from 1.
   */
  game?: number | null;
  /**
   * How long to search.
   */
  depth?: "deep" | "quick";
}
/**
 * The id of an analysis.
 */
export interface AnalysisCreated {
  /**
   * The analysis's ID: the same for the same game and depth.
   */
  id: string;
}
/**
 * Progress and results of an analysis.
 */
export interface AnalysisResponse {
  /**
   * The analysis's ID.
   */
  id: string;
  /**
   * How far it is.
   */
  state: "done" | "failed" | "running" | "waiting";
  /**
   * Number of analyses queued before this one.
   */
  ahead: number;
  /**
   * `None` at first.
   */
  analysis: Analysis | null;
}
/**
 * An analysis in progress.
 */
export interface Analysis {
  /**
   * How long each position is searched.
   */
  depth: "deep" | "quick";
  /**
   * The team of each seat.
   */
  teams: number[];
  /**
   * Whether the game has hidden information; then moves are judged by what their seat knew.
   */
  imperfect_information: boolean;
  /**
   * Whether luck played a part: an event had several outcomes.
   */
  has_chance: boolean;
  /**
   * The number of events in the game.
   */
  events: number;
  /**
   * The number of events analysed.
   */
  done: number;
  /**
   * The share of the work that is done, from 0 to 1.
   */
  progress: number;
  /**
   * Expected returns by seat before event 0, 1, ...: coarse values after the first `done`.
   */
  expected: number[][];
  /**
   * Each move.
   */
  moves: MoveAnalysed[];
  /**
   * Each chance event.
   */
  draws: DrawAnalysed[];
  /**
   * A summary for each seat.
   */
  seats: SeatAnalysed[];
  /**
   * The events that changed most.
   */
  turning_points: TurningPoint[];
}
/**
 * The evaluation of a move.
 */
export interface MoveAnalysed {
  /**
   * Index in the record.
   */
  event: number;
  /**
   * The seat that moved.
   */
  seat: number;
  /**
   * The move in the game's notation.
   */
  move: string;
  /**
   * How good it was; the thresholds are the game's.
   */
  grade: "best" | "blunder" | "forced" | "good" | "inaccuracy" | "mistake";
  /**
   * From 0 to 100, the best move.
   */
  accuracy: number;
  /**
   * Whether every other move loses at least a mistake.
   */
  is_only_move: boolean;
  /**
   * The played move if none is better.
   */
  best: string;
  /**
   * Expected returns by seat after the move, given its seat's information.
   */
  expected: number[];
  /**
   * Expected returns by seat after the best move.
   */
  expected_best: number[];
  /**
   * The expected return that the move cost its seat.
   */
  loss: number;
  /**
   * Standard error of `loss`.
   */
  error: number;
  /**
   * The choices that make the best move; `None` if it was played.
   */
  parts?: Parts | null;
  /**
   * The log message for the best move; `None` if it was played.
   */
  message?: Reason | null;
  /**
   * The best move and its continuation; `None` if it was played.
   */
  line?: string[] | null;
}
/**
 * A key of a message catalogue and its arguments.
 *
 *     Example: `Reason("log.start", {"tail": "c3"})`.
 */
export interface Reason {
  /**
   * The message's key in the catalogue.
   */
  key: string;
  /**
   * Arguments of the message by name.
   */
  args?: {
    [k: string]: string | number;
  };
}
/**
 * The evaluation of chance events between two moves.
 */
export interface DrawAnalysed {
  /**
   * The number of the first event, from 0.
   */
  event: number;
  /**
   * The number of chance events in a row.
   */
  events: number;
  /**
   * Whether the outcome came from the rules' chance or from outside.
   */
  kind: "luck" | "referee";
  /**
   * By seat: expected return minus its mean over all draws; 0 if the seat cannot see it.
   */
  luck: number[];
  /**
   * Standard errors of `luck`.
   */
  errors: number[];
}
/**
 * How a seat played: its moves, and what chance did to it.
 */
export interface SeatAnalysed {
  /**
   * Mean accuracy of its moves with a choice, from 0 to 100; `None` if there was none.
   */
  accuracy: number | null;
  /**
   * The number of its moves with each grade.
   */
  grades: {
    [k: string]: number;
  };
  /**
   * The expected return that its moves cost it.
   */
  lost: number;
  /**
   * The expected return that chance gave it, or took from it.
   */
  luck: number;
  /**
   * The same for outcomes from outside the rules.
   */
  referee: number;
}
/**
 * A move or draw that changed the expected result.
 */
export interface TurningPoint {
  /**
   * What the event was.
   */
  kind: "luck" | "mistake" | "referee";
  /**
   * The number of the first event, from 0.
   */
  event: number;
  /**
   * The number of events in a row.
   */
  events: number;
  /**
   * The seat that made the mistake, or that was affected most.
   */
  seat: number;
  /**
   * Its expected return after the best move, or before the draw.
   */
  before: number;
  /**
   * The seat's expected return afterwards.
   */
  after: number;
  /**
   * Standard error of the difference.
   */
  error: number;
  /**
   * The best move. `None` unless the seat made a mistake.
   */
  better?: string | null;
  /**
   * The log message for the best move.
   */
  message?: Reason | null;
  /**
   * A continuation from the best move.
   */
  line?: string[] | null;
}
/**
 * An account to make, with its first member.
 */
export interface NewAccount {
  /**
   * What to sign in with.
   */
  login: string;
  /**
   * The name of the first member; empty: as `login`.
   */
  name?: string;
  /**
   * `None`: a passkey is added next.
   */
  password?: string | null;
  /**
   * The code of an invitation, if one is needed.
   */
  invitation?: string | null;
  /**
   * The language of mails, such as `fr`.
   */
  language?: string;
  /**
   * Whether the first member is a child.
   */
  kind?: "adult" | "child";
}
/**
 * A new account, signed in.
 */
export interface AccountMade {
  /**
   * The account.
   */
  me: Me;
  /**
   * Each recovers the account once; they are not shown again.
   */
  recovery_codes: string[];
}
/**
 * The account of the session with its members.
 */
export interface Me {
  /**
   * The account.
   */
  account: AccountInfo;
  /**
   * Its members, the oldest first.
   */
  members: MemberInfo[];
  /**
   * Its passkeys, the oldest first.
   */
  passkeys: PasskeyInfo[];
  /**
   * What moderators did, as far as it is in force or was not read.
   */
  acts: ActShown[];
  /**
   * How many reports and appeals wait for this moderator; 0 for members.
   */
  waiting: number;
}
/**
 * The account of the session.
 */
export interface AccountInfo {
  /**
   * What it signs in with.
   */
  login: string;
  /**
   * Its address, or `None`.
   */
  email: string | null;
  /**
   * Whether a link in a mail to this address was opened.
   */
  email_confirmed: boolean;
  /**
   * What it may do on this server.
   */
  role: "host" | "member" | "moderator";
  /**
   * Whether it can sign in with a password.
   */
  has_password: boolean;
  /**
   * Recovery codes that were not used.
   */
  recovery_left: number;
  /**
   * The language of mails; empty if unknown.
   */
  language: string;
  /**
   * Until when this session may do what only a guardian may; `None`: confirm first.
   */
  confirmed_until: number | null;
}
/**
 * A person, or a program, of an account.
 */
export interface MemberInfo {
  /**
   * The id in addresses.
   */
  id: string;
  /**
   * The name, unique in its account, and among the public ones.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
  /**
   * Whether everyone may see the profile.
   */
  listed: boolean;
  /**
   * Whether its guardian lets it play with anyone.
   */
  strangers: boolean;
}
/**
 * A passkey of the account.
 */
export interface PasskeyInfo {
  /**
   * Its number.
   */
  id: number;
  /**
   * How the user calls it.
   */
  name: string;
  /**
   * When it was added.
   */
  made: number;
  /**
   * When it was last used.
   */
  used: number | null;
}
/**
 * An act of a moderator.
 */
export interface ActShown {
  /**
   * Its number.
   */
  id: number;
  /**
   * What it forbids.
   */
  kind: "ban" | "mute" | "warn";
  /**
   * The member whose behaviour was the reason; empty if it was deleted.
   */
  name: string;
  /**
   * Why.
   */
  category: "cheating" | "harassment" | "insults" | "name" | "other" | "spam";
  /**
   * Why, in the words of the moderator.
   */
  text: string;
  /**
   * When it began.
   */
  began: number;
  /**
   * Until when it holds; `None`: until it is lifted. A warning has no end.
   */
  ended: number | null;
  /**
   * When it was ended early.
   */
  lifted: number | null;
  /**
   * Whether it is in force.
   */
  holds: boolean;
  /**
   * Whether the account has confirmed that it read it.
   */
  read: boolean;
  /**
   * The appeal against it.
   */
  appeal: Appeal | null;
}
/**
 * An appeal against an act.
 */
export interface Appeal {
  /**
   * Why the account disagrees.
   */
  text: string;
  /**
   * When it was made.
   */
  made: number;
  /**
   * When a moderator answered.
   */
  answered: number | null;
  /**
   * What became of the act.
   */
  outcome: ("kept" | "lifted") | null;
  /**
   * The answer.
   */
  reply: string;
}
/**
 * A sign-in with a password.
 */
export interface SignIn {
  /**
   * The account's name.
   */
  login: string;
  /**
   * Its password.
   */
  password: string;
}
/**
 * The password, to confirm that a guardian is there; or a passkey, see below.
 */
export interface Confirm {
  /**
   * The password.
   */
  password?: string | null;
  /**
   * What the browser returned for the options of a passkey.
   */
  passkey?: {
    [k: string]: unknown;
  } | null;
}
/**
 * What to change of the account; what is left out stays.
 */
export interface MeChange {
  /**
   * A new name to sign in with.
   */
  login?: string | null;
  /**
   * A new address, which a mail then confirms; empty: none.
   */
  email?: string | null;
  /**
   * The language of mails.
   */
  language?: string | null;
  /**
   * A new password. It ends all other sessions.
   */
  password?: PasswordChange | null;
}
/**
 * A new password.
 */
export interface PasswordChange {
  /**
   * The new one.
   */
  new: string;
  /**
   * The old one; not needed if the session is confirmed.
   */
  old: string | null;
}
/**
 * New recovery codes, which replace the old ones.
 */
export interface RecoveryCodes {
  /**
   * Each recovers the account once; they are not shown again.
   */
  recovery_codes: string[];
}
/**
 * An invitation for one person.
 */
export interface InvitationMade {
  /**
   * What to type at the registration.
   */
  code: string;
  /**
   * Until when.
   */
  expires: number;
}
/**
 * A new password, with a recovery code.
 */
export interface RecoverByCode {
  /**
   * The account's name.
   */
  login: string;
  /**
   * One of its recovery codes; case, spaces and hyphens do not matter.
   */
  code: string;
  /**
   * The new password.
   */
  password: string;
}
/**
 * The account to send a recovery link to.
 */
export interface RecoverByMail {
  /**
   * The account's name or its confirmed address.
   */
  login_or_email: string;
}
/**
 * A new password, for the account of a link.
 */
export interface NewPassword {
  /**
   * The new password.
   */
  password: string;
}
/**
 * A session of the account.
 */
export interface SessionInfo {
  /**
   * Its number.
   */
  id: number;
  /**
   * When it began.
   */
  made: number;
  /**
   * When it was last used, to the hour.
   */
  seen: number;
  /**
   * The browser and its system, as it calls itself.
   */
  agent: string;
  /**
   * Whether it is the one that asks.
   */
  current: boolean;
}
/**
 * Options for the browser's `navigator.credentials`, for one use within five minutes.
 */
export interface PasskeyOptions {
  /**
   * `PublicKeyCredentialCreationOptions` or `...RequestOptions` as JSON, bytes as base64url.
   */
  options: {
    [k: string]: unknown;
  };
}
/**
 * A passkey that the browser made.
 */
export interface NewPasskey {
  /**
   * The `PublicKeyCredential` as JSON.
   */
  credential: {
    [k: string]: unknown;
  };
  /**
   * How the user calls it.
   */
  name?: string;
}
/**
 * A sign-in with a passkey.
 */
export interface PasskeySignIn {
  /**
   * The `PublicKeyCredential` as JSON.
   */
  credential: {
    [k: string]: unknown;
  };
}
/**
 * A member to add to the account.
 */
export interface NewMember {
  /**
   * The name.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
}
/**
 * What to change of a member; what is left out stays.
 */
export interface MemberChange {
  /**
   * A new name.
   */
  name?: string | null;
  /**
   * Whether everyone may see the profile; never of a child.
   */
  listed?: boolean | null;
  /**
   * What it is; not of a bot.
   */
  kind?: ("adult" | "child") | null;
}
/**
 * What a guardian allows a member.
 */
export interface MemberRules {
  /**
   * The people that the member may play with.
   */
  meet: "anyone" | "approved" | "bots" | "household";
  /**
   * Whether the member writes and reads nothing but set phrases.
   */
  phrases_only: boolean;
  /**
   * The time zone of the times, such as `Europe/Paris`.
   */
  zone: string;
  /**
   * From when no game may begin, in minutes of the day; `None`: at any time.
   */
  quiet_from: number | null;
  /**
   * Until when, possibly of the next day.
   */
  quiet_to: number | null;
  /**
   * How long the member may play on a day; `None`: without limit.
   */
  minutes_a_day: number | null;
}
/**
 * Another member that a member may play with.
 */
export interface Approval {
  /**
   * The other's id.
   */
  id: string;
  /**
   * The other's name.
   */
  name: string;
  /**
   * When it was approved.
   */
  made: number;
}
/**
 * What the host says about data, as Markdown without HTML.
 */
export interface PrivacyText {
  /**
   * The language of the text.
   */
  language: "en" | "fr";
  /**
   * The text.
   */
  text: string;
}
/**
 * An absence to add to a member's calendar. Times are milliseconds since 1970.
 *
 *     It lasts an hour or more, and ends within a year.
 */
export interface NewAbsence {
  /**
   * When it ends.
   */
  ended: number;
  /**
   * When it begins, at the earliest now. `None`: now.
   */
  began?: number | null;
  /**
   * Whether a bot plays during the absence, at tables whose games are not rated.
   */
  stand_in?: boolean;
}
/**
 * The absences of a member, for all games with days for each move.
 */
export interface AbsenceCalendar {
  /**
   * Those that are not over, in order.
   */
  absences: AbsenceInfo[];
  /**
   * This year and the next one.
   */
  years: YearOfAbsences[];
}
/**
 * An absence of a member. Times are milliseconds since 1970.
 */
export interface AbsenceInfo {
  /**
   * Its number.
   */
  id: number;
  /**
   * When it begins, or began.
   */
  began: number;
  /**
   * When it ends.
   */
  ended: number;
  /**
   * Whether a bot plays during the absence.
   */
  stand_in: boolean;
}
/**
 * How much of a year's absences a member has left.
 */
export interface YearOfAbsences {
  /**
   * The year, by UTC.
   */
  year: number;
  /**
   * Milliseconds left of 30 days. Each absence takes a day or more.
   */
  left: number;
}
/**
 * The conversations of a member.
 */
export interface Conversations {
  /**
   * The last changed first; those of the newest 500 messages.
   */
  conversations: Conversation[];
}
/**
 * Messages at a table, or with a friend.
 */
export interface Conversation {
  /**
   * The number of the newest message.
   */
  last: number;
  /**
   * When a message was last written or erased, in milliseconds since 1970.
   */
  changed: number;
  /**
   * How many messages the member has not read.
   */
  unread: number;
  /**
   * The ID of the table.
   */
  table?: string;
  /**
   * The places of the authors of the unread messages at the table, one for each.
   */
  places?: number[];
  /**
   * The ID of the friend.
   */
  member?: string;
  /**
   * The name of the friend.
   */
  name?: string;
}
/**
 * A part of a conversation.
 */
export interface MessagePage {
  /**
   * The oldest first; at most 50.
   */
  messages: TextMessage[];
  /**
   * Whether there are older ones: ask with `before`.
   */
  more: boolean;
  /**
   * The names of the members that could read a new message. Without any, none can be written.
   */
  readers: string[];
  /**
   * Why the member may not write: the rules of a guardian, or a moderator.
   */
  reason: Message | null;
}
/**
 * A message that the member may read.
 */
export interface TextMessage {
  /**
   * Its number. Later messages have higher ones; the distance means nothing.
   */
  id: number;
  /**
   * The name of its author.
   */
  name: string;
  /**
   * What it says; empty if its author erased it.
   */
  text: string;
  /**
   * When it was written, in milliseconds since 1970.
   */
  made: number;
  /**
   * Whether the member wrote it.
   */
  own?: boolean;
  /**
   * The author's place, at a table.
   */
  place?: number;
  /**
   * Whether its author erased it.
   */
  erased?: boolean;
  /**
   * Whether the member has not read it.
   */
  unread?: boolean;
}
/**
 * A message to write.
 */
export interface NewMessage {
  /**
   * At most 140 characters, after NFC and with single spaces. Invisible characters are dropped.
   */
  text: string;
}
/**
 * Up to which message a member has read a conversation.
 */
export interface MessagesRead {
  /**
   * The number of the last message.
   */
  last: number;
}
/**
 * The notices to a member that still apply.
 */
export interface Notices {
  /**
   * The newest first; at most 50.
   */
  notices: Notice[];
  /**
   * How many of them are not read.
   */
  unread: number;
}
/**
 * A notice to a member. Times are milliseconds since 1970.
 */
export interface Notice {
  /**
   * Its number.
   */
  id: number;
  /**
   * What it is about.
   */
  kind: "absence" | "challenge" | "decision" | "friend" | "message" | "turn";
  /**
   * When it happened.
   */
  made: number;
  /**
   * The ID of the table, for `turn` and `challenge`.
   */
  table?: string;
  /**
   * The game's name, for `turn` and `challenge`.
   */
  game?: string;
  /**
   * The name of the member that challenges, asks to be a friend, or wrote.
   */
  name?: string;
  /**
   * The ID of the friend that wrote, for `message`.
   */
  member?: string;
  /**
   * When the absence ends.
   */
  ends?: number;
  /**
   * Whether the member has read it.
   */
  read?: boolean;
}
/**
 * Notices that a page shows.
 */
export interface NoticesSeen {
  /**
   * Their numbers.
   */
  ids: number[];
  /**
   * Whether the member has read them. Else a page in sight counts them.
   */
  read?: boolean;
}
/**
 * What a member chose, and what the server offers.
 */
export interface NoticeChoices {
  /**
   * Which notices the member gets, and how.
   */
  settings: NoticeSettings;
  /**
   * The kinds of notices that this server sends.
   */
  kinds: ("absence" | "challenge" | "decision" | "friend" | "message" | "turn")[];
  /**
   * The browsers to which notices are pushed.
   */
  devices: PushDevice[];
  /**
   * The server's public key for `PushManager.subscribe()`; `None`: it pushes nothing.
   */
  push_key: string | null;
  /**
   * Whether the server sends mail, and the account has a confirmed address.
   */
  mail: "off" | "ready" | "unconfirmed";
}
/**
 * Which notices a member gets, and how.
 *
 *     Each notice goes to the page first. If no page confirms it, it is pushed; if no device confirms
 *     that, it is part of the next mail.
 */
export interface NoticeSettings {
  /**
   * What the page shows; default: everything.
   */
  page: ("absence" | "challenge" | "decision" | "friend" | "message" | "turn")[];
  /**
   * What is pushed to the devices of the member.
   */
  push: ("absence" | "challenge" | "decision" | "friend" | "message" | "turn")[];
  /**
   * What is mailed to the confirmed address of the account.
   */
  mail: ("absence" | "challenge" | "decision" | "friend" | "message" | "turn")[];
  /**
   * How often a mail is sent at most.
   */
  digest: "daily" | "hourly";
  /**
   * The time zone, such as `Europe/Paris`.
   */
  zone: string;
  /**
   * Minute of the day from which nothing is pushed or mailed.
   */
  quiet_from: number | null;
  /**
   * Minute of the day until which nothing is pushed or mailed.
   */
  quiet_to: number | null;
}
/**
 * A browser that shows notices of a member.
 */
export interface PushDevice {
  /**
   * Its number.
   */
  id: number;
  /**
   * The browser and its system, such as `Firefox, Linux`.
   */
  agent: string;
  /**
   * When it was added, in milliseconds since 1970.
   */
  made: number;
  /**
   * Whether the session of the request added it.
   */
  own: boolean;
  /**
   * Whether it gets nothing any more: its subscription has ended, or is of other keys of the server.
   */
  dead: boolean;
}
/**
 * With what browsers subscribe.
 */
export interface PushKey {
  /**
   * The server's public key for `PushManager.subscribe()`; `None`: it pushes nothing.
   */
  push_key: string | null;
}
/**
 * A browser to which notices are pushed: what `PushManager.subscribe()` returned.
 */
export interface NewPushDevice {
  /**
   * The address at the push service of the browser.
   */
  endpoint: string;
  /**
   * The public key, as base64url.
   */
  p256dh: string;
  /**
   * The shared secret, as base64url.
   */
  auth: string;
}
/**
 * A notice that a device has shown.
 */
export interface PushShown {
  /**
   * The secret of the pushed message.
   */
  ack: string;
}
/**
 * Places for a member to own from now on, with all games played there.
 */
export interface KeepGames {
  /**
   * The ID of the member.
   */
  member: string;
  /**
   * At most 100 places.
   */
  seats: SeatToKeep[];
}
/**
 * A place that a guest holds.
 */
export interface SeatToKeep {
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The token that holds the place.
   */
  token: string;
  /**
   * The place, if the token holds several; default: the one with the member's name, or the first.
   */
  place: number | null;
}
/**
 * How many places the member owns now.
 */
export interface GamesKept {
  /**
   * The number of the given places; those of deleted tables and of others are left out.
   */
  kept: number;
}
/**
 * A page of the running tables of the account, the newest first.
 */
export interface TablesOfMine {
  /**
   * At most 20 tables.
   */
  tables: TableOfMine[];
  /**
   * The `cursor` of the next page; `None` on the last one.
   */
  cursor: string | null;
}
/**
 * A table at which a member of the account plays.
 */
export interface TableOfMine {
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * The ID of the member.
   */
  member: string;
  /**
   * What the table waits for.
   */
  status: Status;
  /**
   * All places, clockwise.
   */
  places: PlaceOfMine[];
  /**
   * The places of the member's token.
   */
  mine: number[];
  /**
   * Whether one of them must act.
   */
  turn: boolean;
  /**
   * When the member took the place.
   */
  made: number;
}
/**
 * A place of a running table.
 */
export interface PlaceOfMine {
  /**
   * The number of the place.
   */
  place: number;
  /**
   * The person's name.
   */
  name: string;
  /**
   * The current player.
   */
  kind: PlaceKind;
  /**
   * The bot's level.
   */
  level: number | null;
}
/**
 * A token to make for a program.
 */
export interface NewApiToken {
  /**
   * What the user calls it.
   */
  name: string;
  /**
   * What it is for. Only members of the kind `bot` have `play` and `challenge`, only
   * adults `messages`.
   */
  scopes: ("challenge" | "messages" | "play" | "read")[];
  /**
   * After how many days it expires; `None`: never.
   */
  days?: number | null;
}
/**
 * A new token of a program.
 */
export interface ApiTokenMade {
  /**
   * Its number.
   */
  id: number;
  /**
   * What the user calls it.
   */
  name: string;
  /**
   * What it is for.
   */
  scopes: ("challenge" | "messages" | "play" | "read")[];
  /**
   * When it was made.
   */
  made: number;
  /**
   * When it was last used, to the hour.
   */
  used: number | null;
  /**
   * When it expires; `None`: never.
   */
  expires: number | null;
  /**
   * The secret, which is not shown again.
   */
  token: string;
}
/**
 * A token of a program, without its secret.
 */
export interface ApiToken {
  /**
   * Its number.
   */
  id: number;
  /**
   * What the user calls it.
   */
  name: string;
  /**
   * What it is for.
   */
  scopes: ("challenge" | "messages" | "play" | "read")[];
  /**
   * When it was made.
   */
  made: number;
  /**
   * When it was last used, to the hour.
   */
  used: number | null;
  /**
   * When it expires; `None`: never.
   */
  expires: number | null;
}
/**
 * A member, as others see it.
 */
export interface Profile {
  /**
   * The ID in addresses.
   */
  id: string;
  /**
   * The name.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
  /**
   * When it was made.
   */
  made: number;
  /**
   * The number of finished games.
   */
  games: number;
  /**
   * Whether everyone may see the profile.
   */
  listed: boolean;
  /**
   * Whether it is a member of the account that asks.
   */
  mine: boolean;
}
/**
 * The results of a member.
 */
export interface Statistics {
  /**
   * By game and number of players, the most played first.
   */
  by_game: GameStatistics[];
  /**
   * The 50 most frequent opponents with an account.
   */
  opponents: Opponent[];
  /**
   * The `cursor` of the next page of opponents; `None` if there are no more.
   */
  cursor: string | null;
}
/**
 * Results in a game with a number of players.
 */
export interface GameStatistics {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The number of seats.
   */
  players: number;
  /**
   * Finished games.
   */
  played: number;
  /**
   * Games won alone, or by the member's team.
   */
  won: number;
  /**
   * Games with a shared first rank.
   */
  shared: number;
  /**
   * The mean of the ranks, from 1.
   */
  mean_rank: number;
  /**
   * The mean of the scores; `None` if the rules ended none of the games.
   */
  mean_score: number | null;
  /**
   * The same by seat.
   */
  seats: SeatStatistics[];
  /**
   * The share of games that players of like strength won, or `None` if there are too few.
   */
  compared: number | null;
}
/**
 * Results in one seat.
 */
export interface SeatStatistics {
  /**
   * The seat, from 0, the first to move.
   */
  seat: number;
  /**
   * Finished games.
   */
  played: number;
  /**
   * Games won alone, or by the member's team.
   */
  won: number;
  /**
   * Games with a shared first rank.
   */
  shared: number;
  /**
   * The share of games that players of like strength won in this seat, or `None`.
   */
  compared: number | null;
}
/**
 * Results against one opponent. A game counts by the better rank.
 */
export interface Opponent {
  /**
   * The ID of the profile; `None` if it is hidden.
   */
  id: string | null;
  /**
   * The name; empty if the profile is hidden.
   */
  name: string;
  /**
   * Finished games against each other.
   */
  played: number;
  /**
   * Games in which the member had the better rank.
   */
  won: number;
  /**
   * Games in which the opponent had the better rank.
   */
  lost: number;
  /**
   * Games with the same rank.
   */
  shared: number;
}
/**
 * A page of opponents, the most frequent first.
 */
export interface Opponents {
  /**
   * At most 50 opponents.
   */
  opponents: Opponent[];
  /**
   * The `cursor` of the next page; `None` on the last one.
   */
  cursor: string | null;
}
/**
 * A page of finished games, the last first.
 */
export interface HistoryPage {
  /**
   * At most 30 games; fewer, even none, if a filter matches few.
   */
  games: HistoryGame[];
  /**
   * The `cursor` of the next page; `None` on the last one.
   */
  cursor: string | null;
}
/**
 * A finished game of a member.
 */
export interface HistoryGame {
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The number of the game at its table, from 1.
   */
  number: number;
  /**
   * The game's name.
   */
  game: string;
  /**
   * When it began.
   */
  started: number;
  /**
   * When it ended.
   */
  ended: number;
  /**
   * Why it ended, a word of the game's own, or `resignation`, `time` or `absence`.
   */
  reason: string;
  /**
   * Moves and chance events.
   */
  events: number;
  /**
   * The member's outcome.
   */
  outcome: "lost" | "shared" | "won";
  /**
   * The member's seat.
   */
  seat: number;
  /**
   * All seats.
   */
  players: HistoryPlayer[];
  /**
   * The seats that resigned, ran out of time or were absent.
   */
  resigned: number[];
  /**
   * Whether the table still exists, so that the game can be replayed.
   */
  replay: boolean;
}
/**
 * A seat of a finished game.
 */
export interface HistoryPlayer {
  /**
   * The seat, from 0.
   */
  seat: number;
  /**
   * The name at the end of the game; empty for bots of the server and deleted players.
   */
  name: string;
  /**
   * The ID of the profile; `None` for guests, bots of the server and hidden profiles.
   */
  id: string | null;
  /**
   * The level of the bot of the server that played at the end; `None` for others.
   */
  level: number | null;
  /**
   * Whether it is a program with an account of its own.
   */
  program: boolean;
  /**
   * The rank, from 1; seats that left are last.
   */
  rank: number;
  /**
   * The score; `None` if the rules did not end the game.
   */
  score: number | null;
  /**
   * Whether the player deleted the account.
   */
  deleted: boolean;
  /**
   * Why the player left the game before its end.
   */
  left?: "absence" | "resignation" | "time";
}
/**
 * The progress of a member.
 */
export interface Progress {
  /**
   * What was reached, at most 500 entries in a request.
   */
  entries: ProgressEntry[];
}
/**
 * How far a member has come with something.
 */
export interface ProgressEntry {
  /**
   * What it is.
   */
  kind: "lesson" | "rush" | "solo";
  /**
   * The game's name.
   */
  game: string;
  /**
   * The lesson, level or kind of rush.
   */
  item: string;
  /**
   * How far; a higher value replaces a lower one.
   */
  value: number;
  /**
   * When it was reached; set by the server.
   */
  at: number;
}
/**
 * The studies of a member.
 */
export interface StudyList {
  /**
   * All of them, the last changed first.
   */
  studies: StudyInfo[];
}
/**
 * What is known of a study without its content.
 */
export interface StudyInfo {
  /**
   * Its ID, given by the client that made it.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * The name of its folder; empty: none.
   */
  folder: string;
  /**
   * The games of its chapters, each once.
   */
  games: string[];
  /**
   * The number of chapters.
   */
  chapters: number;
  /**
   * When it was last stored.
   */
  changed: number;
  /**
   * Its version: larger after each change, also if it was removed in between.
   */
  version: number;
  /**
   * What the client called this content.
   */
  edit: string;
}
/**
 * A study of a member.
 */
export interface StoredStudy {
  /**
   * What is known of it.
   */
  info: StudyInfo;
  /**
   * The study as JSON, in the format `empile-study/1`.
   */
  study: string;
}
/**
 * A study to store.
 */
export interface NewStudy {
  /**
   * The version that the client has changed; 0 for a study that is not stored yet.
   */
  version: number;
  /**
   * A random name for this content. Sending the same content again, under its name, changes nothing.
   */
  edit: string;
  /**
   * The study as JSON, in the format `empile-study/1`, at most 512,000 bytes.
   */
  study: string;
}
/**
 * Attempts at puzzles.
 */
export interface PuzzleAttempts {
  /**
   * At most 200. The first one at each puzzle counts, in the order of time.
   */
  attempts: PuzzleAttempt[];
}
/**
 * An attempt at a puzzle, possibly made without a connection and sent later.
 */
export interface PuzzleAttempt {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The puzzle's ID.
   */
  puzzle: string;
  /**
   * When it was made, in milliseconds since 1970.
   */
  at: number;
  /**
   * The events until the first wrong move, or the whole solution. The server compares them with the
   * solution. `None` if they are not known any more: `right` is then believed, and not rated.
   */
  moves: string[] | null;
  /**
   * Whether the puzzle was solved; read if `moves` is `None`.
   */
  right: boolean;
  /**
   * The day, such as `"2026-11-26"`, if it was solved as the puzzle of this day.
   */
  day: string | null;
}
/**
 * What a member reached in puzzles.
 */
export interface PuzzleHistory {
  /**
   * The rating for puzzles of all games, on the scale of players' ratings.
   */
  points: number;
  /**
   * Its standard deviation in points.
   */
  uncertainty: number;
  /**
   * How many attempts were rated.
   */
  rated: number;
  /**
   * The last day whose puzzle was solved, such as `"2026-11-26"`; empty if there is none.
   */
  day: string;
  /**
   * How many days in a row until then.
   */
  days: number;
  /**
   * The first attempt at each puzzle, the oldest first.
   */
  results: PuzzleResult[];
}
/**
 * The first attempt at a puzzle.
 */
export interface PuzzleResult {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The puzzle's ID.
   */
  puzzle: string;
  /**
   * Whether it was solved.
   */
  right: boolean;
  /**
   * When it was made, in milliseconds since 1970.
   */
  at: number;
  /**
   * The rating after it. `None` if it was not rated.
   */
  points: number | null;
  /**
   * When it was solved after a miss, in milliseconds since 1970.
   */
  again: number | null;
}
/**
 * The program has a place at a table that may have a running game.
 */
export interface StreamTable {
  type: "table";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The game's name.
   */
  game: string;
  /**
   * What the table waits for.
   */
  status: Status;
  /**
   * The program's places.
   */
  places: number[];
  /**
   * The number of the current game, 0 before the first.
   */
  game_number: number;
  /**
   * The last event of the table.
   */
  seq: number;
}
/**
 * A game began.
 */
export interface StreamStarted {
  type: "started";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * 1 for the table's first game.
   */
  game_number: number;
  /**
   * The event's number in the log.
   */
  seq: number;
}
/**
 * The program must act. Sent again after each event until it has.
 */
export interface StreamTurn {
  type: "turn";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * The place to act.
   */
  place: number;
  /**
   * The last event of the table, to send with the move.
   */
  seq: number;
}
/**
 * A game ended.
 */
export interface StreamOver {
  type: "over";
  /**
   * The table's ID.
   */
  table: string;
  /**
   * 1 for the table's first game.
   */
  game_number: number;
  /**
   * The event's number in the log.
   */
  seq: number;
  /**
   * `None` if the rules did not end the game.
   */
  result: GameResult | null;
  /**
   * Why the game ended without a result, if it was not resigned.
   */
  reason?: "aborted" | "absence" | "time";
}
/**
 * The table is not followed any more: its last game is over, or it was deleted.
 */
export interface StreamClosed {
  type: "closed";
  /**
   * The table's ID.
   */
  table: string;
}
/**
 * A challenge from or to the program: it is open, a player took a place, or it ended.
 */
export interface StreamChallenge {
  type: "challenge";
  /**
   * The challenge.
   */
  challenge: Challenge;
}
/**
 * The ratings of a member.
 */
export interface MemberRatings {
  /**
   * The most played first.
   */
  ratings: MemberRating[];
}
/**
 * A rating of a member.
 */
export interface MemberRating {
  /**
   * The rating. With 400 points more, one of two wins ten games of eleven.
   */
  points: number;
  /**
   * One standard deviation of the points.
   */
  uncertainty: number;
  /**
   * Whether it is still too uncertain to compare.
   */
  provisional: boolean;
  /**
   * The list on which the games count.
   */
  against: "household" | "people" | "programs";
  /**
   * The game's name.
   */
  game: string;
  /**
   * The class of the number of seats.
   */
  size: "more" | "two";
  /**
   * `slow` with days for each move, else `fast`.
   */
  speed: "fast" | "slow";
  /**
   * The number of rated games.
   */
  games: number;
  /**
   * When the last one ended.
   */
  last: number;
}
/**
 * A page of the history of a rating, the newest first.
 */
export interface RatingHistory {
  /**
   * At most 200 games.
   */
  points: RatingPoint[];
  /**
   * The `cursor` of the next page; `None` on the last one.
   */
  cursor: string | null;
}
/**
 * A rating after a game.
 */
export interface RatingPoint {
  /**
   * The rating. With 400 points more, one of two wins ten games of eleven.
   */
  points: number;
  /**
   * One standard deviation of the points.
   */
  uncertainty: number;
  /**
   * Whether it is still too uncertain to compare.
   */
  provisional: boolean;
  /**
   * When the game ended.
   */
  ended: number;
  /**
   * Points won or lost.
   */
  change: number;
  /**
   * The number of seats.
   */
  players: number;
  /**
   * The member's rank in it.
   */
  rank: number;
  /**
   * How much the game counted, from 0 to 1: less after many games with the same people in a day.
   */
  weight: number;
}
/**
 * A page of a leaderboard, the highest rating first.
 */
export interface Leaderboard {
  /**
   * At most 50 members; fewer, even none, if many have a hidden profile.
   */
  members: RankedMember[];
  /**
   * The `cursor` of the next page; `None` on the last one.
   */
  cursor: string | null;
  /**
   * The season of the list: 20264 is the last quarter of 2026, 0 is all time.
   */
  season: number;
  /**
   * The season that runs now.
   */
  current_season: number;
}
/**
 * A line of a leaderboard.
 */
export interface RankedMember {
  /**
   * The rating. With 400 points more, one of two wins ten games of eleven.
   */
  points: number;
  /**
   * One standard deviation of the points.
   */
  uncertainty: number;
  /**
   * Whether it is still too uncertain to compare.
   */
  provisional: boolean;
  /**
   * The place in the list, from 1.
   */
  position: number;
  /**
   * The ID of the profile.
   */
  id: string;
  /**
   * The name.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
  /**
   * The number of rated games, of the season if it is one of a season.
   */
  games: number;
}
/**
 * The levels of a game's bots.
 */
export interface BotRatings {
  /**
   * The weakest first; none if they were not measured.
   */
  bots: BotRatingInfo[];
}
/**
 * A level of the server's bots on the scale of members.
 */
export interface BotRatingInfo {
  /**
   * The level, from 1.
   */
  level: number;
  /**
   * The rating by the matches between the levels.
   */
  points: number;
  /**
   * Its standard error.
   */
  uncertainty: number;
}
/**
 * What to expect of a game.
 */
export interface ExpectedScores {
  /**
   * In the order of the request.
   */
  members: ExpectedScore[];
}
/**
 * What to expect of a player in a game.
 */
export interface ExpectedScore {
  /**
   * The rating. With 400 points more, one of two wins ten games of eleven.
   */
  points: number;
  /**
   * One standard deviation of the points.
   */
  uncertainty: number;
  /**
   * Whether it is still too uncertain to compare.
   */
  provisional: boolean;
  /**
   * The ID of the member.
   */
  id: string;
  /**
   * The expected share of opponents that rank behind: with two players, the expected score.
   */
  expected: number;
  /**
   * The probability of the first rank.
   */
  win: number;
}
/**
 * The ratings of the players at a table with rated games.
 */
export interface TableRatings {
  /**
   * The list on which the games count.
   */
  against: "household" | "people" | "programs";
  /**
   * The places of members whose ratings the caller may see: all for players of the table, and for
   * others those with a public profile.
   */
  places: PlaceRating[];
  /**
   * The number of the last finished game that is rated; 0 without one.
   */
  game: number;
  /**
   * How much it counted, from 0 to 1.
   */
  weight: number;
}
/**
 * The rating of a player at a table.
 */
export interface PlaceRating {
  /**
   * The rating. With 400 points more, one of two wins ten games of eleven.
   */
  points: number;
  /**
   * One standard deviation of the points.
   */
  uncertainty: number;
  /**
   * Whether it is still too uncertain to compare.
   */
  provisional: boolean;
  /**
   * The number of the place; -1: the caller's member, which might join.
   */
  place: number;
  /**
   * The expected share of opponents that rank behind in this game; `None` for teams that are not
   * seated yet, and without opponents.
   */
  expected: number | null;
  /**
   * The points before the last game of the table, if it is rated; else `None`.
   */
  before: number | null;
  /**
   * The points won or lost in it.
   */
  change: number | null;
}
/**
 * Evidence on the fair play of a member. People decide what it means.
 */
export interface FairPlayReport {
  /**
   * The ID of the member.
   */
  id: string;
  /**
   * The name of the member.
   */
  name: string;
  /**
   * When the report was made.
   */
  made: number;
  /**
   * The numbers of moves are complete once all games are done or failed.
   */
  progress: FairPlayProgress;
  /**
   * By game, class of seats and speed; those with five rated games or more.
   */
  moves: FairPlayMoves[];
  /**
   * Games between the same few.
   */
  opponents: FairPlayOpponents;
  /**
   * Several places of one table.
   */
  places: FairPlayPlaces;
}
/**
 * How far the analyses of a report are.
 */
export interface FairPlayProgress {
  /**
   * Games that the report is about.
   */
  wanted: number;
  /**
   * Games that are analysed.
   */
  done: number;
  /**
   * Games that cannot be analysed.
   */
  failed: number;
}
/**
 * How a member moves in the rated games of one game, class of seats and speed.
 */
export interface FairPlayMoves {
  /**
   * The game's name.
   */
  game: string;
  /**
   * Two seats, or three and more.
   */
  size: "more" | "two";
  /**
   * `slow` with days for each move, else `fast`.
   */
  speed: "fast" | "slow";
  /**
   * The member's rating.
   */
  points: number;
  /**
   * Games that count here: the last ones, 30 at most.
   */
  games: number;
  /**
   * The member's moves in them that say something.
   */
  moves: number;
  /**
   * Other moves: forced ones, of the opening, in decided positions, or of bots.
   */
  left_out: number;
  /**
   * Seconds for a move: the first quartile, the median, the third quartile.
   */
  quartiles: number[] | null;
  /**
   * Games of the players of that rating.
   */
  compared_games: number;
  /**
   * Their moves that say something.
   */
  compared_moves: number;
  /**
   * The numbers of the member.
   */
  numbers: FairPlayNumber[];
}
/**
 * A number of a member, compared with players of that rating.
 */
export interface FairPlayNumber {
  /**
   * What it says.
   */
  measure: "agreement" | "correlation" | "loss" | "seconds" | "spread";
  /**
   * The member's number.
   */
  value: number;
  /**
   * Its standard error; `None` with too few games.
   */
  error: number | null;
  /**
   * Players of the comparison.
   */
  players: number;
  /**
   * Their mean. `None` with fewer than five, like all that follows.
   */
  mean: number | null;
  /**
   * How much they differ: a standard deviation, without their own uncertainty.
   */
  spread: number | null;
  /**
   * How many percent of them have a lower number.
   */
  percentile: number | null;
  /**
   * Distance to the mean, in standard deviations of an honest player's number with as many games.
   */
  z: number | null;
  /**
   * Standard error of `z`.
   */
  z_error: number | null;
}
/**
 * The opponents of a member in rated games.
 */
export interface FairPlayOpponents {
  /**
   * The last rated games, 200 at most.
   */
  games: number;
  /**
   * Different opponents in them.
   */
  opponents: number;
  /**
   * The share of the three most frequent ones in all pairs of the member with an opponent.
   */
  share: number;
  /**
   * Points of rating that the member won in these games.
   */
  gained: number;
  /**
   * The three most frequent ones.
   */
  most: FairPlayOpponent[];
}
/**
 * An opponent in many of a member's rated games.
 */
export interface FairPlayOpponent {
  /**
   * The ID of the opponent; `None` if the account was deleted.
   */
  id: string | null;
  /**
   * The name of the opponent.
   */
  name: string;
  /**
   * Rated games with this opponent.
   */
  games: number;
  /**
   * The member's share of points won from this opponent, a tie being half.
   */
  score: number;
  /**
   * What the ratings expected.
   */
  expected: number;
  /**
   * The standard deviation of the score if the ratings are right.
   */
  error: number;
  /**
   * Points of rating that the member won in these games; those at larger tables are shared out.
   */
  gained: number;
  /**
   * Games with less than half as many moves as usual.
   */
  short: number;
  /**
   * Games that the opponent resigned.
   */
  resigned: number;
  /**
   * Games in which one of the two ran out of time.
   */
  timed_out: number;
}
/**
 * Tables at which several places are of one household, or were taken from one address.
 */
export interface FairPlayPlaces {
  /**
   * The last days that are counted.
   */
  days: number;
  /**
   * The member's tables in them.
   */
  tables: number;
  /**
   * Tables with another member of the same account.
   */
  household: number;
  /**
   * Tables with a place of another account, taken from the same address.
   */
  address: number;
  /**
   * Rated games at these.
   */
  address_rated: number;
  /**
   * Points of rating that the member won in these games.
   */
  address_gained: number;
  /**
   * Members of other accounts with the same address at a table, the most frequent ones.
   */
  neighbours: FairPlayNeighbour[];
}
/**
 * Another member at a member's tables, from the same household or address.
 */
export interface FairPlayNeighbour {
  /**
   * The ID of the other member.
   */
  id: string;
  /**
   * The other member's name.
   */
  name: string;
  /**
   * Tables that both shared.
   */
  tables: number;
}
/**
 * The friends of a member, its requests and its blocks.
 */
export interface Contacts {
  /**
   * The friends, by name.
   */
  friends: Friend[];
  /**
   * Members that asked to be a friend, the newest first.
   */
  received: Contact[];
  /**
   * Members that this member asked, the newest first.
   */
  sent: Contact[];
  /**
   * Members that this member blocked, the newest first.
   */
  blocked: Contact[];
  /**
   * Permissions to see the presence of the member, and to challenge it.
   */
  settings: ContactSettings;
}
/**
 * A friend, and its presence.
 */
export interface Friend {
  /**
   * The ID of the profile; empty if the member was deleted.
   */
  id: string;
  /**
   * The name; empty if the profile is hidden and the member is no friend yet.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
  /**
   * When this began, in milliseconds since 1970.
   */
  since: number;
  /**
   * `away` also if the friend does not show it.
   */
  presence?: "away" | "here" | "playing";
  /**
   * The table at which the friend plays, if it is listed and admits spectators.
   */
  table?: string;
}
/**
 * Another member.
 */
export interface Contact {
  /**
   * The ID of the profile; empty if the member was deleted.
   */
  id: string;
  /**
   * The name; empty if the profile is hidden and the member is no friend yet.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
  /**
   * When this began, in milliseconds since 1970.
   */
  since: number;
}
/**
 * Permissions to see the presence of a member, and to challenge it.
 *
 *     If the profile is hidden, `everyone` means friends only.
 */
export interface ContactSettings {
  /**
   * Permission to see whether the member is connected, and at which table it plays.
   */
  presence: "everyone" | "friends" | "nobody";
  /**
   * Permission to challenge the member.
   */
  challenges: "everyone" | "friends" | "nobody";
}
/**
 * Another member, by one of the two.
 */
export interface NewContact {
  /**
   * The name of a public profile, or of a program.
   */
  name?: string | null;
  /**
   * The ID of a profile, also of a hidden one.
   */
  member?: string | null;
}
/**
 * Places at a table whose players a member blocked.
 */
export interface BlockedPlaces {
  /**
   * In order.
   */
  places: number[];
}
/**
 * The members and guests that are connected.
 */
export interface PeopleHere {
  /**
   * Members with a public profile that show it, by name; at most 200.
   */
  members: Person[];
  /**
   * Whether there are more.
   */
  more: boolean;
  /**
   * How many guests are in the lobby.
   */
  guests: number;
}
/**
 * A member, as others see it.
 */
export interface Person {
  /**
   * The ID of the profile.
   */
  id: string;
  /**
   * The name.
   */
  name: string;
  /**
   * What it is.
   */
  kind: "adult" | "bot" | "child";
}
/**
 * A game to which a member invites others.
 */
export interface NewChallenge {
  /**
   * The game's name.
   */
  game: string;
  /**
   * The invited members; with the challenger they take all seats.
   */
  members: NewContact[];
  /**
   * Values by name of option; the others have defaults.
   */
  options?: {
    [k: string]: unknown;
  };
  /**
   * How long players may think; default: as long as they like.
   */
  clock?: (RealClock | TurnClock | DaysClock) | null;
  /**
   * Whether the game counts for ratings. It needs a clock then.
   */
  rated?: boolean;
  /**
   * Whether members of one account play a rated game, for their own list only.
   */
  friendly?: boolean;
  /**
   * Whether spectators are admitted.
   */
  allow_spectators?: boolean;
  /**
   * After how long it expires; default: a day, and a week if the clock has days.
   */
  seconds?: number | null;
}
/**
 * A place at the table of a challenge.
 */
export interface ChallengePlace {
  /**
   * The challenge.
   */
  challenge: Challenge;
  /**
   * The secret token that holds the place; `None`: the member had it before.
   */
  token: string | null;
  /**
   * The places that the member holds.
   */
  places: number[];
}
/**
 * What the page of friends shows.
 */
export interface FriendsPage {
  /**
   * Friends with their presence, requests and blocks.
   */
  contacts: Contacts;
  /**
   * What waits for the member.
   */
  inbox: Inbox;
}
/**
 * A report of another person, by one of: `member`, `table` and `place`, or `message`.
 */
export interface NewReport {
  /**
   * What it is about.
   */
  about: "behaviour" | "cheating" | "message" | "name";
  /**
   * What happened, in the words of the reporter.
   */
  text?: string;
  /**
   * The ID of the member.
   */
  member?: string | null;
  /**
   * The ID of a table at which the other one plays, with `place`.
   */
  table?: string | null;
  /**
   * The place of the other one.
   */
  place?: number | null;
  /**
   * The number of a message that the member may read.
   */
  message?: number | null;
}
/**
 * A report by the own account.
 */
export interface OwnReport {
  /**
   * Its number.
   */
  id: number;
  /**
   * What it is about.
   */
  about: "behaviour" | "cheating" | "message" | "name";
  /**
   * The reported one, as the reporter sees the name.
   */
  name: string;
  /**
   * What the reporter wrote.
   */
  text: string;
  /**
   * When it was made.
   */
  made: number;
  /**
   * When a moderator decided; `None`: not yet.
   */
  closed: number | null;
}
/**
 * An appeal against an act; there is one for each.
 */
export interface NewAppeal {
  /**
   * Why the account disagrees.
   */
  text: string;
}
/**
 * What waits for moderators.
 */
export interface ModerationQueue {
  /**
   * Open reports by account, the one with the most first.
   */
  cases: ReportedCase[];
  /**
   * Open appeals, the oldest first.
   */
  appeals: AppealCase[];
}
/**
 * Open reports of one account, or of one guest.
 */
export interface ReportedCase {
  /**
   * The ID of the member reported last; `None`: a guest, or a deleted member.
   */
  member: string | null;
  /**
   * Its name, as in the last report.
   */
  name: string;
  /**
   * The numbers of the open reports, the oldest first.
   */
  reports: number[];
  /**
   * What they are about, each once.
   */
  about: ("behaviour" | "cheating" | "message" | "name")[];
  /**
   * When the oldest was made.
   */
  since: number;
  /**
   * How many acts there were against the account.
   */
  acts: number;
}
/**
 * An appeal that waits for an answer.
 */
export interface AppealCase {
  /**
   * The ID of the member; `None` if it was deleted.
   */
  member: string | null;
  /**
   * The act, with the appeal.
   */
  act: ActShown;
  /**
   * Whether this moderator acted, so that another one should answer.
   */
  yours: boolean;
}
/**
 * A report, for moderators.
 */
export interface ReportShown {
  /**
   * Its number.
   */
  id: number;
  /**
   * What it is about.
   */
  about: "behaviour" | "cheating" | "message" | "name";
  /**
   * What the reporter wrote.
   */
  text: string;
  /**
   * The name of the reporter; empty if it was deleted.
   */
  reporter: string;
  /**
   * When it was made.
   */
  made: number;
  /**
   * What was copied then.
   */
  evidence: Evidence;
  /**
   * When it was decided.
   */
  closed: number | null;
  /**
   * The act that it led to.
   */
  act: number | null;
  /**
   * Whether the moderator's own account made it; another one decides.
   */
  yours: boolean;
}
/**
 * What was copied when a report was made.
 */
export interface Evidence {
  /**
   * The name of the reported member; of a guest, the one at the table.
   */
  name: string;
  /**
   * The name as the reporter saw it; empty for a hidden profile.
   */
  shown_name: string;
  /**
   * What it is; `None`: a guest.
   */
  kind: ("adult" | "bot" | "child") | null;
  /**
   * The table.
   */
  table: string | null;
  /**
   * The name of its game.
   */
  game: string | null;
  /**
   * The players at the table.
   */
  players: EvidencePlayer[];
  /**
   * The events around, the oldest first.
   */
  lines: EvidenceLine[];
  /**
   * The messages around, the oldest first.
   */
  messages: EvidenceMessage[];
}
/**
 * A player at the table of a report.
 */
export interface EvidencePlayer {
  /**
   * The place.
   */
  place: number;
  /**
   * The name.
   */
  name: string;
  /**
   * The ID of the member; `None` for guests and bots.
   */
  member: string | null;
  /**
   * Whether it is the reported one.
   */
  reported: boolean;
}
/**
 * An event of the table, as spectators see it.
 */
export interface EvidenceLine {
  /**
   * Its number in the log.
   */
  seq: number;
  /**
   * When it happened.
   */
  at: number;
  /**
   * Its kind, as in the log of the table.
   */
  kind: string;
  /**
   * The place that did it.
   */
  place: number | null;
  /**
   * The move, the ID of the phrase, or the name.
   */
  text: string;
}
/**
 * A message of the conversation.
 */
export interface EvidenceMessage {
  /**
   * When it was written.
   */
  at: number;
  /**
   * The name of the author.
   */
  name: string;
  /**
   * What was written; empty if it had been erased before the report.
   */
  text: string;
  /**
   * Whether the report is about this message.
   */
  reported: boolean;
}
/**
 * Everything that moderators know of an account, seen from one of its members.
 */
export interface MemberCase {
  /**
   * The ID of the member.
   */
  member: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * What the account signs in with.
   */
  login: string;
  /**
   * What the account may do.
   */
  role: "host" | "member" | "moderator";
  /**
   * The names of all members of the account.
   */
  household: string[];
  /**
   * Reports of the account, the newest first.
   */
  reports: ReportShown[];
  /**
   * Acts against the account, the newest first.
   */
  acts: ActShown[];
  /**
   * Whether this moderator may act: not against the host, nor if it reported the account itself.
   */
  decides: boolean;
}
/**
 * What a moderator decides about a member. It holds for the whole account.
 */
export interface NewAct {
  /**
   * What it forbids.
   */
  kind: "ban" | "mute" | "warn";
  /**
   * Why.
   */
  category: "cheating" | "harassment" | "insults" | "name" | "other" | "spam";
  /**
   * Why, in words for the person.
   */
  text?: string;
  /**
   * How long it holds; `None`: until it is lifted. A warning has no end.
   */
  seconds?: number | null;
  /**
   * Open reports of the account that this decides.
   */
  reports?: number[];
}
/**
 * Words to a decision.
 */
export interface DecisionWords {
  /**
   * For the log; those to an appeal are also sent to the person.
   */
  text?: string;
}
/**
 * The answer to an appeal.
 */
export interface AppealAnswer {
  /**
   * Whether the act is lifted.
   */
  outcome: "kept" | "lifted";
  /**
   * Why, in words for the person.
   */
  text?: string;
}
/**
 * A page of the log, the newest first.
 */
export interface ModerationLog {
  /**
   * The entries.
   */
  entries: LoggedDecision[];
  /**
   * Whether there are older ones.
   */
  more: boolean;
}
/**
 * An entry of the log of moderation.
 */
export interface LoggedDecision {
  /**
   * Its number.
   */
  id: number;
  /**
   * When it was.
   */
  at: number;
  /**
   * What the moderator signs in with; empty: the host, or deleted.
   */
  by: string;
  /**
   * What was decided. `close`: a report without an act. `keep`: an appeal changed nothing.
   */
  what: "ban" | "close" | "keep" | "lift" | "mute" | "warn";
  /**
   * What the other account signs in with; empty if it was deleted, or for a guest.
   */
  login: string;
  /**
   * The member.
   */
  name: string;
  /**
   * The ID of the member.
   */
  member: string | null;
  /**
   * The act.
   */
  act: number | null;
  /**
   * The report.
   */
  report: number | null;
  /**
   * The words to it.
   */
  text: string;
}
