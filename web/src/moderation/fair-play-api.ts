/** Client of the route of fair play reports. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type { FairPlayReport } from "../net/protocol.ts";

export type { FairPlayReport };
export type FairPlayMoves = FairPlayReport["moves"][number];
export type FairPlayNumber = FairPlayMoves["numbers"][number];

export const fairPlayApi = {
  /** Returns the report as far as its games are analysed; the server analyses the others meanwhile. */
  report: (member: string) => ask<FairPlayReport>(`/moderation/members/${encodeURIComponent(member)}/fair-play`),
};
