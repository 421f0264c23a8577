"""Fair play reports: evidence on a member, from what is analysed so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from empile.community.fairplay.measures import SeatMeasured
from empile.community.fairplay.opponents import opponents_of
from empile.community.fairplay.samples import (
    GameKey,
    Sample,
    SeatKey,
    games_of,
    measured,
    samples_of,
)
from empile.community.fairplay.shared_places import places_of
from empile.community.fairplay.statistics import (
    MEASURES,
    Estimate,
    Measure,
    compare,
    estimate,
    quartiles,
)
from empile.community.members import Member
from empile.server.wire.people.fair_play import (
    FairPlayMoves,
    FairPlayNumber,
    FairPlayOpponents,
    FairPlayPlaces,
    FairPlayProgress,
    FairPlayReport,
)

_DIGITS: Final = 4

Known = Mapping[SeatKey, SeatMeasured]


class Gathered(Struct, frozen=True):
    """What the store knows about a member; plain data, for another process."""

    public: str
    """The ID of the member."""
    name: str
    made: int
    """When it was read."""
    samples: list[Sample]
    bodies: list[tuple[SeatKey, bytes]]
    """The encoded measures of seats; empty if a game cannot be analysed."""
    opponents: FairPlayOpponents
    places: FairPlayPlaces

    @property
    def games(self) -> list[GameKey]:
        """All games of the samples."""
        return games_of(self.samples)

    @property
    def missing(self) -> list[GameKey]:
        """The games to analyse before the report is complete."""
        known = {seat.of_game for seat, _ in self.bodies}
        return [key for key in self.games if key not in known]


def gather(connection: Connection, member: Member, now: int) -> Gathered:
    """Read what a report is made of."""
    samples = samples_of(connection, member.id, now)
    return Gathered(
        member.public,
        member.name,
        now,
        samples,
        list(measured(connection, games_of(samples)).items()),
        opponents_of(connection, member.id),
        places_of(connection, member.id, now),
    )


def encoded_report(gathered: bytes) -> bytes:
    """Return a report as JSON, from an encoded :class:`Gathered`."""
    return msgspec.json.encode(make_report(msgspec.msgpack.decode(gathered, type=Gathered)))


def make_report(found: Gathered) -> FairPlayReport:
    """Return a report. Computes for up to a second."""
    known = {
        seat: msgspec.json.decode(body, type=SeatMeasured) for seat, body in found.bodies if body
    }
    failed = len({seat.of_game for seat, body in found.bodies if not body})
    wanted = len(found.games)
    return FairPlayReport(
        found.public,
        found.name,
        found.made,
        FairPlayProgress(wanted, wanted - len(found.missing) - failed, failed),
        [_moves(sample, known) for sample in found.samples],
        found.opponents,
        found.places,
    )


def _moves(sample: Sample, known: Known) -> FairPlayMoves:
    own = _seats(sample.own, known)
    others = [found for seats in sample.others.values() if (found := _seats(seats, known))]
    counted = sum(len(seat.counted) for seat in own)
    every = [seat for found in others for seat in found]
    return FairPlayMoves(
        game=sample.pool.name_of_game,
        size="two" if sample.pool.size == "two" else "more",
        speed="slow" if sample.pool.speed == "slow" else "fast",
        points=sample.points,
        games=len(own),
        moves=counted,
        left_out=sum(len(seat.moves) for seat in own) - counted,
        quartiles=quartiles(own),
        compared_games=len(every),
        compared_moves=sum(len(seat.counted) for seat in every),
        numbers=numbers_of(own, others),
    )


def numbers_of(
    own: Sequence[SeatMeasured], others: Sequence[Sequence[SeatMeasured]]
) -> list[FairPlayNumber]:
    """Return the numbers of a player, compared with those of ``others``; each has several games."""
    found: list[FairPlayNumber] = []
    for name, measure in MEASURES.items():
        value = estimate(own, measure)
        if value is not None:
            estimates = [estimate(games, measure) for games in others]
            known = [one for one in estimates if one is not None]
            found.append(_number(name, value, known))
    return found


def _number(name: Measure, own: Estimate, others: Sequence[Estimate]) -> FairPlayNumber:
    found = compare(own, others)
    return FairPlayNumber(
        name,
        round(found.value, _DIGITS),
        _rounded(found.error),
        found.players,
        _rounded(found.mean),
        _rounded(found.spread),
        _rounded(found.percentile),
        _rounded(found.z),
        _rounded(found.z_error),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def _seats(keys: Sequence[SeatKey], known: Known) -> list[SeatMeasured]:
    return [known[key] for key in keys if key in known]
