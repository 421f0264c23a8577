/** Maps addresses to pages. */

/** Parts of the pages of people and of the account: each has an address and a link above all of them. */
export const PEOPLE_PARTS = ["lobby", "friends", "messages", "watch", "leaderboard"] as const;
export const ACCOUNT_PARTS = ["account", "family", "notices", "decisions", "privacy"] as const;
export type PeoplePart = (typeof PEOPLE_PARTS)[number];
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

export type Route =
  | { page: "home"; code: string }
  | { page: "learning" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null; embedded: boolean }
  | { page: "start" }
  | { page: "studies" }
  | { page: "games" }
  | { page: "offline" }
  | { page: "people"; part: PeoplePart; friend: string | null }
  | { page: "transfer" }
  | { page: "account"; part: AccountPart }
  | { page: "profile"; member: string }
  | { page: "moderate"; part: "queue" | "log" | "member" | "report" | "fair-play"; of: string }
  | { page: "news" }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; lesson: string | null }
  | { page: "editor"; game: string; option: string }
  | { page: "scorepad"; game: string }
  | { page: "solo"; level: string | null }
  | { page: "puzzles"; part: "list" | "history" }
  | { page: "rush" }
  | { page: "puzzle"; game: string; puzzle: string }
  | { page: "study"; game: string }
  | { page: "missing" };

/** First path segments of earlier versions, and what replaced them. */
const RENAMED: Readonly<Record<string, string>> = { box: "scorepad", make: "editor" };

/** Short codes of tables, in letters that are told apart when they are read aloud. */
const CODE = /^[A-HJ-NP-RT-Y346789]{6,12}$/;

/** What links in mails and invitations add to `/account/`. */
const ACCOUNT_LINKS: readonly string[] = ["invitation", "recover", "email"];

/** Returns the path that replaced `path`, or `path` itself if it is current. */
export function currentPath(path: string): string {
  return path.replace(/^\/puzzles\/missed(?=\/)/, "/r").replace(/^\/([^/]+)/, (segment, first: string) =>
    Object.hasOwn(RENAMED, first) ? `/${RENAMED[first]}` : segment);
}

export function routeOf(path: string): Route {
  const [first = "", second = "", ...more] = path
    .split("/")
    .filter(Boolean)
    .map((step) => {
      try {
        return decodeURIComponent(step);
      } catch {
        return step;
      }
    });
  if (first === "editor" && second && more.length === 1) {
    return { page: "editor", game: second, option: more[0] ?? "" };
  }
  if (first === "learn" && second && more.length < 2) {
    return { page: "learn", game: second, lesson: more[0] ?? null };
  }
  if (first === "moderate" && (second === "member" || second === "report" || second === "fair-play") && more[0] && more.length === 1) {
    return { page: "moderate", part: second, of: more[0] };
  }
  if (first === "puzzles" && second && more.length === 1) return { page: "puzzle", game: second, puzzle: more[0] ?? "" };
  if (more.length > 0) return { page: "missing" };
  if (first === "") return { page: "home", code: "" };
  if (first === "learn" && !second) return { page: "learning" };
  if (first === "start" && !second) return { page: "start" };
  if (first === "study" && !second) return { page: "studies" };
  if (first === "games" && !second) return { page: "games" };
  if (first === "offline" && !second) return { page: "offline" };
  if (first === "transfer" && !second) return { page: "transfer" };
  if (isOneOf(ACCOUNT_PARTS, first) && !second) return { page: "account", part: first };
  if (first === "account" && ACCOUNT_LINKS.includes(second)) return { page: "account", part: first };
  if (isOneOf(PEOPLE_PARTS, first) && (!second || first === "messages")) return { page: "people", part: first, friend: second || null };
  if (first === "m" && second) return { page: "profile", member: second };
  if (first === "moderate" && !second) return { page: "moderate", part: "queue", of: "" };
  if (first === "moderate" && second === "log") return { page: "moderate", part: "log", of: "" };
  if (first === "news" && !second) return { page: "news" };
  if (first === "t" && second) return { page: "table", id: second };
  if (first === "r" || first === "embed") return { page: "replay", id: second || null, embedded: first === "embed" };
  if (first === "rules" && second) return { page: "rules", game: second };
  if (first === "puzzles" && !second) return { page: "puzzles", part: "list" };
  if (first === "puzzles" && second === "rush") return { page: "rush" };
  if (first === "puzzles" && second === "history") return { page: "puzzles", part: "history" };
  if (first === "puzzles" && second === "daily") return { page: "puzzle", game: "", puzzle: "" };
  if (first === "study" && second) return { page: "study", game: second };
  if (first === "solo") return { page: "solo", level: second || null };
  if (first === "scorepad" && second) return { page: "scorepad", game: second };
  if (CODE.test(first) && !second) return { page: "home", code: first };
  return { page: "missing" };
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

/** The tabs, and the pages that belong to each. */
export const TABS = ["play", "puzzles", "learn", "people"] as const;
export type Tab = (typeof TABS)[number];

const PAGES_OF: Record<Exclude<Tab, "people">, readonly Route["page"][]> = {
  play: ["home", "table", "start", "games", "replay", "transfer"],
  puzzles: ["puzzles", "puzzle", "rush"],
  learn: ["learning", "learn", "rules", "solo", "studies", "study", "editor", "scorepad"],
};

/** Returns the tab of a page; null for pages that are reached by the header or a link in a text. */
export function tabOf(page: Route["page"]): Tab | null {
  if (page === "people" || page === "profile") return "people";
  return TABS.find((tab) => tab !== "people" && PAGES_OF[tab].includes(page)) ?? null;
}

/** Pages that need the whole screen of a phone. */
const WHOLE: readonly Route["page"][] = ["table", "puzzle", "rush", "study", "replay", "start", "editor", "scorepad"];

/** Whether the bar of tabs would be in the way on a phone: at a table, in a lesson, a level or a puzzle. */
export function isWhole(route: Route): boolean {
  return WHOLE.includes(route.page) || route.page === "learn" || (route.page === "solo" && route.level !== null);
}
