/** The pages of the lobby, in one chunk. */
import "./lobby-page.ts";
import "./watch-page.ts";
