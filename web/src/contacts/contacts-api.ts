/** Client of the routes of friends and challenges. Errors are thrown as `ApiError`. */
import { ask } from "../net/api.ts";
import type {
  BlockedPlaces, Challenge, ChallengePlace, Contact, Contacts, ContactSettings, ExpectedScores, Friend, FriendsPage, Inbox, NewChallenge, PeopleHere,
  Person, Profile,
} from "../net/protocol.ts";

export type { Challenge, Contact, Contacts, ContactSettings, Friend, FriendsPage, Inbox, PeopleHere, Person };

/** Whom somebody means: the ID of a profile, or a public name. */
export type Whom = { member: string } | { name: string };

export interface ChallengeWanted extends Partial<Omit<NewChallenge, "game" | "members">> {
  game: string;
  members: Whom[];
}

const part = encodeURIComponent;

function send<T>(member: string, path: string, body: unknown = {}, method = "POST"): Promise<T> {
  return ask<T>(`/members/${part(member)}${path}`, null, body, method);
}

/** Returns whom a text names: the link to a profile, or a name. */
export function personIn(text: string): Whom {
  const link = /\/m\/([\w-]+)/.exec(text);
  return link ? { member: link[1]! } : { name: text.trim() };
}

export const contactsApi = {
  contacts: (member: string) => ask<Contacts>(`/members/${part(member)}/contacts`),
  streamPath: (member: string) => `/api/members/${part(member)}/contacts/stream`,
  inbox: (member: string) => ask<Inbox>(`/members/${part(member)}/inbox`),
  settings: (member: string, settings: ContactSettings) =>
    send<ContactSettings>(member, "/contacts/settings", settings, "PUT"),
  ask: (member: string, other: Whom) => send<Contacts>(member, "/friends", other),
  accept: (member: string, other: string) => send<Contacts>(member, `/friends/${part(other)}`, {}, "PUT"),
  part: (member: string, other: string) => send<Contacts>(member, `/friends/${part(other)}`, {}, "DELETE"),
  block: (member: string, other: string) => send<Contacts>(member, `/blocks/${part(other)}`, {}, "PUT"),
  unblock: (member: string, other: string) => send<Contacts>(member, `/blocks/${part(other)}`, {}, "DELETE"),
  blockedAt: (member: string, table: string) =>
    ask<BlockedPlaces>(`/members/${part(member)}/blocks/tables/${part(table)}`),
  profile: (id: string) => ask<Profile>(`/members/${part(id)}/profile`),
  named: (name: string) => ask<Person>(`/people/named?name=${part(name)}`),
  here: () => ask<PeopleHere>("/people/here"),
  challenge: (member: string, wanted: ChallengeWanted) => send<ChallengePlace>(member, "/challenges", wanted),
  answer: (member: string, table: string) => send<ChallengePlace>(member, `/challenges/${part(table)}/accept`),
  decline: (member: string, table: string) => send<null>(member, `/challenges/${part(table)}/decline`),
  withdraw: (member: string, table: string) => send<null>(member, `/challenges/${part(table)}`, {}, "DELETE"),
  expected: (members: readonly string[], game: string, speed: "fast" | "slow") =>
    ask<ExpectedScores>(`/ratings/expected?game=${part(game)}&speed=${speed}&members=${members.map(part).join(",")}`),
};
