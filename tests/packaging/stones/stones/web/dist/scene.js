// @ts-check
import { COLOURS, placeOf } from "./places.js";

/** @type {import("./contract.js").PackagedSceneFactory} */
export default function stonesScene({ three }) {
  const root = new three.Group();
  const stones = new three.Group();
  const boardShape = new three.BoxGeometry(5, 0.2, 1);
  const stoneShape = new three.CylinderGeometry(0.4, 0.4, 0.3, 32);
  const wood = new three.MeshLambertMaterial({ color: "#d9c9a8" });
  const looks = COLOURS.map((color) => new three.MeshBasicMaterial({ color }));
  const board = new three.Mesh(boardShape, wood);
  board.position.y = -0.1;
  root.add(board, stones);
  return {
    root,
    extent: { x: 3, z: 1.5, height: 1 },
    ground: -0.2,
    update(next) {
      stones.clear();
      for (const [cell, seat] of Object.entries(/** @type {Record<string, number>} */ (next.position.cell))) {
        const stone = new three.Mesh(stoneShape, looks[seat]);
        stone.position.set(placeOf(cell), 0.15, 0);
        stones.add(stone);
      }
    },
    frame: () => false,
    dispose: () => [boardShape, stoneShape, wood, ...looks].forEach((part) => part.dispose()),
  };
}
