/** What is painted in a worker for On Top, by name. */
export { paintBoard as board, paintTiles as tiles } from "./board-art.ts";
