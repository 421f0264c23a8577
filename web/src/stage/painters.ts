/** What is painted for every game, by the names that `stagePainter` uses. */
import { paintLetters } from "./letters.ts";
import { paintShadow } from "./shadow.ts";
import { paintWood } from "./wood.ts";

export { paintLetters as letters, paintShadow as shadow, paintWood as wood };
