"""Challenges in the store. One that is accepted is known by the places that its members own."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, cast

import msgspec
from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from empile.community.clock import DAY_MS
from empile.community.contacts import relations
from empile.community.members import Member
from empile.community.moderation import acts, company
from empile.community.moderation.company import Person
from empile.community.notices import outbox
from empile.community.ratings import listing
from empile.community.ratings.apply import Pool
from empile.community.ratings.model import Entry, Rating, expected_scores
from empile.community.ratings.rated import PEOPLE, PROGRAMS, household, size_of
from empile.server.store.schema import claims, invited_games, invited_members, members
from empile.server.wire.clocks.settings import Clock, speed
from empile.server.wire.errors import CommandError
from empile.server.wire.people.accounts import MemberKind
from empile.server.wire.people.challenges import Challenge, ChallengePlayer, ChallengeState

MOST_OPEN: Final = 20
"""Open challenges that a member has sent."""
MOST_FROM_ACCOUNT: Final = 3
"""Open challenges to a member by one account."""
SHOWN_MS: Final = DAY_MS
"""How long a challenge that ended is shown."""
KEPT_MS: Final = 30 * DAY_MS
_MOST_SHOWN: Final = 100

_clock: msgspec.json.Decoder[Clock] = msgspec.json.Decoder(cast(Any, Clock))


class Sent(NamedTuple):
    """A challenge to store, with its table."""

    number: int
    table: str
    game: str
    options: dict[str, Any]
    clock: Clock | None
    rated: bool
    friendly: bool
    made: int
    expires: int


class _Player(NamedTuple):
    number: int
    place: int
    account: int
    public: str
    name: str
    kind: MemberKind
    listed: bool
    is_there: bool
    """Whether the player owns the place."""


# -- Sending ---------------------------------------------------------------------------------------


def check(connection: Connection, member: Member, others: Sequence[Member], now: int) -> None:
    """Raise ``CommandError`` if a member may not challenge others. Blocks are not revealed."""
    for other in others:
        if not _takes(connection, member, other, now):
            if other.listed or other.kind == "bot":
                raise CommandError("not_allowed", "this member takes no challenges from you")
            raise CommandError("no_table", "there is no such member, or the profile is hidden")
        if (
            other.account != member.account
            and _open_from(connection, member.account, other.id, now) >= MOST_FROM_ACCOUNT
        ):
            raise CommandError("rate_limited", "this member has not answered your last challenges")
    people = [Person(other.account, other.id) for other in others]
    company.check(connection, Person(member.account, member.id), people, now)
    sent = select(func.count()).select_from(invited_games)
    sent = sent.where(invited_games.c.member == member.id, _is_open(now))
    if int(connection.scalar(sent) or 0) >= MOST_OPEN:
        raise CommandError("rate_limited", f"at most {MOST_OPEN} challenges can be open")


def _takes(connection: Connection, member: Member, other: Member, now: int) -> bool:
    if member.account == other.account:
        return True
    if relations.blocks_account(connection, other.id, member.account):
        return False
    if acts.banned(connection, [other.account], now):
        return False
    match relations.settings_of(connection, other.id).challenges:
        case "nobody":
            return False
        case "everyone" if other.listed or other.kind == "bot":
            return True
        case _:
            return relations.are_friends(connection, member.id, other.id)


def _open_from(connection: Connection, account: int, other: int, now: int) -> int:
    query = (
        select(func.count())
        .select_from(invited_games)
        .join(invited_members, invited_members.c.number == invited_games.c.number)
        .join(members, members.c.id == invited_games.c.member)
        .where(members.c.account == account, invited_members.c.member == other, _is_open(now))
    )
    return int(connection.scalar(query) or 0)


def _is_open(now: int) -> Any:
    return and_(invited_games.c.state == "open", invited_games.c.expires > now)


def store(connection: Connection, sent: Sent, member: Member, others: Sequence[Member]) -> None:
    """Store a challenge, whose table keeps a place for each of the others."""
    check(connection, member, others, sent.made)
    clock = None if sent.clock is None else msgspec.json.encode(sent.clock).decode()
    connection.execute(
        insert(invited_games).values(
            number=sent.number,
            table_id=sent.table,
            member=member.id,
            game=sent.game,
            players=1 + len(others),
            options=json.dumps(sent.options, separators=(",", ":")),
            clock=clock,
            rated=int(sent.rated),
            friendly=int(sent.friendly),
            made=sent.made,
            expires=sent.expires,
            state="open",
            changed=sent.made,
        )
    )
    for place, other in enumerate(others, 1):
        connection.execute(
            insert(invited_members).values(number=sent.number, member=other.id, place=place)
        )
        outbox.add(
            connection,
            other.id,
            "challenge",
            sent.table,
            sent.made,
            other=member.id,
            game=sent.game,
        )


def kept_places(connection: Connection, number: int) -> dict[int, int]:
    """Return the places of a table that are kept, by member."""
    rows = connection.execute(
        select(invited_members.c.member, invited_members.c.place).where(
            invited_members.c.number == number
        )
    )
    return {row.member: row.place for row in rows}


# -- Answering -------------------------------------------------------------------------------------


def accept(connection: Connection, member: Member, table: str, now: int) -> int:
    """Note that a member takes its place, which it does next; return the number of the table.

    Once all do, the challenge cannot be withdrawn any more. Raises ``stale`` if it has ended.
    """
    row = _invited(connection, member, table)
    changed = update(invited_members).where(
        invited_members.c.number == row.number, invited_members.c.member == member.id
    )
    connection.execute(changed.values(accepted=now))
    left = select(func.count()).select_from(invited_members)
    left = left.where(invited_members.c.number == row.number, invited_members.c.accepted.is_(None))
    state = "open" if connection.scalar(left) else "accepted"
    # `accepted`: a retry after the process stopped in between.
    fits = or_(invited_games.c.state == "open", invited_games.c.state == "accepted")
    done = connection.execute(
        update(invited_games)
        .where(invited_games.c.number == row.number, fits, invited_games.c.expires > now)
        .values(state=state, changed=now)
    )
    if done.rowcount == 0:
        raise CommandError("stale", "this challenge has ended")
    return int(row.number)


def take_back(connection: Connection, member: Member, number: int, now: int) -> None:
    """Undo :func:`accept`: the member could not take its place."""
    connection.execute(
        update(invited_members)
        .where(invited_members.c.number == number, invited_members.c.member == member.id)
        .values(accepted=None)
    )
    connection.execute(
        update(invited_games)
        .where(invited_games.c.number == number, invited_games.c.state == "accepted")
        .values(state="open", changed=now)
    )


def give_up(connection: Connection, number: int, now: int) -> None:
    """End a challenge whose places were taken otherwise. Its table goes on."""
    connection.execute(
        update(invited_games)
        .where(invited_games.c.number == number, invited_games.c.state == "open")
        .values(state="withdrawn", changed=now)
    )


def decline(connection: Connection, member: Member, table: str, now: int) -> int:
    """End a challenge to a member. Raises ``stale`` if it has ended."""
    row = _invited(connection, member, table)
    _end(connection, row.number, "declined", now)
    return int(row.number)


def withdraw(connection: Connection, member: Member, table: str, now: int) -> int:
    """End a challenge by a member. Raises ``stale`` if it has ended."""
    number = connection.scalar(
        select(invited_games.c.number).where(
            invited_games.c.table_id == table, invited_games.c.member == member.id
        )
    )
    if number is None:
        raise CommandError("no_table", "there is no such challenge")
    _end(connection, number, "withdrawn", now)
    return int(number)


def _invited(connection: Connection, member: Member, table: str) -> Row[Any]:
    row = connection.execute(
        select(invited_games.c.number)
        .join(invited_members, invited_members.c.number == invited_games.c.number)
        .where(invited_games.c.table_id == table, invited_members.c.member == member.id)
    ).first()
    if row is None:
        raise CommandError("no_table", "there is no such challenge")
    return row


def _end(connection: Connection, number: int, state: ChallengeState, now: int) -> None:
    done = connection.execute(
        update(invited_games)
        .where(invited_games.c.number == number, invited_games.c.state == "open")
        .values(state=state, changed=now)
    )
    if done.rowcount == 0:
        raise CommandError("stale", "this challenge has ended")
    hide_table(connection, number)


def hide_table(connection: Connection, number: int) -> None:
    """Remove the table from the players' running tables; its places can no longer be taken."""
    connection.execute(update(claims).where(claims.c.number == number).values(running=0))


