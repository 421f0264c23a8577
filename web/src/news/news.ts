/** What is new for players, by version: entries of CHANGELOG.md with a message each, `news.<key>`. */

export interface Version {
  /** Null for what is not in a release yet. */
  version: string | null;
  /** Of the release, as `2026-11-23`. */
  date: string | null;
  /** Keys of messages, and the names of the entries in the changelog. */
  entries: readonly (readonly [key: string, entry: string])[];
}

/** The newest version first. `test/news.test.ts` compares them with the changelog. */
export const NEWS: readonly Version[] = [
  {
    version: null,
    date: null,
    entries: [
      ["offline", "Offline and as an app"],
      ["transfer", "Games on another device"],
      ["games_list", "Your games"],
      ["network", "Invitations on this computer"],
      ["solo", "Solo Block Ness on the page"],
    ],
  },
  {
    version: "0.1.0",
    date: "2026-11-23",
    entries: [
      ["games", "Games"],
      ["page", "Page"],
      ["learning", "Learning"],
    ],
  },
];
