/** What is painted in a worker for Blox, by name. */
export { paintBlock as block, paintBoard as board } from "./city-art.ts";