def end_between(connection: Connection, member: Member, account: int, now: int) -> None:
    """End the open challenges between a member and an account that it blocked."""
    of_account = select(members.c.id).where(members.c.account == account)
    to_member = select(invited_members.c.number).where(invited_members.c.member == member.id)
    to_account = select(invited_members.c.number).where(invited_members.c.member.in_(of_account))
    for state, by, to in (
        ("declined", invited_games.c.member.in_(of_account), to_member),
        ("withdrawn", invited_games.c.member == member.id, to_account),
    ):
        numbers = connection.scalars(
            select(invited_games.c.number).where(
                by, invited_games.c.number.in_(to), invited_games.c.state == "open"
            )
        ).all()
        for number in numbers:
            _end(connection, number, cast(ChallengeState, state), now)


def end_all_of(connection: Connection, account: int, now: int) -> None:
    """End the open challenges between an account, which was banned, and others."""
    own = select(members.c.id).where(members.c.account == account)
    others = select(members.c.id).where(members.c.account != account)
    for state, by, to in (("withdrawn", own, others), ("declined", others, own)):
        there = select(invited_members.c.number).where(invited_members.c.member.in_(to))
        numbers = connection.scalars(
            select(invited_games.c.number).where(
                invited_games.c.member.in_(by),
                invited_games.c.number.in_(there),
                invited_games.c.state == "open",
            )
        ).all()
        for number in numbers:
            _end(connection, number, cast(ChallengeState, state), now)


