"""Bodies of accounts, sessions, members and their rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from empile.server.wire.people.acts import ActShown

Role = Literal["member", "moderator", "host"]
MemberKind = Literal["adult", "child", "bot"]
"""``bot``: a program, marked as one everywhere."""
Meet = Literal["bots", "household", "approved", "anyone"]
"""The people that a member may play with; each includes the ones before it."""

Short = Annotated[str, Meta(max_length=200)]
Secret = Annotated[str, Meta(max_length=1000)]
Minute = Annotated[int, Meta(ge=0, le=1439)]


class NewAccount(Struct, frozen=True):
    """An account to make, with its first member."""

    login: Short
    """What to sign in with."""
    name: Short = ""
    """The name of the first member; empty: as ``login``."""
    password: Secret | None = None
    """``None``: a passkey is added next."""
    invitation: Short | None = None
    """The code of an invitation, if one is needed."""
    language: Short = ""
    """The language of mails, such as ``fr``."""
    kind: Literal["adult", "child"] = "adult"
    """Whether the first member is a child."""


class SignIn(Struct, frozen=True):
    """A sign-in with a password."""

    login: Short
    """The account's name."""
    password: Secret
    """Its password."""


class AccountInfo(Struct, frozen=True):
    """The account of the session."""

    login: str
    """What it signs in with."""
    email: str | None
    """Its address, or ``None``."""
    email_confirmed: bool
    """Whether a link in a mail to this address was opened."""
    role: Role
    """What it may do on this server."""
    has_password: bool
    """Whether it can sign in with a password."""
    recovery_left: int
    """Recovery codes that were not used."""
    language: str
    """The language of mails; empty if unknown."""
    confirmed_until: int | None
    """Until when this session may do what only a guardian may; ``None``: confirm first."""


class MemberInfo(Struct, frozen=True):
    """A person, or a program, of an account."""

    id: str
    """The id in addresses."""
    name: str
    """The name, unique in its account, and among the public ones."""
    kind: MemberKind
    """What it is."""
    listed: bool
    """Whether everyone may see the profile."""
    strangers: bool
    """Whether its guardian lets it play with anyone."""


class PasskeyInfo(Struct, frozen=True):
    """A passkey of the account."""

    id: int
    """Its number."""
    name: str
    """How the user calls it."""
    made: int
    """When it was added."""
    used: int | None
    """When it was last used."""


class Me(Struct, frozen=True):
    """The account of the session with its members."""

    account: AccountInfo
    """The account."""
    members: list[MemberInfo]
    """Its members, the oldest first."""
    passkeys: list[PasskeyInfo]
    """Its passkeys, the oldest first."""
    acts: list[ActShown]
    """What moderators did, as far as it is in force or was not read."""
    waiting: int
    """How many reports and appeals wait for this moderator; 0 for members."""


class AccountMade(Struct, frozen=True):
    """A new account, signed in."""

    me: Me
    """The account."""
    recovery_codes: list[str]
    """Each recovers the account once; they are not shown again."""


class RecoveryCodes(Struct, frozen=True):
    """New recovery codes, which replace the old ones."""

    recovery_codes: list[str]
    """Each recovers the account once; they are not shown again."""


class InvitationMade(Struct, frozen=True):
    """An invitation for one person."""

    code: str
    """What to type at the registration."""
    expires: int
    """Until when."""


class SessionInfo(Struct, frozen=True):
    """A session of the account."""

    id: int
    """Its number."""
    made: int
    """When it began."""
    seen: int
    """When it was last used, to the hour."""
    agent: str
    """The browser and its system, as it calls itself."""
    current: bool
    """Whether it is the one that asks."""


class Confirm(Struct, frozen=True):
    """The password, to confirm that a guardian is there; or a passkey, see below."""

    password: Secret | None = None
    """The password."""
    passkey: dict[str, Any] | None = None
    """What the browser returned for the options of a passkey."""


class PasswordChange(Struct, frozen=True):
    """A new password."""

    new: Secret
    """The new one."""
    old: Secret | None = None
    """The old one; not needed if the session is confirmed."""


class MeChange(Struct, frozen=True):
    """What to change of the account; what is left out stays."""

    login: Short | None = None
    """A new name to sign in with."""
    email: Short | None = None
    """A new address, which a mail then confirms; empty: none."""
    language: Short | None = None
    """The language of mails."""
    password: PasswordChange | None = None
    """A new password. It ends all other sessions."""


class RecoverByCode(Struct, frozen=True):
    """A new password, with a recovery code."""

    login: Short
    """The account's name."""
    code: Short
    """One of its recovery codes; case, spaces and hyphens do not matter."""
    password: Secret
    """The new password."""


class RecoverByMail(Struct, frozen=True):
    """The account to send a recovery link to."""

    login_or_email: Short
    """The account's name or its confirmed address."""


class NewPassword(Struct, frozen=True):
    """A new password, for the account of a link."""

    password: Secret
    """The new password."""


class PasskeyOptions(Struct, frozen=True):
    """Options for the browser's ``navigator.credentials``, for one use within five minutes."""

    options: dict[str, Any]
    """``PublicKeyCredentialCreationOptions`` or ``...RequestOptions`` as JSON, bytes as base64url."""


class NewPasskey(Struct, frozen=True):
    """A passkey that the browser made."""

    credential: dict[str, Any]
    """The ``PublicKeyCredential`` as JSON."""
    name: Short = ""
    """How the user calls it."""


class PasskeySignIn(Struct, frozen=True):
    """A sign-in with a passkey."""

    credential: dict[str, Any]
    """The ``PublicKeyCredential`` as JSON."""


class NewMember(Struct, frozen=True):
    """A member to add to the account."""

    name: Short
    """The name."""
    kind: MemberKind
    """What it is."""


class MemberChange(Struct, frozen=True):
    """What to change of a member; what is left out stays."""

    name: Short | None = None
    """A new name."""
    listed: bool | None = None
    """Whether everyone may see the profile; never of a child."""
    kind: Literal["adult", "child"] | None = None
    """What it is; not of a bot."""


class MemberRules(Struct, frozen=True):
    """What a guardian allows a member."""

    meet: Meet
    """The people that the member may play with."""
    phrases_only: bool
    """Whether the member writes and reads nothing but set phrases."""
    zone: Short = "UTC"
    """The time zone of the times, such as ``Europe/Paris``."""
    quiet_from: Minute | None = None
    """From when no game may begin, in minutes of the day; ``None``: at any time."""
    quiet_to: Minute | None = None
    """Until when, possibly of the next day."""
    minutes_a_day: Minute | None = None
    """How long the member may play on a day; ``None``: without limit."""


class Approval(Struct, frozen=True):
    """Another member that a member may play with."""

    id: str
    """The other's id."""
    name: str
    """The other's name."""
    made: int
    """When it was approved."""


class PrivacyText(Struct, frozen=True):
    """What the host says about data, as Markdown without HTML."""

    language: Literal["en", "fr"]
    """The language of the text."""
    text: str
    """The text."""
