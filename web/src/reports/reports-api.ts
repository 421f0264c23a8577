/** Client of the routes of reports and of acts against the account. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type { ActShown, NewReport, OwnReport } from "../net/protocol.ts";

export type { ActShown, OwnReport };
export type About = NewReport["about"];

/** What a report points at. */
export type Target = { member: string } | { table: string; place: number } | { message: number };

const reportsOf = (member: string) => `/members/${encodeURIComponent(member)}/reports`;

export const reportsApi = {
  send: (member: string, target: Target, about: About, text: string) =>
    ask<OwnReport>(reportsOf(member), null, { ...target, about, text }),
  own: (member: string) => ask<OwnReport[]>(reportsOf(member)),
  acts: () => ask<ActShown[]>("/me/acts"),
  /** Confirms that the account has read an act; returns those that it must still know of. */
  read: (act: number) => ask<ActShown[]>(`/me/acts/${act}/read`, null, {}),
  appeal: (act: number, text: string) => ask<ActShown[]>(`/me/acts/${act}/appeal`, null, { text }),
};