def overdue(connection: Connection, now: int) -> list[int]:
    """Return open challenges that have expired."""
    query = select(invited_games.c.number).where(
        invited_games.c.state == "open", invited_games.c.expires <= now
    )
    return list(connection.scalars(query.order_by(invited_games.c.number)))


def expire(connection: Connection, numbers: Iterable[int], now: int) -> set[int]:
    """Expire challenges; return the members to notify."""
    told: set[int] = set()
    for number in numbers:
        done = connection.execute(
            update(invited_games)
            .where(
                invited_games.c.number == number,
                invited_games.c.state == "open",
                invited_games.c.expires <= now,
            )
            .values(state="expired", changed=now)
        )
        if done.rowcount:
            hide_table(connection, number)
            told.update(involved(connection, [number]))
    return told


def forget_old(connection: Connection, now: int) -> None:
    """Delete challenges that ended long ago. Their tables are older still."""
    old = select(invited_games.c.number).where(invited_games.c.changed < now - KEPT_MS)
    connection.execute(delete(invited_members).where(invited_members.c.number.in_(old)))
    connection.execute(delete(invited_games).where(invited_games.c.changed < now - KEPT_MS))


def involved(connection: Connection, numbers: Sequence[int]) -> set[int]:
    """Return all members of some challenges."""
    by = select(invited_games.c.member).where(invited_games.c.number.in_(numbers))
    to = select(invited_members.c.member).where(invited_members.c.number.in_(numbers))
    return {*connection.scalars(by), *connection.scalars(to)}


def changed_since(connection: Connection, since: int) -> list[int]:
    """Return the challenges that changed since a time."""
    return list(
        connection.scalars(select(invited_games.c.number).where(invited_games.c.changed >= since))
    )


# -- Showing ---------------------------------------------------------------------------------------


def challenges(connection: Connection, member: Member, now: int) -> list[Challenge]:
    """Return the open challenges of a member, and those that ended lately; the newest first."""
    to_member = select(invited_members.c.number).where(invited_members.c.member == member.id)
    recent = or_(_is_open(now), invited_games.c.changed >= now - SHOWN_MS)
    rows = connection.execute(
        select(invited_games)
        .where(
            or_(invited_games.c.member == member.id, invited_games.c.number.in_(to_member)), recent
        )
        .order_by(invited_games.c.made.desc(), invited_games.c.number.desc())
        .limit(_MOST_SHOWN)
    ).all()
    return _shown(connection, rows, member, now)


