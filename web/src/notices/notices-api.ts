/** Client of the routes of notices. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type {
  NewPushDevice, Notice, NoticeChoices, Notices, NoticeSettings, NoticesSeen, PushDevice, PushKey,
} from "../net/protocol.ts";

export type { Notice, NoticeChoices, Notices, NoticeSettings, PushDevice };

export type Kind = Notice["kind"];
export const KINDS: readonly Kind[] = ["turn", "challenge", "friend", "absence", "message", "decision"];

const path = (member: string, rest = "") => `/members/${encodeURIComponent(member)}/notices${rest}`;

export const noticesApi = {
  streamPath: (member: string) => `/api${path(member, "/stream")}`,
  list: (member: string) => ask<Notices>(path(member)),
  seen: (member: string, seen: NoticesSeen) => ask<Notices>(path(member, "/seen"), null, seen),
  choices: (member: string) => ask<NoticeChoices>(path(member, "/settings")),
  change: (member: string, settings: NoticeSettings) =>
    ask<NoticeChoices>(path(member, "/settings"), null, settings, "PUT"),
  addDevice: (member: string, device: NewPushDevice) => ask<NoticeChoices>(path(member, "/devices"), null, device),
  pushKey: () => ask<PushKey>("/notices/push-key"),
  renewDevice: (device: NewPushDevice) => ask<void>("/notices/device", null, device, "PUT"),
  removeDevice: (member: string, device: number) =>
    ask<NoticeChoices>(path(member, `/devices/${device}`), null, {}, "DELETE"),
};

/** Returns the page that a notice is about. */
export function pathOf({ kind, table, member }: Notice): string {
  if (kind === "turn") return `/t/${table}`;
  if (kind === "message") return `/messages/${member}`;
  if (kind === "decision") return "/decisions";
  return kind === "absence" ? "/account" : "/friends";
}
