/** Boards that are set up by hand. Only tiles are placed, by their names; all else follows from them. */
import type { Position as PositionObject, PositionEditor, PositionField } from "../../../../../../web/src/stage/position-editor.ts";
import type { PanelChoice, PanelGroup, SceneInput, Target, Translate } from "../../../../../../web/src/stage/scene.ts";
import { colourList } from "../model/choices.ts";
import { COLOURS } from "../model/colours.ts";
import { Lattice, type Spot } from "../model/lattice.ts";
import { type BoardSetup, type Position, readLaid, turned } from "../model/position.ts";
import { IN_HAND } from "../model/sizes.ts";
import { tilePicture } from "../model/svg-icons.ts";
import { cellsOf, neighbours, rebuilt, tilesLeft } from "./rebuilt.ts";

const RADIUS = 0.25;

export class TilePositions implements PositionEditor {
  readonly #t: Translate;
  readonly #setup: BoardSetup;
  readonly #lattice: Lattice;

  constructor(t: Translate, setup: BoardSetup) {
    this.#t = t;
    this.#setup = setup;
    this.#lattice = new Lattice(setup.points);
  }

  empty(): PositionObject {
    return this.#with([], null, 0);
  }

  adopt(position: PositionObject): PositionObject {
    const { laid, tile, seat } = asPosition(position);
    return this.#with(laid, tile, seat ?? 0);
  }

  #with(laid: readonly string[], tile: string | null, seat: number): PositionObject {
    return rebuilt(this.#setup, laid, tile, seat) as unknown as PositionObject;
  }

  #changed(position: PositionObject, laid: readonly string[]): PositionObject {
    const { tile, seat } = asPosition(position);
    return this.#with(laid, tile, seat ?? 0);
  }

  tray(position: PositionObject): PanelGroup[] {
    const left = tilesLeft(this.#setup, asPosition(position).laid);
    const total = Object.values(left).reduce((sum, count) => sum + count, 0);
    const choices = Object.entries(left).map(([name, count]): PanelChoice => ({
      part: "piece", value: name, label: this.#tileText(name, count), caption: `×${count}`,
      svg: tilePicture(name, IN_HAND), enabled: count > 0 && total > 1, // one is in hand
    }));
    return [{ label: this.#t("editor.position.tiles"), choices }];
  }

  #tileText(name: string, count: number): string {
    return this.#t("editor.position.tile", { number: count, turn: colourList(name, this.#t) });
  }

  places(input: SceneInput, piece: string | null): Target[] {
    const { laid, black, bare, towers } = asPosition(input.position);
    const tiles = laid.map(readLaid);
    const filled = new Set([...black, ...bare, ...tiles.flatMap(({ place }) => cellsOf(place))]);
    const free = this.#allPlaces().filter((place) => !cellsOf(place).some((cell) => filled.has(cell)));
    const spots = free.map((place) =>
      this.#target(place, this.#t("editor.position.spot", { place }), this.#lattice.place(place)));
    if (piece !== null) return spots.sort(byRow);
    const placed = tiles.map(({ place, colours }) =>
      this.#target(place, this.#t("editor.position.laid", { place, turn: colourList(colours, this.#t) }), this.#lattice.place(place)));
    const points = this.#setup.points.map((at) => {
      const tower = towers[at];
      const label = tower === undefined
        ? this.#t("editor.position.point", { at })
        : this.#t("editor.position.tower", { at, colours: colourList(tower, this.#t) });
      return this.#target(at, label, this.#lattice.point(at));
    });
    return [...spots, ...placed, ...points].sort(byRow);
  }

  #allPlaces(): string[] {
    const cells = new Set(this.#setup.cells);
    return this.#setup.cells.filter((cell) => cell.startsWith("U")).flatMap((up) =>
      neighbours(up).filter((down) => cells.has(down)).map((down) => up + down));
  }

  #target(place: string, label: string, { x, z }: Spot): Target {
    return {
      id: `place:${place}`, part: "place", value: place, label, at: { x, y: 0.02, z }, radius: RADIUS,
      cell: { column: Math.round(4 * x), row: Math.round(-4 * z) },
    };
  }

  put(position: PositionObject, piece: string, [place]: readonly string[]): PositionObject | null {
    if (place === undefined) return null;
    return this.#changed(position, [...asPosition(position).laid, `${place} ${piece}`]);
  }

  take(position: PositionObject, place: string): PositionObject {
    const { laid } = asPosition(position);
    const left = laid.filter((text) => readLaid(text).place !== place);
    return left.length === laid.length ? position : this.#changed(position, left);
  }

  turn(position: PositionObject, place: string): PositionObject | null {
    const { laid } = asPosition(position);
    const index = laid.findIndex((text) => readLaid(text).place === place);
    const text = laid[index];
    if (text === undefined) return null;
    return this.#changed(position, laid.with(index, `${place} ${turned(readLaid(text).colours)}`));
  }

  fields(position: PositionObject): PositionField[] {
    const { laid, tile, seat } = asPosition(position);
    const left = tilesLeft(this.#setup, laid);
    const seats = COLOURS.filter((colour) => this.#setup.seats[colour] !== null);
    return [
      {
        kind: "choice", id: "seat", label: this.#t("study.position.seat"), value: String(seat ?? 0),
        options: seats.map((colour, at) => ({ value: String(at), label: this.#t(`colour.${colour}`) })),
      },
      {
        kind: "choice", id: "tile", label: this.#t("editor.position.hand"), value: tile ?? "",
        options: Object.keys(left).filter((name) => (left[name] ?? 0) > 0)
          .map((name) => ({ value: name, label: colourList(name, this.#t) })),
      },
    ];
  }

  set(position: PositionObject, id: string, value: string): PositionObject {
    const { laid, tile, seat } = asPosition(position);
    if (id === "seat") return this.#with(laid, tile, Number(value));
    return id === "tile" ? this.#with(laid, value, seat ?? 0) : position;
  }
}

function asPosition(position: PositionObject): Position {
  return position as unknown as Position;
}

/** Reading order: from the top row down, from left to right. */
function byRow(one: Target, other: Target): number {
  return one.at.z - other.at.z || one.at.x - other.at.x;
}
