/** Where the page begins: once it can speak, it is drawn. */
import "@fontsource/young-serif/latin-400.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/dialog.css";
import "./app/app.ts";
import { startWords } from "./words/words.ts";

await startWords();
document.body.prepend(document.createElement("empile-app"));
