/** What is painted in a worker for Block Out!, by name. */
export { paintBlocks as blocks } from "./block-art.ts";
export { paintFelt as felt } from "./felt.ts";
