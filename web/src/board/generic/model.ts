/** The board of games that have none of their own: the SVG document in the position that the server sends. */
import type { BoardModel, Extent, PanelGroup, SceneInput, SeatFact, SeatMark, Target, Translate } from "../../stage/scene.ts";
import { minus, nameOf } from "../cells.ts";
import { openSpots, panel, places, targets } from "./choices.ts";
import { known, occupied } from "./labels.ts";
import { contentLooks, frameNodes, framed, viewBox } from "./frame.ts";
import { LivePicture } from "./live-picture.ts";
import { carriedBy, markNodes, previewNodes } from "./marks.ts";
import { type Picture, type Spot, readPicture } from "./picture.ts";
import { writeSvg } from "./svg-tree.ts";

/** The key of the picture in positions; see `JsonViews` of the engine. */
const PICTURE = "picture";
/** The radius of a spot in scene units: as on boards whose cells are one unit wide. */
const RADIUS = 0.46;
/** Pictures that are kept: that of the position, those before and after it, and of variations. */
const KEPT = 8;
const NO_PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"/>`;

/** Seats of games whose picture does not say how it marks them; `name` is the message of the colour. */
const SEATS: Readonly<Record<number, SeatMark>> = {
  0: { colour: "#2f74c0", mark: "●", name: "generic.colour.blue" },
  1: { colour: "#e0842a", mark: "■", name: "generic.colour.orange" },
  2: { colour: "#3f9b62", mark: "▲", name: "generic.colour.green" },
  3: { colour: "#8c5bc0", mark: "◆", name: "generic.colour.violet" },
  4: { colour: "#c8437a", mark: "★", name: "generic.colour.pink" },
  5: { colour: "#2a9d9b", mark: "⬢", name: "generic.colour.turquoise" },
};

export class GenericModel implements BoardModel {
  readonly extent: Extent = { x: 6, z: 6, height: 0 };
  readonly planOnly = true;
  readonly #t: Translate;
  readonly #pictures = new Map<string, Picture>();
  #live: LivePicture | null = null;
  /** Whether pieces move from the picture that is shown to the next one. */
  #moves = false;

  constructor(t: Translate) {
    this.#t = t;
  }

  update(next: SceneInput, before: SceneInput | null): void {
    this.#moves = before !== null;
    const picture = this.#picture(next);
    const scale = RADIUS / picture.unit;
    const { width, height } = framed(picture);
    Object.assign(this.extent, { x: (width / 2) * scale, z: (height / 2) * scale });
  }

  targets(input: SceneInput): Target[] {
    const picture = this.#picture(input);
    return targets(input, picture, this.#t, inScene(picture));
  }

  places(input: SceneInput): Target[] {
    const picture = this.#picture(input);
    return places(input, picture, this.#t, inScene(picture));
  }

  panel(input: SceneInput): PanelGroup[] {
    return panel(input, this.#picture(input), this.#t);
  }

  /** Describes the seat to act, the last move, and what is on the board. */
  describe(input: SceneInput): string {
    const { toAct, last } = input;
    const picture = this.#picture(input);
    const places = occupied(picture, input, this.#t);
    // The title says in one language what the page says in the user's, unless nothing else is known.
    const title = picture.spots.length === 0 ? picture.title : "";
    return [
      toAct === null ? "" : `${this.#t("turn.theirs", { name: nameOf(input, toAct) })}.`,
      last ? this.#t("generic.last", { name: nameOf(input, last.seat), move: last.text }) : "",
      title ? `${title}.` : "",
      places.length > 0 ? this.#t("generic.places", { places: places.join("; ") }) : "",
    ].filter(Boolean).join(" ");
  }

  /** Returns the lists with a value for each seat that the game has words for: `fact.hand` for `hand`. */
  seatFacts(input: SceneInput): SeatFact[][] {
    const lists = Object.entries(input.position).flatMap(([key, value]) => {
      const label = this.#t(`fact.${key}`);
      return Array.isArray(value) && label !== `fact.${key}` ? [{ label, values: value as unknown[] }] : [];
    });
    return this.#seats(input).map((seat) => lists.flatMap(({ label, values }) => {
      const value = values[seat];
      return typeof value === "number" || typeof value === "string" ? [{ label, value: typeof value === "number" ? minus(value) : value }] : [];
    }));
  }

  seatMarks(input: SceneInput): SeatMark[] {
    const { seats } = this.#picture(input);
    return this.#seats(input).map((seat) => {
      const own = SEATS[seat % 6] as SeatMark;
      const given = seats[seat] ?? own;
      const name = given.colour === own.colour ? this.#t(own.name) : known(`seat.${seat}`, this.#t) ?? given.mark;
      return { ...given, name };
    });
  }

  svg(input: SceneInput): string {
    const picture = this.#picture(input);
    return writeSvg({
      name: "svg",
      attributes: { viewBox: viewBox(picture), class: "generic-board" },
      children: [
        ...frameNodes(picture),
        { name: "g", attributes: contentLooks(picture), children: picture.root.children },
        ...markNodes(input, picture, openSpots(input, picture)),
      ],
    });
  }

  element(input: SceneInput): SVGSVGElement {
    const picture = this.#picture(input);
    this.#live ??= new LivePicture();
    this.#live.show(picture, this.#moves);
    const marks = [...markNodes(input, picture, openSpots(input, picture)), ...previewNodes(input, picture)];
    this.#live.mark(marks, carriedBy(input, picture));
    return this.#live.root;
  }

  #seats({ names }: SceneInput): number[] {
    return names.map((_, seat) => seat);
  }

  /** Reads the picture of a position once. One that cannot be read shows nothing: moves are chosen by the panel. */
  #picture({ position }: SceneInput): Picture {
    const text = position[PICTURE];
    const given = typeof text === "string" ? text : NO_PICTURE;
    const known = this.#pictures.get(given);
    if (known) return known;
    let picture: Picture;
    try {
      picture = readPicture(given);
    } catch (error) {
      console.warn(error);
      picture = readPicture(NO_PICTURE);
    }
    this.#pictures.set(given, picture);
    const [oldest = ""] = this.#pictures.keys();
    if (this.#pictures.size > KEPT) this.#pictures.delete(oldest);
    return picture;
  }
}

/** Returns a function from spots of a picture to scene coordinates. */
function inScene(picture: Picture): (spot: Spot) => { x: number; z: number; radius: number } {
  const { x, y, width, height } = framed(picture);
  const scale = RADIUS / picture.unit;
  return (spot) => ({ x: (spot.x - x - width / 2) * scale, z: (spot.y - y - height / 2) * scale, radius: spot.r * scale });
}
