/** Client of the routes of accounts. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";

export type MemberKind = "adult" | "child" | "bot";
export type Meeting = "bots" | "household" | "approved" | "anyone";

export interface Member {
  id: string;
  name: string;
  kind: MemberKind;
  /** Whether everybody may see the profile. */
  listed: boolean;
}

export interface Passkey {
  id: number;
  name: string;
  /** In milliseconds since 1970, as all times. */
  made: number;
  used: number | null;
}

export interface Account {
  login: string;
  email: string | null;
  email_confirmed: boolean;
  role: "member" | "moderator" | "host";
  has_password: boolean;
  recovery_left: number;
  language: string;
  /** Until when the password need not be asked for again, or null. */
  confirmed_until: number | null;
}

export interface Me {
  account: Account;
  members: Member[];
  passkeys: Passkey[];
}

export interface SignedUp extends Me {
  recovery_codes: string[];
}

export interface SessionInfo {
  id: number;
  made: number;
  seen: number;
  agent: string;
  current: boolean;
}

export interface ApiToken {
  id: number;
  name: string;
  scopes: string[];
  made: number;
  used: number | null;
  expires: number | null;
}

export interface Rules {
  meet: Meeting;
  phrases_only: boolean;
  /** Minutes of the day, or null without quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string;
  minutes_a_day: number | null;
}

export interface Approval {
  id: string;
  name: string;
}

export interface Seat {
  table: string;
  token: string;
}

export interface NewAccount {
  login: string;
  password?: string;
  name?: string;
  invitation?: string;
  language?: string;
}

export interface Change {
  login?: string;
  email?: string | null;
  language?: string;
  password?: { old?: string; new: string };
}

const part = encodeURIComponent;

function send<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  return ask<T>(path, null, body, method);
}

export const accountApi = {
  me: () => ask<Me>("/me"),
  signUp: (wanted: NewAccount) => send<SignedUp>("/accounts", wanted),
  signIn: (login: string, password: string) => send<Me>("/sessions", { login, password }),
  signOut: () => send<null>("/sessions/current", {}, "DELETE"),
  sessions: () => ask<SessionInfo[]>("/sessions"),
  endSession: (id: number) => send<null>(`/sessions/${id}`, {}, "DELETE"),
  endOthers: () => send<null>("/sessions", {}, "DELETE"),
  confirm: (password: string) => send<Me>("/me/confirm", { password }),
  confirmByPasskey: (credential: unknown) => send<Me>("/me/confirm", { credential }),
  change: (change: Change) => send<Me>("/me", change, "PATCH"),
  newRecoveryCodes: () => send<{ recovery_codes: string[] }>("/me/recovery-codes", {}),
  recover: (login: string, code: string, password: string) => send<Me>("/recovery", { login, code, password }),
  askMail: (loginOrEmail: string) => send<null>("/recovery/mail", { login_or_email: loginOrEmail }),
  recoverByMail: (token: string, password: string) => send<Me>(`/recovery/mail/${part(token)}`, { password }),
  confirmEmail: (token: string) => send<null>(`/me/email/${part(token)}`, {}),
  addMember: (name: string, kind: MemberKind) => send<Member>("/members", { name, kind }),
  changeMember: (id: string, change: Partial<Pick<Member, "name" | "kind" | "listed">>) =>
    send<Member>(`/members/${part(id)}`, change, "PATCH"),
  removeMember: (id: string) => send<null>(`/members/${part(id)}`, {}, "DELETE"),
  rules: (id: string) => ask<Rules>(`/members/${part(id)}/rules`),
  changeRules: (id: string, rules: Rules) => send<Rules>(`/members/${part(id)}/rules`, rules, "PUT"),
  approvals: (id: string) => ask<Approval[]>(`/members/${part(id)}/approvals`),
  approve: (id: string, other: string) => send<null>(`/members/${part(id)}/approvals/${part(other)}`, {}, "PUT"),
  disapprove: (id: string, other: string) => send<null>(`/members/${part(id)}/approvals/${part(other)}`, {}, "DELETE"),
  claim: (member: string, seats: Seat[]) => send<{ kept: number }>("/claims", { member, seats }),
  tokens: (id: string) => ask<ApiToken[]>(`/members/${part(id)}/tokens`),
  addToken: (id: string, name: string, scopes: string[]) =>
    send<ApiToken & { token: string }>(`/members/${part(id)}/tokens`, { name, scopes }),
  removeToken: (token: number) => send<null>(`/tokens/${token}`, {}, "DELETE"),
  remove: () => send<null>("/me", {}, "DELETE"),
  passkeyOptions: () => send<Record<string, unknown>>("/passkeys/options", {}),
  addPasskey: (name: string, credential: unknown) => send<Me>("/passkeys", { name, credential }),
  removePasskey: (id: number) => send<null>(`/passkeys/${id}`, {}, "DELETE"),
  signInOptions: () => send<Record<string, unknown>>("/sessions/passkey/options", {}),
  signInByPasskey: (credential: unknown) => send<Me>("/sessions/passkey", { credential }),
};

/** Where the browser downloads everything that the account has. */
export const EXPORT_PATH = "/api/me/export";
