/** Keeps lists, lessons, puzzles of the next days and solo levels, slowly, so that nobody notices. */
import { dayOf } from "../../ui/days.ts";
import { ENGINE_LIST, type EngineList } from "../../net/engine-list.ts";
import {
  DATA, dailyPath, ENGINE, enginePaths, lessonsPath, levelPath, outdatedPaths, PACKAGE_LIST, packagedPaths, PACKAGES, puzzlePath,
  puzzlesPath, type KeptData, type Packages,
} from "./kept-paths.ts";

/** Milliseconds between requests; the server allows five a second. */
const PACE = 300;
/** Seconds to wait at most if the server asks for it. */
const LONGEST = 30;
/** Days whose puzzles are kept, today included. */
const DAYS = 7;
/** Which build an answer was kept for. */
const FOR = "x-empile-build";
/** Set if the body is compressed: positions take a thirtieth of their size. */
const PACKED = "x-empile-packed";

interface Game {
  name: string;
  lessons: number;
  solo: number;
}

/** Whether keeping goes on, so that two pages do not start it twice. */
let running: Promise<void> | null = null;

/** Keeps everything, and the rules of the games that were played in this browser. */
export function keepAll(build: string, played: readonly string[]): Promise<void> {
  running ??= keep(build, played).finally(() => (running = null));
  return running;
}

async function keep(build: string, played: readonly string[]): Promise<void> {
  const cache = await caches.open(DATA);
  const games = await read<Game[]>(await kept(cache, "/api/games", build));
  if (games === null) return;
  await keepEngine(cache, build, played);
  for (const { name, lessons } of games) {
    if (lessons === 0) continue;
    await kept(cache, `/api/games/${encodeURIComponent(name)}/lessons`, build);
    await kept(cache, lessonsPath(name), build);
  }
  await keepPackages(cache, build, games.filter(({ lessons }) => lessons > 0).map(({ name }) => name));
  await keepDays(cache, build, 1);
  if (!games.some(({ solo }) => solo > 0)) return;
  const solo = await read<{ levels: { id: string }[] }>(await kept(cache, "/api/solo/levels", build));
  for (const { id } of solo?.levels ?? []) {
    if ((await kept(cache, levelPath(id), build)) === null) return; // the next visit goes on
  }
  await keepDays(cache, build, DAYS);
}

/** Keeps the files of games that are not part of the build; those of other versions are deleted. */
async function keepPackages(cache: Cache, build: string, games: readonly string[]): Promise<void> {
  const listed = await fresh<Packages>(cache, build, PACKAGE_LIST);
  if (listed === null) return;
  await keepFiles(PACKAGES, packagedPaths(listed, games), (known) => outdatedPaths(listed, known));
}

/** Keeps the rules of games; those of other versions are deleted. */
async function keepEngine(cache: Cache, build: string, games: readonly string[]): Promise<void> {
  const listed = await fresh<EngineList>(cache, build, ENGINE_LIST);
  if (listed === null) return;
  const all = enginePaths(listed);
  await keepFiles(ENGINE, enginePaths(listed, games), (known) => known.filter((path) => !all.includes(path)));
}

/** Returns what a list says now, and keeps it; null without an answer. */
async function fresh<T>(cache: Cache, build: string, path: string): Promise<T | null> {
  const answer = await requested(path);
  if (answer === null) return null;
  const listed = await answer.clone().json() as T;
  await cache.put(path, marked(answer, build));
  return listed;
}

async function keepFiles(name: string, wanted: readonly string[], outdated: (known: string[]) => string[]): Promise<void> {
  const files = await caches.open(name);
  const known = (await files.keys()).map(({ url }) => new URL(url).pathname);
  for (const path of outdated(known)) await files.delete(path);
  for (const path of wanted) {
    if (known.includes(path)) continue;
    const file = await requested(path);
    if (file !== null) await files.put(path, file);
  }
}

/** Keeps the puzzles of the next days, with the lists of their games; those of days that have passed are deleted. */
async function keepDays(cache: Cache, build: string, count: number): Promise<void> {
  const days = Array.from({ length: count }, (_, at) => dayOf(Date.now(), at));
  for (const request of await cache.keys()) {
    const day = new URL(request.url).searchParams.get("day");
    if (day !== null && day < days[0]!) await cache.delete(request);
  }
  for (const day of days) {
    const daily = await read<{ puzzle: { game: string; id: string } }>(await kept(cache, dailyPath(day), build));
    if (daily === null) return;
    const { game, id } = daily.puzzle;
    await kept(cache, puzzlesPath(game), build);
    await kept(cache, puzzlePath(game, id), build);
  }
}

/** Returns the answer for a path, from the cache if it was kept for this build; null if there is none. */
async function kept(cache: Cache, path: string, build: string): Promise<Response | null> {
  const found = await cache.match(path);
  if (found?.headers.get(FOR) === build) return found;
  const answer = await requested(path);
  if (answer === null) return null;
  await cache.put(path, marked(answer, build));
  return (await cache.match(path)) ?? null;
}

/** Returns an answer as it is kept for a build. */
export function marked(answer: Response, build: string): Response {
  const headers = new Headers(answer.headers);
  headers.set(FOR, build);
  // The body is decoded already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  if (answer.body && "CompressionStream" in self) {
    headers.set(PACKED, "gzip");
    return new Response(answer.body.pipeThrough(new CompressionStream("gzip")), { headers, status: answer.status });
  }
  return new Response(answer.body, { headers, status: answer.status });
}

/** Returns an answer as the server gave it. */
export function unpacked(answer: Response): Response {
  if (!answer.body || !answer.headers.has(PACKED)) return answer;
  const headers = new Headers(answer.headers);
  headers.delete(PACKED);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers, status: answer.status });
}

async function requested(path: string): Promise<Response | null> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await pause(PACE);
    const answer = await fetch(path, { credentials: "omit" }).catch(() => null);
    if (answer?.ok) return answer;
    if (answer?.status !== 429) return null;
    const wait = Number(answer.headers.get("retry-after") ?? 1);
    await pause(1000 * Math.min(LONGEST, Math.max(1, wait)));
  }
  return null;
}

async function read<T>(answer: Response | null): Promise<T | null> {
  return answer === null ? null : await unpacked(answer).json() as T;
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Returns what is kept for a build. */
export async function keptFor(build: string): Promise<KeptData> {
  const cache = await caches.open(DATA);
  const lessons: string[] = [];
  let levels = 0;
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path.startsWith(lessonsPath(""))) lessons.push(decodeURIComponent(path.slice(lessonsPath("").length)));
    if (path.startsWith(levelPath(""))) levels += 1;
  }
  const games = await read<Game[]>((await cache.match("/api/games")) ?? null) ?? [];
  const wanted = games.filter((game) => game.lessons > 0).length;
  const all = Math.max(0, ...games.map(({ solo }) => solo));
  const newest = (await cache.match("/api/games"))?.headers.get(FOR) === build;
  return { lessons, levels, complete: newest && wanted > 0 && lessons.length >= wanted && levels >= all };
}
