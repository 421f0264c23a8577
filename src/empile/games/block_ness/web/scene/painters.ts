/** What is painted in a worker for Block Ness, by name. */
export { paintWater as water } from "./water.ts";
