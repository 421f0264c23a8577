/** Client of the routes of moderators. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type { MemberCase, ModerationLog, ModerationQueue, NewAct, ReportShown } from "../net/protocol.ts";

export type { MemberCase, ModerationLog, ModerationQueue, ReportShown };
export type Act = Required<NewAct>;
export type ActKind = NewAct["kind"];
export type Category = NewAct["category"];
export type Evidence = ReportShown["evidence"];
export type AppealCase = ModerationQueue["appeals"][number];

export const KINDS: readonly ActKind[] = ["warn", "mute", "ban"];
export const CATEGORIES: readonly Category[] = ["insults", "harassment", "spam", "name", "cheating", "other"];

const path = (rest: string) => `/moderation/${rest}`;
const memberPath = (member: string, rest = "") => path(`members/${encodeURIComponent(member)}${rest}`);

export const moderationApi = {
  queue: () => ask<ModerationQueue>(path("queue")),
  report: (id: number) => ask<ReportShown>(path(`reports/${id}`)),
  close: (id: number, text: string) => ask<ReportShown>(path(`reports/${id}/close`), null, { text }),
  member: (member: string) => ask<MemberCase>(memberPath(member)),
  act: (member: string, act: Act) => ask<MemberCase>(memberPath(member, "/acts"), null, act),
  lift: (act: number, text: string) => ask<ModerationQueue>(path(`acts/${act}/lift`), null, { text }),
  answer: (act: number, outcome: "kept" | "lifted", text: string) =>
    ask<ModerationQueue>(path(`acts/${act}/appeal`), null, { outcome, text }),
  log: (before?: number) => ask<ModerationLog>(path(before === undefined ? "log" : `log?before=${before}`)),
};
