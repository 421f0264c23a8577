/** Lights on the board, and the previewed move with the circles it closes, towers and points. */
import { Color, Group, Mesh, MeshBasicMaterial, MeshPhongMaterial, Path, Shape, ShapeGeometry } from "three";
import { InstancedPieces } from "../../../../../../web/src/stage/instanced-pieces.ts";
import { type Decal, Decals } from "../../../../../../web/src/stage/decals.ts";
import { type Open, closes } from "../model/choices.ts";
import { type Colour, LIGHTS, LIVERIES, colourOf } from "../model/colours.ts";
import { type Lattice, headingOf } from "../model/lattice.ts";
import { paintSign } from "./signs.ts";
import type { Circle } from "../model/position.ts";
import { pawnGeometry } from "./shapes.ts";
import { LIFT, TILE_HEIGHT, levels, pawnSize } from "../model/sizes.ts";
import { flatTile } from "../model/tile-art.ts";

/** Upper bound of the pawns that a tile can place, since it touches few circles. */
const MOST = 64;
/** Offset of the plate with the points from the middle of a tower. */
const PLATE = { x: 0.3, z: -0.3 };

export class Preview {
  readonly root = new Group();
  readonly #lattice: Lattice;
  readonly #lights = new Decals(paintSign, 2);
  readonly #signs = new Decals(paintSign, 5);
  readonly #shape = pawnGeometry();
  readonly #glass = new MeshPhongMaterial({
    vertexColors: true, transparent: true, opacity: 0.8, specular: 0x33302a, shininess: 42,
  });
  readonly #pawns = new InstancedPieces(this.#shape, this.#glass, MOST);
  readonly #last = frame(LIGHTS.last);
  readonly #chosen = frame(LIGHTS.chosen);

  constructor(lattice: Lattice) {
    this.#lattice = lattice;
    this.#pawns.mesh.count = 0;
    this.#pawns.mesh.renderOrder = 4;
    this.#pawns.mesh.castShadow = false;
    this.root.add(
      this.#lights.mesh, this.#last, this.#chosen, this.#pawns.mesh, this.#signs.mesh,
    );
  }

  /** Lights the open places and frames the tile at `chosen`. */
  light(open: readonly Open[], chosen: string | null): void {
    this.#frame(this.#chosen, chosen, LIFT);
    this.#lights.show(
      open
        .filter(({ place }) => place !== chosen)
        .map((each): Decal => {
          const size = closes(each) ? 0.3 : 0.22;
          return {
            text: closes(each) ? "closing" : "open",
            ...this.#lattice.place(each.place), y: 0.02, size, planSize: size * 1.1,
          };
        }),
    );
  }

  /** Frames the last tile. */
  last(place: string | null): void {
    this.#frame(this.#last, place, 0);
  }

  /** Shows the effects of the previewed move. */
  show(circles: readonly Circle[]): void {
    let filled = 0;
    const signs: Decal[] = [];
    for (const { at, tower, seat, points } of circles) {
      const spot = this.#lattice.point(at);
      const feet = levels(tower);
      const ring = seat === null ? "-" : colourOf(seat);
      signs.push({ text: `ring ${ring}`, ...spot, y: TILE_HEIGHT + LIFT + 0.01, size: 1.08, planSize: 1.08 });
      [...tower].forEach((colour, level) => {
        if (filled >= MOST) return;
        const size = pawnSize(tower.length - 1 - level);
        this.#pawns.put(filled, { ...spot, y: LIFT + (feet[level] ?? 0), turn: 0, size });
        this.#pawns.paint(filled, new Color(LIVERIES[colour as Colour].colour));
        filled += 1;
      });
      const top = tower.at(-1);
      const y = LIFT + (feet.at(-1) ?? 0) + 0.01;
      const sign = top === undefined ? "tie" : `top ${top} ${tower.length}`;
      signs.push({ text: sign, ...spot, y, size: 0.5, planSize: 0.5 });
      if (seat === null || top === undefined) continue;
      // Next to the top, which shows colour and height.
      const plate = { x: spot.x + PLATE.x, z: spot.z + PLATE.z, y: y + 0.01 };
      signs.push({ text: `plus ${top} ${points}`, ...plate, size: 0.5, planSize: 0.5 });
    }
    this.#pawns.mesh.count = filled;
    this.#signs.show(signs);
  }

  look(plan: boolean, pixels: number): void {
    this.#lights.look(plan, pixels);
    this.#signs.look(plan, pixels);
  }

  dispose(): void {
    this.#lights.dispose();
    this.#signs.dispose();
    this.#pawns.dispose();
    this.#shape.dispose();
    this.#glass.dispose();
    for (const { geometry, material } of [this.#last, this.#chosen]) {
      geometry.dispose();
      material.dispose();
    }
    this.root.clear();
  }

  #frame(mesh: Mesh, place: string | null, lift: number): void {
    mesh.visible = place !== null;
    if (place === null) return;
    const { x, z } = this.#lattice.place(place);
    mesh.position.set(x, TILE_HEIGHT + lift + 0.004, z);
    mesh.rotation.y = headingOf(place);
  }
}

function frame(color: string): Mesh<ShapeGeometry, MeshBasicMaterial> {
  const mesh = new Mesh(
    frameGeometry(), new MeshBasicMaterial({ color, transparent: true, opacity: 0.95 }),
  );
  mesh.visible = false;
  mesh.renderOrder = 3;
  return mesh;
}

/** Returns a tile's outline, with its first corner to the right. */
function frameGeometry(): ShapeGeometry {
  const ring = (size: number): Path => {
    const path = new Path();
    flatTile().forEach(({ x, y }, index) => {
      if (index === 0) path.moveTo(x * size, y * size);
      else path.lineTo(x * size, y * size);
    });
    path.closePath();
    return path;
  };
  const shape = new Shape(ring(0.975).getPoints());
  shape.holes.push(ring(0.915));
  return new ShapeGeometry(shape).rotateX(-Math.PI / 2) as ShapeGeometry;
}
