/** The film that is watched now, and the last one, which may be seen again. */
import type { Bodies } from "../board/scene.ts";
import type { Film as FilmMessage } from "../net/protocol.ts";
import { Film } from "./film.ts";
import { type Projector, Showing } from "./showing.ts";
import { again, watched } from "./timeline.ts";
import { posesAt, type Moment } from "./track.ts";

/** What a film is shown with. */
export interface Screen {
  bodies: Bodies | null;
  /** When the words are over, in seconds. */
  chant: number;
  motion: boolean;
}

export class Films {
  /** The message of the film that is watched. */
  message: FilmMessage | null = null;
  /** The last film that was read. */
  last: Film | null = null;
  /** Whether it has fallen in what was shown. */
  tumbled = false;
  /** Whether the last one is being seen once more. */
  seenAgain = false;
  readonly #projector: Projector;
  readonly #changed: () => void;
  readonly #ended: () => void;
  #showing: Showing | null = null;
  /** What was seen of the hand before the film, its last moment at 0. */
  #before: Moment[] = [];
  #came = 0;

  /** `changed`: what is told of it is another thing now; `ended`: it was seen once more. */
  constructor(projector: Projector, changed: () => void, ended: () => void) {
    this.#projector = projector;
    this.#changed = changed;
    this.#ended = ended;
  }

  /** Read a film and show it, as far on as it is by then; `before` was seen of the hand until now. */
  async watch(
    message: FilmMessage, { bodies, chant, motion }: Screen, before: Moment[] = [],
  ): Promise<void> {
    this.stop();
    this.#before = before;
    this.message = message;
    this.last = null;
    this.tumbled = false;
    this.#came = this.#projector.now();
    const film = await Film.read(message);
    if (this.message !== message) return;
    this.last = film;
    if (!bodies) return;
    const fall = film.marks["fall"];
    const stretches = watched(film, chant, motion);
    this.#showing = new Showing(film, stretches, this.#ago, bodies, this.#projector, (moment) => {
      if (this.tumbled || fall === undefined || moment < fall) return;
      this.tumbled = true;
      this.#changed();
    });
    this.#changed();
  }

  get #ago(): number {
    return (this.message?.ago ?? 0) + this.#projector.now() - this.#came;
  }

  /** Whether one is shown, for the first time or again. */
  get running(): boolean {
    return this.message !== null || this.seenAgain;
  }

  /** The words that are said over it: which film's, and how long ago they began; null where none are. */
  get saying(): { film: number; ago: number } | null {
    const { message } = this;
    if (message?.marks["chant"] === undefined || this.tumbled) return null;
    return { film: message.seq, ago: this.#ago };
  }

  /** It is not watched any longer. */
  end(): void {
    this.stop();
    this.message = null;
  }

  again(bodies: Bodies): void {
    if (!this.last) return;
    this.stop();
    this.seenAgain = true;
    const { last } = this;
    // What was knocked over by the hand began to fall before the film does.
    const before = this.#before;
    const shown = { at: (seconds: number) => (seconds < 0 ? posesAt(before, seconds) : last.at(seconds)) };
    const stretches = again(last, -(before[0]?.at ?? 0));
    this.#showing = new Showing(last, stretches, 0, bodies, this.#projector, (_, over) => {
      if (over) this.#ended();
    }, shown);
    this.#changed();
  }

  stop(): void {
    this.#showing?.stop();
    this.#showing = null;
    this.seenAgain = false;
  }
}
