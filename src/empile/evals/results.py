"""The folder of an evaluation: settings, finished games, puzzles and analyses, on disk at once."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

import msgspec

import empile
from empile.engine.files import lock, open_to_append, sync, whole_lines, write_whole
from empile.evals.analyses import GameJudged
from empile.evals.errors import EvalError
from empile.evals.play import GamePlayed
from empile.evals.puzzles.attempt import PuzzleTried
from empile.evals.settings import EvalSettings
from empile.evals.suites import Suite

FORMAT: Final = "empile-eval/1"
_SHOWN: Final = 60

_encoder = msgspec.json.Encoder()
_Line = TypeVar("_Line", bound=msgspec.Struct)


class Plan(msgspec.Struct, frozen=True):
    """What an evaluation is of: ``plan.json``. Contains no secrets.

    Example: ``Plan({"kind": "bot", "name": "random"}, suite_of("short"))``.
    """

    agent: dict[str, Any]
    suite: Suite
    settings: EvalSettings = EvalSettings()
    empile: str = empile.__version__
    format: str = FORMAT

    @property
    def name(self) -> str:
        """A short name of the agent."""
        return str(self.agent.get("model") or self.agent.get("name") or self.agent.get("command"))


class Journal(Generic[_Line]):
    """A file of JSON lines that only grows; an incomplete last line is removed."""

    def __init__(self, path: Path, kind: type[_Line]) -> None:
        self._file = open_to_append(path)
        try:
            if not lock(self._file):
                raise EvalError(f"another evaluation is writing to {path.parent}")
            self.lines: list[_Line] = self._read(path, kind)
        except BaseException:
            self._file.close()
            raise

    def add(self, line: _Line) -> None:
        """Write a line and sync it to disk; raises ``OSError``."""
        self._file.write(_encoder.encode(line) + b"\n")
        sync(self._file)
        self.lines.append(line)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, path: Path, kind: type[_Line]) -> list[_Line]:
        found: list[_Line] = []
        for number, line in enumerate(whole_lines(self._file), 1):
            try:
                found.append(msgspec.json.decode(line, type=kind))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise EvalError(f"{path}, line {number}: not valid: {error}") from None
        return found


class Results:
    """The games, puzzles and analyses of an evaluation, in memory or in a folder.

    As a context manager it closes its files.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games: dict[int, GamePlayed] = {}
        """By their number."""
        self.puzzles: dict[int, PuzzleTried] = {}
        """By their number."""
        self.judged: dict[int, GameJudged] = {}
        """Analyses by the number of the game."""
        self._games: Journal[GamePlayed] | None = None
        self._puzzles: Journal[PuzzleTried] | None = None
        self._judged: Journal[GameJudged] | None = None

    def add_game(self, played: GamePlayed) -> None:
        """Add a finished game; it is on disk afterwards."""
        if self._games is not None:
            self._games.add(played)
        self.games[played.game] = played

    def add_puzzle(self, tried: PuzzleTried) -> None:
        """Add a puzzle that was tried; it is on disk afterwards."""
        if self._puzzles is not None:
            self._puzzles.add(tried)
        self.puzzles[tried.puzzle] = tried

    def add_judged(self, judged: GameJudged) -> None:
        """Add an analysis; it is on disk afterwards."""
        if self._judged is not None:
            self._judged.add(judged)
        self.judged[judged.game] = judged

    def in_order(self) -> list[GamePlayed]:
        """Return the games by number."""
        return [self.games[number] for number in sorted(self.games)]

    def puzzles_in_order(self) -> list[PuzzleTried]:
        """Return the puzzles by number."""
        return [self.puzzles[number] for number in sorted(self.puzzles)]

    def close(self) -> None:
        """Close the files."""
        for journal in (self._games, self._puzzles, self._judged):
            if journal is not None:
                journal.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def open(self, folder: Path) -> None:
        """Keep everything in the files of a folder, and take what it has."""
        self._games = Journal(folder / "games.jsonl", GamePlayed)
        self.games = {played.game: played for played in self._games.lines}
        self._puzzles = Journal(folder / "puzzles.jsonl", PuzzleTried)
        self.puzzles = {tried.puzzle: tried for tried in self._puzzles.lines}
        self._judged = Journal(folder / "analyses.jsonl", GameJudged)
        self.judged = {judged.game: judged for judged in self._judged.lines}


def open_results(plan: Plan, folder: Path | None = None) -> Results:
    """Open the results of an evaluation, with all games that a folder has.

    :param folder: created if it does not exist; None keeps the results in memory
    :raises EvalError: the folder is of another evaluation, damaged or in use
    :raises OSError: the folder cannot be written

    Example::

        with open_results(plan, Path("results")) as results:
            evaluate(agent, results)
    """
    results = Results(plan)
    if folder is None:
        return results
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        if (folder / "games.jsonl").exists():
            raise EvalError(f"{folder} has games, but no plan.json: use another folder") from None
        write_whole(path, msgspec.json.format(_encoder.encode(plan)) + b"\n")
    else:
        _check_same(text, plan, folder)
    try:
        results.open(folder)
    except BaseException:
        results.close()
        raise
    return results


def _check_same(text: bytes, plan: Plan, folder: Path) -> None:
    try:
        known = msgspec.json.decode(text)
        facts = dict(_facts(known))
    except (msgspec.DecodeError, UnicodeDecodeError, AttributeError):
        raise EvalError(f"{folder / 'plan.json'} is not the plan of an evaluation") from None
    now = dict(_facts(msgspec.json.decode(_encoder.encode(plan))))
    for name in [*now, *(name for name in facts if name not in now)]:
        if facts.get(name) != now.get(name):
            before, after = _text(facts.get(name)), _text(now.get(name))
            raise EvalError(
                f"{folder} is of another evaluation ({name}: {before} there, {after} now): use"
                " another folder or the same arguments"
            )


def _facts(value: dict[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Return the leaves of nested objects with their names."""
    found: list[tuple[str, Any]] = []
    for name, part in value.items():
        inner = msgspec.convert(part, dict[str, Any]) if isinstance(part, dict) and part else None
        found += [(before + name, part)] if inner is None else _facts(inner, f"{before}{name} ")
    return found


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else _encoder.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
