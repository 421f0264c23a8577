/** Maps addresses to pages. */

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "embed"; id: string | null }
  | { page: "start" }
  | { page: "studies" }
  | { page: "games" }
  | { page: "offline" }
  | { page: "lobby"; watch: boolean }
  | { page: "transfer" }
  | { page: "account" }
  | { page: "family" }
  | { page: "friends" }
  | { page: "notices" }
  | { page: "messages"; friend: string | null }
  | { page: "profile"; member: string }
  | { page: "decisions" }
  | { page: "moderate"; part: "queue" | "log" | "member" | "report"; of: string }
  | { page: "leaderboard" }
  | { page: "fair-play"; member: string }
  | { page: "privacy" }
  | { page: "news" }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; lesson: string | null }
  | { page: "editor"; game: string; option: string }
  | { page: "scorepad"; game: string }
  | { page: "solo"; level: string | null }
  | { page: "puzzles"; missed: string }
  | { page: "rush" }
  | { page: "puzzle-history" }
  | { page: "puzzle"; game: string; puzzle: string }
  | { page: "study"; game: string }
  | { page: "missing" };

/** First path segments of earlier versions, and what replaced them. */
const RENAMED: Readonly<Record<string, string>> = { box: "scorepad", make: "editor" };

/** What links in mails and invitations add to `/account/`. */
const ACCOUNT_LINKS: readonly string[] = ["invitation", "recover", "email"];

/** Returns the path that replaced `path`, or `path` itself if it is current. */
export function currentPath(path: string): string {
  return path.replace(/^\/([^/]+)/, (segment, first: string) =>
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
  if (first === "moderate" && second === "fair-play" && more[0] && more.length === 1) {
    return { page: "fair-play", member: more[0] };
  }
  if (first === "moderate" && (second === "member" || second === "report") && more[0] && more.length === 1) {
    return { page: "moderate", part: second, of: more[0] };
  }
  if (first === "puzzles" && second === "missed" && more.length === 1) return { page: "puzzles", missed: more[0] ?? "" };
  if (first === "puzzles" && second && more.length === 1) return { page: "puzzle", game: second, puzzle: more[0] ?? "" };
  if (more.length > 0) return { page: "missing" };
  if (first === "") return { page: "home" };
  if (first === "start" && !second) return { page: "start" };
  if (first === "study" && !second) return { page: "studies" };
  if (first === "games" && !second) return { page: "games" };
  if (first === "offline" && !second) return { page: "offline" };
  if (/^(lobby|watch)$/.test(first) && !second) return { page: "lobby", watch: first === "watch" };
  if (first === "transfer" && !second) return { page: "transfer" };
  if (first === "account" && (!second || ACCOUNT_LINKS.includes(second))) return { page: "account" };
  if (first === "family" && !second) return { page: "family" };
  if (first === "friends" && !second) return { page: "friends" };
  if (first === "notices" && !second) return { page: "notices" };
  if (first === "messages") return { page: "messages", friend: second || null };
  if (first === "m" && second) return { page: "profile", member: second };
  if (first === "decisions" && !second) return { page: "decisions" };
  if (first === "moderate" && !second) return { page: "moderate", part: "queue", of: "" };
  if (first === "moderate" && second === "log") return { page: "moderate", part: "log", of: "" };
  if (first === "leaderboard" && !second) return { page: "leaderboard" };
  if (first === "privacy" && !second) return { page: "privacy" };
  if (first === "news" && !second) return { page: "news" };
  if (first === "t" && second) return { page: "table", id: second };
  if (first === "embed") return { page: "embed", id: second || null };
  if (first === "r") return { page: "replay", id: second || null };
  if (first === "rules" && second) return { page: "rules", game: second };
  if (first === "puzzles" && !second) return { page: "puzzles", missed: "" };
  if (first === "puzzles" && second === "rush") return { page: "rush" };
  if (first === "puzzles" && second === "history") return { page: "puzzle-history" };
  if (first === "puzzles" && second === "daily") return { page: "puzzle", game: "", puzzle: "" };
  if (first === "study" && second) return { page: "study", game: second };
  if (first === "solo") return { page: "solo", level: second || null };
  if (first === "scorepad" && second) return { page: "scorepad", game: second };
  return { page: "missing" };
}
