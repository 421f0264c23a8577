/** Client of the routes of accounts. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type {
  AbsenceCalendar,
  AccountMade,
  Approval,
  InvitationMade,
  Me,
  MeChange,
  MemberChange,
  MemberInfo,
  MemberRules,
  NewAbsence,
  NewAccount,
  PasskeyInfo,
  PasskeyOptions,
  PasswordChange,
  RecoveryCodes,
  SessionInfo,
} from "../net/protocol.ts";

export type { Approval, Me, SessionInfo };

export type Member = MemberInfo;
export type MemberKind = MemberInfo["kind"];
export type Passkey = PasskeyInfo;
export type Rules = MemberRules;
export type Meeting = MemberRules["meet"];

export interface ApiToken {
  id: number;
  name: string;
  scopes: string[];
  made: number;
  used: number | null;
  expires: number | null;
}

export interface Seat {
  table: string;
  token: string;
}

type Wanted<T, Needed extends keyof T> = Pick<T, Needed> & Partial<T>;

export interface Change extends Partial<Omit<MeChange, "password">> {
  password?: Wanted<PasswordChange, "new">;
}

const part = encodeURIComponent;

function send<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  return ask<T>(path, null, body, method);
}

export const accountApi = {
  me: () => ask<Me>("/me"),
  signUp: (wanted: Wanted<NewAccount, "login">) => send<AccountMade>("/accounts", wanted),
  signIn: (login: string, password: string) => send<Me>("/sessions", { login, password }),
  signOut: () => send<null>("/sessions/current", {}, "DELETE"),
  sessions: () => ask<SessionInfo[]>("/sessions"),
  endSession: (id: number) => send<null>(`/sessions/${id}`, {}, "DELETE"),
  endOthers: () => send<null>("/sessions", {}, "DELETE"),
  confirm: (password: string) => send<Me>("/me/confirm", { password }),
  confirmByPasskey: (credential: unknown) => send<Me>("/me/confirm", { passkey: credential }),
  change: (change: Change) => send<Me>("/me", change, "PATCH"),
  newRecoveryCodes: () => send<RecoveryCodes>("/me/recovery-codes", {}),
  recover: (login: string, code: string, password: string) => send<Me>("/recovery", { login, code, password }),
  askMail: (loginOrEmail: string) => send<null>("/recovery/mail", { login_or_email: loginOrEmail }),
  recoverByMail: (token: string, password: string) => send<Me>(`/recovery/mail/${part(token)}`, { password }),
  confirmEmail: (token: string) => send<null>(`/me/email/${part(token)}`, {}),
  addMember: (name: string, kind: MemberKind) => send<Member>("/members", { name, kind }),
  changeMember: (id: string, change: Partial<MemberChange>) =>
    send<Member>(`/members/${part(id)}`, change, "PATCH"),
  removeMember: (id: string) => send<null>(`/members/${part(id)}`, {}, "DELETE"),
  rules: (id: string) => ask<Rules>(`/members/${part(id)}/rules`),
  changeRules: (id: string, rules: Rules) => send<Rules>(`/members/${part(id)}/rules`, rules, "PUT"),
  approvals: (id: string) => ask<Approval[]>(`/members/${part(id)}/approvals`),
  approve: (id: string, other: string) => send<null>(`/members/${part(id)}/approvals/${part(other)}`, {}, "PUT"),
  disapprove: (id: string, other: string) => send<null>(`/members/${part(id)}/approvals/${part(other)}`, {}, "DELETE"),
  claim: (member: string, seats: Seat[]) => send<{ kept: number }>("/claims", { member, seats }),
  absences: (id: string) => ask<AbsenceCalendar>(`/members/${part(id)}/absences`),
  addAbsence: (id: string, wanted: NewAbsence) => send<AbsenceCalendar>(`/members/${part(id)}/absences`, wanted),
  removeAbsence: (id: string, absence: number) =>
    send<AbsenceCalendar>(`/members/${part(id)}/absences/${absence}`, {}, "DELETE"),
  tokens: (id: string) => ask<ApiToken[]>(`/members/${part(id)}/tokens`),
  addToken: (id: string, name: string, scopes: string[]) =>
    send<ApiToken & { token: string }>(`/members/${part(id)}/tokens`, { name, scopes }),
  removeToken: (token: number) => send<null>(`/tokens/${token}`, {}, "DELETE"),
  invite: () => send<InvitationMade>("/invitations", {}),
  remove: () => send<null>("/me", {}, "DELETE"),
  passkeyOptions: () => send<PasskeyOptions>("/passkeys/options", {}),
  addPasskey: (name: string, credential: unknown) => send<Me>("/passkeys", { name, credential }),
  removePasskey: (id: number) => send<null>(`/passkeys/${id}`, {}, "DELETE"),
  signInOptions: () => send<PasskeyOptions>("/sessions/passkey/options", {}),
  signInByPasskey: (credential: unknown) => send<Me>("/sessions/passkey", { credential }),
};

/** Where the browser downloads everything that the account has. */
export const EXPORT_PATH = "/api/me/export";
