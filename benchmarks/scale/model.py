"""A small model of one table in several processes, explored in all its states.

Processes append to one log, tell each other by notices that may be lost, and hold a lease for bots
and frames, while they crash, stand still for longer than their lease, and lose the database's
answers. :mod:`benchmarks.scale.explore` tries every order of steps within :class:`Bounds`. Each
state must be safe (:func:`violation`), and from each one the steps of the system alone, without
further commands or failures, must lead to a state in which every process shows the whole log and no
bot is waited for (:func:`is_settled`).

``docs/explanation/several-processes.md`` names the code behind each step. :class:`Rules` switches
off one thing at a time, after which the model must find a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Mode = Literal["up", "paused", "down"]
Phase = Literal["sent", "kept", "conflict", "doubt"]
"""``sent``: the database has not executed it. ``kept``, ``conflict``: the answer is on its way.
``doubt``: the connection was lost before the answer."""

NOBODY: Final = -1
NOT_ASKED: Final = -1
"""The lease was not asked for."""
ASKED: Final = 0


@dataclass(frozen=True)
class Rules:
    """What the system relies on."""

    unique: bool = True
    """The log has one row with each number."""
    append_ids: bool = True
    """Whose row it is can be told after an answer was lost."""
    commit_first: bool = True
    """A move is acknowledged after it is stored."""
    sweep: bool = True
    """Each process looks for changes in the store, whatever it is told."""
    epochs: bool = True
    """Frames of former lease holders are dropped."""
    leases_end: bool = True
    """The lease of a process that is not alive goes to the next one that asks."""
    old_answers_end: bool = True
    """Answers of the bus from before a pause that outlasts a lease are not believed."""


@dataclass(frozen=True)
class Bounds:
    """How much may happen."""

    processes: int = 2
    events: int = 3
    """Rows of the log; those with even numbers are bots' moves."""
    commands: int = 3
    """Moves that people send."""
    frames: int = 0
    """Frames that lease holders show."""
    crashes: int = 1
    restarts: int = 1
    pauses: int = 1
    disconnects: int = 1
    losses: int = 1
    """Notices that are lost."""


class Append(NamedTuple):
    """An append that a process waits for."""

    id: int
    seq: int
    phase: Phase


class Process(NamedTuple):
    """A web process, with what its viewers see."""

    mode: Mode = "up"
    known: tuple[int, ...] = ()
    """The appends that were applied and shown, by their ids."""
    append: Append | None = None
    read: int | None = None
    """Rows in the log when it was read, until they are applied."""
    reached: int = 0
    """The highest number that a notice named."""
    notice: int = 0
    """A notice on its way here; a later one covers it."""
    answer: int = NOT_ASKED
    """The epoch that the bus has granted, on its way here."""
    epoch: int = 0
    """The epoch of the lease that this process believes to hold, or 0."""
    is_alive: bool = True
    """Whether the bus takes it for alive."""
    frame: int = 0
    """The epoch of a frame on its way to the bus, or 0."""
    frames: tuple[int, ...] = ()
    """The epochs of frames on their way here."""
    passed: int = 0
    """The highest epoch of a relayed frame. Frames of this process itself do not count."""
    shown: tuple[int, int] = (0, 0)
    """The epochs of the last two relayed frames that viewers saw."""

    @property
    def is_idle(self) -> bool:
        """Whether commands may run."""
        return self.mode == "up" and self.append is None and self.read is None


class State(NamedTuple):
    """All processes, the store, the bus, and what clients were told."""

    processes: tuple[Process, ...]
    log: tuple[tuple[int, int], ...] = ()
    """Number and id of each row, as they were stored."""
    orphans: frozenset[tuple[int, int]] = frozenset()
    """Appends whose connection is lost; the database may still execute them."""
    owner: int = NOBODY
    epoch: int = 0
    acknowledged: frozenset[tuple[int, int]] = frozenset()
    refused: frozenset[int] = frozenset()
    """Refused appends that the database has, or may still execute."""
    left: tuple[int, ...] = ()
    """What may still happen, in the order of the last fields of :class:`Bounds`."""


_KINDS: Final = ("commands", "frames", "crashes", "restarts", "pauses", "disconnects", "losses")


class Step(NamedTuple):
    """A step to another state."""

    name: str
    process: int
    state: State
    is_ours: bool = True
    """Whether the system does it by itself; otherwise people or failures do."""


