/** Client of the server's REST interface. Errors are thrown as `ApiError`. */
import { gameQuery } from "./game-query.ts";
import { isHere, recordHere } from "./here.ts";
import type {
  ErrorCode,
  GameInfo,
  GamePrepared,
  LessonAnswer,
  LessonInfo,
  LessonStep,
  Message,
  OptionsResponse,
  Problem,
  TableInfo,
  TableCreated,
  CreateTable,
} from "./protocol.ts";
import { noteReachable } from "./reachability.ts";
import type { GameRecord, GameReplay } from "./record.ts";

/** A code of the server, or of a server that cannot be reached. */
type Failure = ErrorCode | "offline";

/** Options that a table can be made with. */
type ValidOptions = Required<Omit<OptionsResponse, "refused">>;

export class ApiError extends Error {
  readonly code: Failure;
  readonly reason: Message | null;
  /** All faults of the options. */
  readonly reasons: readonly Message[];
  /** Seconds after which the same request may succeed, if the server knows. */
  readonly retryAfter: number | null;

  constructor(
    problem: Pick<Problem, "detail" | "reason" | "reasons"> & { code: Failure }, retryAfter: number | null = null,
  ) {
    super(problem.detail);
    this.code = problem.code;
    this.reason = problem.reason ?? null;
    this.reasons = problem.reasons ?? [];
    this.retryAfter = retryAfter;
  }
}

/** Statuses of proxies that cannot reach the server. */
const GATEWAY = [502, 503, 504];

/**
 * Requests something of the server. A `GET` may be answered from what the browser has kept, so it does not
 * prove that the server is there. Throws an `AbortError` if `signal` aborts it.
 */
export async function ask<T>(
  path: string, token?: string | null, body?: unknown, method = body === undefined ? "GET" : "POST",
  signal?: AbortSignal,
): Promise<T> {
  const answer = await requested(path, token, body, method, signal);
  const found = await answer.json().catch(() => null) as T; // some answers have no body
  if (method !== "GET") noteReachable(true);
  return found;
}

/** Requests a file. */
export async function askFile(path: string, body: unknown): Promise<Blob> {
  return (await requested(path, null, body, "POST")).blob();
}

/** Returns the answer to a request that succeeded. */
async function requested(
  path: string, token: string | null | undefined, body: unknown, method: string, signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null) as Partial<Problem> | null;
    // A proxy answers so if the server is gone; the server itself gives a code.
    if (GATEWAY.includes(response.status) && problem?.code === undefined) throw unreachable();
    noteReachable(true);
    throw new ApiError({
      code: problem?.code ?? "failed",
      detail: problem?.detail ?? response.statusText,
      ...(problem?.reason && { reason: problem.reason }),
      reasons: problem?.reasons ?? [],
    }, Number(response.headers.get("retry-after")) || null);
  }
  return response;
}

function unreachable(): ApiError {
  noteReachable(false);
  return new ApiError({ code: "offline", detail: "the server cannot be reached" });
}

const part = encodeURIComponent;

export const api = {
  games: () => ask<GameInfo[]>("/games"),
  preparation: () => ask<GamePrepared[]>("/games/preparation"),
  lessons: (game: string) => ask<LessonInfo[]>(`/games/${part(game)}/lessons`),
  lesson: (game: string, name: string) =>
    ask<LessonStep>(`/games/${part(game)}/lessons/${part(name)}`),
  answerMove: (game: string, name: string, moves: readonly string[]) =>
    ask<LessonAnswer>(`/games/${part(game)}/lessons/${part(name)}/moves`, null, { moves }),
  /** Returns what the options produce. Throws an `ApiError` if they have faults. */
  checkOptions: async (game: string, wanted: Record<string, unknown>): Promise<ValidOptions> => {
    const path = `/games/${part(game)}/options`;
    const { refused, options = {}, board_setup: boardSetup = {}, hand_skills: handSkills = [] } =
      await ask<OptionsResponse>(path, null, { options: wanted });
    if (refused) throw new ApiError(refused);
    return { options, board_setup: boardSetup, hand_skills: handSkills };
  },
  makeTable: (wanted: CreateTable) => ask<TableCreated>("/tables", null, wanted),
  table: (id: string, token?: string | null) => ask<TableInfo>(`/tables/${part(id)}`, token),
  findCode: (code: string) => ask<{ table: string }>(`/codes/${part(code)}`),
  /** Takes an open place, the first one if `place` is undefined, for a member of the signed-in account if one is named. */
  join: (id: string, name: string, token?: string | null, place?: number, member?: string) =>
    ask<{ token: string; places: number[] }>(`/tables/${part(id)}/join`, token, { name, place, member }),
  fill: (id: string, token: string, place: number, level: number, handSkill: number | null) =>
    ask<TableInfo>(`/tables/${part(id)}/fill`, token, { place, level, hand_skill: handSkill }),
  /** Returns the record of a table's latest game, or of an earlier one by its number. */
  record: (id: string, token?: string | null, number?: number) => (isHere(id) ? recordHere(id, number) :
    ask<GameRecord>(`/tables/${part(id)}/record${gameQuery(number)}`, token)),
  replay: async (id: string, token?: string | null, number?: number) => (isHere(id)
    ? ask<GameReplay>("/replays", null, await recordHere(id, number))
    : ask<GameReplay>(`/tables/${part(id)}/replay${gameQuery(number)}`, token)),
  checkRecord: (record: unknown) => ask<GameReplay>("/replays", null, record),
};
