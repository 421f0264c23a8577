/** Entry point: shows the application once its messages are loaded. */
import "../ui/style/fonts.css";
import "../ui/style/tokens.css";
import "../ui/style/base.css";
import "../ui/style/controls.css";
import "../ui/style/forced-colors.css";
import "../ui/style/dialog.css";
import "../ui/style/print.css";
import "./app.ts";
import { keepOffer } from "../offline/install-offer.ts";
import { followAppearance } from "./settings/appearance.ts";
import { fetchCover } from "../home/home-page.ts";
import { startI18n } from "../i18n/i18n.ts";
import { loadGames } from "../net/games.ts";
import { provideLocal } from "../net/here.ts";
import { currentPath, routeOf } from "./router.ts";

followAppearance();
keepOffer();
provideLocal(() => import("../local/client.ts"));
const { page } = routeOf(currentPath(location.pathname));
// What a page needs first is loaded at the same time as the messages.
if (page === "table") void import("../table/table-page.ts").catch(() => undefined);
const messages = startI18n();
if (page === "home") fetchCover();
void loadGames().catch(() => undefined);
await messages;
document.getElementById("trouble")?.remove();
document.body.prepend(document.createElement("empile-app"));

/** Milliseconds after which the page has loaded what it shows, and nobody waits for it. */
const QUIET = 5000;
const begin = () => setTimeout(() => void import("./go-offline.ts").catch(() => undefined), QUIET);
// A replay that another page shows keeps nothing.
if (window.top === window) {
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