class Model:
    """The steps from each state."""

    def __init__(self, bounds: Bounds | None = None, rules: Rules | None = None) -> None:
        self.bounds = bounds or Bounds()
        self.rules = rules or Rules()

    def start(self) -> State:
        """Return the first state."""
        left = tuple(getattr(self.bounds, kind) for kind in _KINDS)
        return State((Process(),) * self.bounds.processes, left=left)

    def steps(self, state: State) -> Iterator[Step]:
        """Yield each possible step."""
        for number, process in enumerate(state.processes):
            if process.mode == "up":
                yield from self._append(state, number, process)
                yield from self._follow(state, number, process)
                yield from self._work(state, number, process)
            if process.append is not None and process.append.phase == "sent":
                stored, phase = self._execute(state, process.append.seq, process.append.id)
                append = process.append._replace(phase=phase)
                yield Step("execute", number, _with(stored, number, append=append))
            if process.frame:
                yield Step("relay", number, _relayed(state, number, process.frame))
            yield from self._fail(state, number, process)
        for orphan in state.orphans:
            rest = state._replace(orphans=state.orphans - {orphan})
            for name, after in (
                ("vanish", rest),
                ("execute late", self._execute(rest, *orphan)[0]),
            ):
                refused = after.refused & _ids(after)
                yield Step(name, NOBODY, after._replace(refused=refused))

    # -- Appends -----------------------------------------------------------------------------------

    def _append(self, state: State, number: int, process: Process) -> Iterator[Step]:
        seq = len(process.known) + 1
        if process.is_idle and seq <= self.bounds.events:
            append = Append(_new_id(state), seq, "sent")
            asked = _with(state, number, append=append)
            if not self.rules.commit_first:
                asked = asked._replace(acknowledged=state.acknowledged | {(append.id, seq)})
            if seq % 2 == 0:
                if process.epoch and process.is_alive:
                    yield Step("bot", number, asked)
            elif (spent := _spent(asked, "commands")) is not None:
                yield Step("command", number, spent, is_ours=False)
        append_ = process.append
        if append_ is None:
            return
        match append_.phase:
            case "kept":
                yield Step("kept", number, _applied(state, number, append_))
            case "conflict":
                read = _with(state, number, append=None, read=len(state.log))
                refused = (state.refused | {append_.id}) & _ids(read)
                yield Step("conflict", number, read._replace(refused=refused))
            case "doubt":
                stored, phase = self._execute(state, append_.seq, append_.id, again=True)
                append = append_._replace(phase=phase)
                yield Step("insert again", number, _with(stored, number, append=append))
            case "sent":
                pass

    def _execute(
        self, state: State, seq: int, id_: int, *, again: bool = False
    ) -> tuple[State, Phase]:
        """Insert a row; return the state of the store, and the outcome."""
        stored = [row for row in state.log if row[0] == seq]
        if stored and self.rules.unique:
            is_own = again and self.rules.append_ids and stored[0][1] == id_
            return state, "kept" if is_own else "conflict"
        return state._replace(log=(*state.log, (seq, id_))), "kept"

    # -- Notices -----------------------------------------------------------------------------------

    def _follow(self, state: State, number: int, process: Process) -> Iterator[Step]:
        if process.notice:
            reached = max(process.reached, process.notice)
            yield Step("hear", number, _with(state, number, reached=reached, notice=0))
        length = len(process.known)
        if process.is_idle and process.reached > length:
            yield Step("follow", number, _with(state, number, read=len(state.log)))
        elif process.is_idle and self.rules.sweep and len(state.log) > length:
            yield Step("sweep", number, _with(state, number, read=len(state.log)))
        if process.read is not None:
            known = tuple(id_ for _, id_ in state.log[: process.read])
            known = known if len(known) > length else process.known
            yield Step("apply", number, _with(state, number, known=known, read=None))

    # -- Leases ------------------------------------------------------------------------------------

    def _work(self, state: State, number: int, process: Process) -> Iterator[Step]:
        if not process.is_alive:
            # The lease of a process that was not alive may be another's.
            yield Step("beat", number, _with(state, number, is_alive=True, epoch=0))
        is_wanted = state.left[_KINDS.index("frames")] or len(process.known) % 2 == 1
        if is_wanted and not process.epoch and process.answer == NOT_ASKED:
            yield Step("ask", number, self._asked(state, number))
        if process.answer != NOT_ASKED:
            granted = _with(state, number, epoch=process.answer, answer=NOT_ASKED)
            yield Step("answer", number, granted)
        if process.epoch and state.owner != number:
            yield Step("ask again", number, _with(state, number, epoch=0))
        if process.epoch and process.is_alive and not process.frame:
            shown = _with(state, number, frame=process.epoch)
            if (spent := _spent(shown, "frames")) is not None:
                yield Step("frame", number, spent, is_ours=False)
        if process.frames:
            epoch, *rest = process.frames
            heard = _with(state, number, frames=tuple(rest))
            if epoch >= process.passed or not self.rules.epochs:
                passed = max(epoch, process.passed)
                heard = _with(heard, number, passed=passed, shown=(process.shown[1], epoch))
            yield Step("show", number, heard)

    def _asked(self, state: State, number: int) -> State:
        if not state.processes[number].is_alive:
            return state
        owner = state.owner
        is_taken = owner not in (NOBODY, number) and (
            state.processes[owner].is_alive or not self.rules.leases_end
        )
        if is_taken:
            return state
        epoch = state.epoch if owner == number else state.epoch + 1
        return _with(state, number, answer=epoch)._replace(owner=number, epoch=epoch)

    # -- Failures ----------------------------------------------------------------------------------

    def _fail(self, state: State, number: int, process: Process) -> Iterator[Step]:
        append = process.append
        is_sent = append is not None and append.phase == "sent"
        lost = {(append.seq, append.id)} if append is not None and is_sent else set[Row]()
        orphaned = state._replace(orphans=state.orphans | lost)
        failed: list[tuple[str, str, State]] = []
        if process.mode != "down":
            gone = Process("down", is_alive=process.is_alive, frame=process.frame)
            failed.append(("crash", "crashes", _put(orphaned, number, gone)))
            if process.notice:
                failed.append(("lose", "losses", _with(state, number, notice=0)))
        if process.mode == "up":
            failed.append(("pause", "pauses", _with(state, number, mode="paused")))
            if append is not None and append.phase != "doubt":
                doubtful = _with(orphaned, number, append=append._replace(phase="doubt"))
                failed.append(("disconnect", "disconnects", doubtful))
        if process.mode == "down":
            # It hears notices before it reads, and has an id of its own on the bus.
            new = Process("up", read=len(state.log), frame=process.frame)
            owner = NOBODY if state.owner == number else state.owner
            failed.append(("restart", "restarts", _put(state._replace(owner=owner), number, new)))
        for name, kind, after in failed:
            if (spent := _spent(after, kind)) is not None:
                yield Step(name, number, spent, is_ours=False)
        if process.mode == "paused":
            is_believed = process.is_alive or not self.rules.old_answers_end
            answer = process.answer if is_believed else NOT_ASKED
            yield Step("resume", number, _with(state, number, mode="up", answer=answer))
        if process.mode != "up" and process.is_alive:
            yield Step("expire", number, _with(state, number, is_alive=False))


