"""REST routes for puzzles."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK

from empile.engine.discovery import game_names
from empile.server.background.compute import SEARCH_COST
from empile.server.http.computing import computed, computed_bytes, tagged
from empile.server.http.errors import Asked
from empile.server.http.puzzles import answers
from empile.server.http.puzzles.schemas import (
    OwnPuzzleMoves,
    PuzzleBoard,
    PuzzleList,
    PuzzleMoves,
    PuzzleOfDay,
    PuzzlesMissed,
    PuzzleTried,
    WholePuzzle,
)
from empile.server.http.rest import MOST_NUMBER, limit, registry_of
from empile.server.wire.errors import CommandError

Day = Annotated[
    str | None,
    QueryParameter(
        name="day", max_length=10, description="Such as `2026-11-26`; default: today, in UTC."
    ),
]

Seat = Annotated[
    int,
    QueryParameter(
        name="seat",
        ge=0,
        le=MOST_NUMBER,
        description="The seat, from 0, whose moves are looked at.",
    ),
]


class PuzzleController(Controller):
    path = "/api/puzzles"
    tags = ("puzzles",)

    @get("/daily", summary="The puzzle of the day", cost=1, errors=("bad_request",))
    async def daily(self, request: Asked, day: Day = None) -> PuzzleOfDay:
        """Return the puzzle of a day, which is the same for everybody. Games take turns."""
        limit(request)
        wanted = datetime.now(UTC).date().isoformat() if day is None else day
        return await asyncio.to_thread(answers.of_day, wanted)

    @post(
        "/missed",
        summary="Puzzles from a game",
        cost=50,
        errors=("bad_record", "bad_request"),
        status_code=HTTP_200_OK,
    )
    async def missed(self, request: Asked, seat: Seat) -> Response[PuzzlesMissed]:
        """Return the moments in which a seat missed the only good move of the record in the body."""
        limit(request)
        body = await request.body()
        return await computed(request, answers.encoded_missed, body, seat, cost=10 * SEARCH_COST)

    @post(
        "/try",
        summary="Try a move of a puzzle from a game",
        cost=4,
        errors=("no_table", "bad_options", "bad_position", "bad_request", "illegal"),
        status_code=HTTP_200_OK,
    )
    async def attempt_own(
        self, request: Asked, data: JSONBody[OwnPuzzleMoves]
    ) -> Response[PuzzleTried]:
        """Return what a move of the puzzle in the body reaches. Nothing is stored."""
        limit(request)
        game = await registry_of(request).game_with(data.game, data.options, data.rules)
        return await computed(
            request, answers.encoded_own_try, game.options, data, cost=SEARCH_COST
        )

    @get("/{game:str}", summary="The puzzles of a game", cost=1, errors=("no_table",))
    async def listed(self, request: Asked, game: FromPath[str]) -> Response[PuzzleList]:
        """Return all puzzles of a game without their positions, the easiest first. Can be cached."""
        if game not in game_names():
            raise CommandError("no_table", "there is no such game")
        body, tag = await asyncio.to_thread(answers.listed, game, await _ratings(request, game))
        return tagged(request, body, tag)

    @get(
        "/{game:str}/{puzzle:str}",
        summary="A puzzle with its solution",
        cost=1,
        errors=("no_table",),
    )
    async def whole(
        self, request: Asked, game: FromPath[str], puzzle: FromPath[str]
    ) -> Response[WholePuzzle]:
        """Return a puzzle with its solution, to be solved without a connection. Can be cached."""
        await asyncio.to_thread(answers.find_puzzle, game, puzzle)
        rating = dict(await _ratings(request, game)).get(puzzle)
        body = await computed_bytes(
            request, answers.encoded_puzzle, game, puzzle, rating, cost=SEARCH_COST
        )
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        answer: Response[Any] = tagged(request, body, tag)
        return answer

    @get(
        "/{game:str}/{puzzle:str}/board",
        summary="The position of a puzzle",
        cost=1,
        errors=("no_table",),
    )
    async def board(
        self, request: Asked, game: FromPath[str], puzzle: FromPath[str]
    ) -> Response[PuzzleBoard]:
        """Return the position from which a puzzle begins, for a picture of it. Can be cached."""
        body, tag = await asyncio.to_thread(answers.board, game, puzzle)
        return tagged(request, body, tag)

    @post(
        "/{game:str}/{puzzle:str}/try",
        summary="Try a move of a puzzle",
        cost=4,
        errors=("no_table", "bad_request", "illegal"),
        status_code=HTTP_200_OK,
    )
    async def attempt(
        self,
        request: Asked,
        game: FromPath[str],
        puzzle: FromPath[str],
        data: JSONBody[PuzzleMoves],
    ) -> Response[PuzzleTried]:
        """Return what a move reaches, with the best replies to it.

        `moves` is the beginning of the solution, and then the move.
        """
        limit(request)
        await asyncio.to_thread(answers.find_puzzle, game, puzzle)
        return await computed(request, answers.encoded_try, game, puzzle, data, cost=SEARCH_COST)


async def _ratings(request: Asked, game: str) -> answers.Ratings:
    """Return current ratings, which servers with accounts have."""
    community = request.app.state.community
    found: answers.Ratings = (
        () if community is None else await community.puzzle_ratings.of_game(game)
    )
    return found