def challenge(connection: Connection, number: int, member: Member, now: int) -> Challenge:
    """Return a challenge as one of its members sees it."""
    rows = connection.execute(select(invited_games).where(invited_games.c.number == number)).all()
    (found,) = _shown(connection, rows, member, now)
    return found


def _shown(
    connection: Connection, rows: Sequence[Row[Any]], member: Member, now: int
) -> list[Challenge]:
    if not rows:
        return []
    players = _players(connection, {row.number: row.member for row in rows})
    found: list[Challenge] = []
    for row in rows:
        seated = players[row.number]
        place = next((one.place for one in seated if one.number == member.id), None)
        if place is not None:
            found.append(_one(connection, row, seated, place, now))
    return found


def _players(connection: Connection, by: dict[int, int]) -> dict[int, list[_Player]]:
    """Return the players of challenges by place; ``by`` are the challengers."""
    columns = (
        members.c.id,
        members.c.account,
        members.c.public,
        members.c.name,
        members.c.kind,
        members.c.listed,
    )
    there = and_(
        claims.c.number == invited_members.c.number, claims.c.member == invited_members.c.member
    )
    found: defaultdict[int, list[_Player]] = defaultdict(list)
    own = {
        row.id: row
        for row in connection.execute(select(*columns).where(members.c.id.in_(set(by.values()))))
    }
    for number, member in by.items():
        found[number].append(_player(own[member], 0, is_there=True))
    invited = connection.execute(
        select(
            invited_members.c.number,
            invited_members.c.place,
            claims.c.key.is_not(None).label("is_there"),
            *columns,
        )
        .join(members, members.c.id == invited_members.c.member)
        .outerjoin(claims, there)
        .where(invited_members.c.number.in_(by))
        .order_by(invited_members.c.number, invited_members.c.place)
    )
    for row in invited:
        found[row.number].append(_player(row, row.place, is_there=bool(row.is_there)))
    return found


def _player(row: Row[Any], place: int, *, is_there: bool) -> _Player:
    listed = bool(row.listed)
    return _Player(row.id, place, row.account, row.public, row.name, row.kind, listed, is_there)


def _one(
    connection: Connection, row: Row[Any], players: list[_Player], place: int, now: int
) -> Challenge:
    clock = None if row.clock is None else _clock.decode(row.clock)
    options: dict[str, Any] = json.loads(row.options)
    viewer = next(one for one in players if one.place == place)
    ratings = _ratings(connection, row, clock, players)
    expected = None
    if not options.get("teams") and len(players) == row.players:
        scores = expected_scores(
            [Entry(ratings[one.number], team) for team, one in enumerate(players)]
        )
        expected = round(scores[players.index(viewer)], 4)
    return Challenge(
        table=row.table_id,
        game=row.game,
        options=options,
        players=[
            ChallengePlayer(
                one.public,
                one.name,
                one.kind,
                one.is_there,
                listing.info_of(ratings[one.number])
                if one.listed or 0 in (place, one.place) or one is viewer
                else None,
            )
            for one in players
        ],
        made=row.made,
        expires=row.expires,
        state=_state(row, players, now),
        place=place,
        clock=clock,
        rated=bool(row.rated),
        friendly=bool(row.friendly),
        expected=expected,
    )


def _state(row: Row[Any], players: Sequence[_Player], now: int) -> ChallengeState:
    """Return the state by the places that are taken, whatever was stored before."""
    if row.state in ("open", "accepted"):
        if len(players) == row.players and all(one.is_there for one in players):
            return "accepted"
        return "open" if row.expires > now else "expired"
    return cast(ChallengeState, row.state)


def _ratings(
    connection: Connection, row: Row[Any], clock: Clock | None, players: Sequence[_Player]
) -> dict[int, Rating]:
    accounts = {one.account for one in players}
    if row.friendly and len(accounts) == 1:
        against = household(accounts.pop())
    else:
        against = PROGRAMS if any(one.kind == "bot" for one in players) else PEOPLE
    # Without a clock there are no ratings; those of fast games say most.
    of = "fast" if clock is None else speed(clock)
    pool = Pool(against, row.game, size_of(row.players), of)
    return listing.current(connection, pool, [one.number for one in players])