Row = tuple[int, int]


def _put(state: State, number: int, process: Process) -> State:
    before = state.processes
    return state._replace(processes=(*before[:number], process, *before[number + 1 :]))


def _with(state: State, number: int, **changes: object) -> State:
    return _put(state, number, state.processes[number]._replace(**changes))  # type: ignore[arg-type]


def _spent(state: State, kind: str) -> State | None:
    index = _KINDS.index(kind)
    if not state.left[index]:
        return None
    left = list(state.left)
    left[index] -= 1
    return state._replace(left=tuple(left))


def _applied(state: State, number: int, append: Append) -> State:
    """Apply an own append, acknowledge it, and tell the others."""
    process = state.processes[number]
    processes = [
        one if one.mode == "down" else one._replace(notice=max(one.notice, append.seq))
        for one in state.processes
    ]
    processes[number] = process._replace(append=None, known=(*process.known, append.id))
    return state._replace(
        processes=tuple(processes),
        acknowledged=state.acknowledged | {(append.id, append.seq)},
    )


def _relayed(state: State, number: int, epoch: int) -> State:
    processes = [
        one if one.mode == "down" or other == number else one._replace(frames=(*one.frames, epoch))
        for other, one in enumerate(state.processes)
    ]
    processes[number] = processes[number]._replace(frame=0)
    return state._replace(processes=tuple(processes))


def _ids(state: State) -> set[int]:
    """Return the ids of all appends that are stored or may still be."""
    waiting = {one.append.id for one in state.processes if one.append is not None}
    return {id_ for _, id_ in (*state.log, *state.orphans)} | waiting


def _new_id(state: State) -> int:
    used = _ids(state)
    return next(number for number in range(len(used) + 1) if number not in used)


def violation(state: State) -> str:
    """Return what is wrong in a state, or an empty text."""
    seqs = [seq for seq, _ in state.log]
    ids = [id_ for _, id_ in state.log]
    if len(set(seqs)) < len(seqs):
        return "two events have the same number"
    if seqs != sorted(seqs) or seqs != list(range(1, len(seqs) + 1)):
        return "events are out of order"
    if len(set(ids)) < len(ids):
        return "a move was stored twice"
    if state.refused & set(ids):
        return "a move was refused, but stored"
    stored = {(id_, seq) for seq, id_ in state.log}
    for number, process in enumerate(state.processes):
        if list(process.known) != ids[: len(process.known)]:
            return f"process {number} shows events that are not in the log"
        if process.shown[0] > process.shown[1]:
            return f"process {number} shows frames of a former owner"
    holders = [one for one in state.processes if one.epoch and one.is_alive]
    if len(holders) > 1:
        return "two processes hold the lease"
    if not state.acknowledged <= stored:
        return _unless_pending(state, stored)
    return ""


def _unless_pending(state: State, stored: set[Row]) -> str:
    """Return a text if an acknowledged move is neither stored nor on its way."""
    pending = {
        (one.append.id, one.append.seq)
        for one in state.processes
        if one.append is not None and one.append.phase in ("sent", "doubt")
    }
    pending |= {(id_, seq) for seq, id_ in state.orphans}
    return "" if state.acknowledged <= stored | pending else "an acknowledged move is lost"


def is_settled(state: State, events: int) -> bool:
    """Return whether all processes show everything, and no bot is waited for."""
    living = [process for process in state.processes if process.mode != "down"]
    length = len(state.log)
    is_bots = length % 2 == 1 and length < events
    return all(
        one.is_idle and len(one.known) == length and not one.frames for one in living
    ) and not (is_bots and living)
