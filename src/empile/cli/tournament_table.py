"""The results table of a tournament, for terminals and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from empile.cli.i18n import WORDS, say
from empile.engine.errors import Reason

if TYPE_CHECKING:
    from empile.arena import GameResult, Plan, Standing
    from empile.arena.result import Fault
    from empile.engine.game import Game

_MOST_FAULTS = 5
"""The most faults listed individually."""
_COLUMNS = ("entrant", "games", "score", "elo", "faults")


class TournamentText:
    def __init__(self, language: str) -> None:
        self._language = language

    def text(self, key: str, **args: str | int) -> str:
        return WORDS.format(self._language, Reason(key, args))

    def title(self, game: Game) -> str:
        return say(game, Reason("name"), self._language) or game.name

    def show(self, rows: Sequence[Standing]) -> None:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table()
        for at, heading in enumerate(self._headings()):
            table.add_column(heading, justify="left" if at == 0 else "right")
        for row in rows:
            table.add_row(*(Text(cell) for cell in self._cells(row)))
        Console().print(table)

    def markdown(self, rows: Sequence[Standing]) -> list[str]:
        cells = [self._headings(), *(self._cells(row) for row in rows)]
        lines = [
            f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in cells
        ]
        lines.insert(1, f"| --- |{' ---: |' * (len(_COLUMNS) - 1)}")
        return lines

    def below(self, plan: Plan, rows: Sequence[Standing], games: Sequence[GameResult]) -> list[str]:
        """Return the notes below the table: explanations and faults."""
        lines = [self.text("tournament.note", count=len(games))]
        if any(row.rating is None for row in rows):
            lines.append(self.text("tournament.unrated"))
        faults = [(played, played.fault) for played in games if played.fault is not None]
        for played, fault in faults[:_MOST_FAULTS]:
            name = plan.entrants[played.seats[fault.seat]].name
            lines.append(self.text("tournament.fault", game=played.game, name=name, why=fault.why))
            lines += _output(fault)
        if len(faults) > _MOST_FAULTS:
            lines.append(self.text("tournament.more", count=len(faults) - _MOST_FAULTS))
        return lines

    def _headings(self) -> list[str]:
        return [self.text(f"tournament.{column}") for column in _COLUMNS]

    def _cells(self, row: Standing) -> list[str]:
        score = "–" if row.score is None else self.text("percent", value=self._number(row.score))
        elo = "–"
        if row.rating is not None:
            elo = f"{row.rating.elo:+.0f} ± {row.rating.interval:.0f}".replace("-", "−")
        faults = ", ".join(
            self.text(f"tournament.{kind}", count=count)
            for kind, count in sorted(row.faults.items())
        )
        return [row.name, str(row.games), score, elo, faults or "–"]

    def _number(self, share: float) -> str:
        number = f"{100 * share:.1f}"
        return number if self._language == "en" else number.replace(".", ",")


def _output(fault: Fault) -> list[str]:
    # The reason has the last line of standard error, and messages of the protocol say nothing new.
    errors = fault.stderr if len(fault.stderr) > 1 else []
    output = [line for line in fault.stdout if not line.startswith("{")]
    return [
        *(f"    stderr: {line}" for line in errors),
        *(f"    stdout: {line}" for line in output),
    ]
