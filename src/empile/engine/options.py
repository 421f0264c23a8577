"""Options of a game and their validation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from empile.engine.errors import OptionError

Check = Callable[[Any, Mapping[str, Any]], Any]
"""Takes a value and the options checked before it; returns the value for records.

Raises ``OptionError`` with a sentence that names the option.
"""
CheckByRules = Callable[[Mapping[str, Any]], Any]
"""The same; the value is the last of the options."""


@dataclass(frozen=True)
class Option:
    """One option of a game."""

    name: str
    kind: Literal["choice", "number", "flag", "list", "data"]
    """Form field; ``data`` is ``"house"`` or a JSON object."""
    check: Check | None
    """None: the ``check_option`` of the rules."""
    default: Callable[[Mapping[str, Any]], Any]
    """Given the options checked before it."""
    values: tuple[Any, ...] = ()
    """For ``choice`` all, for ``number`` minimum and maximum."""
    rare: bool = False
    """Shown under advanced options."""
    needs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])
    """Values of earlier options without which this one must have its default."""
    depends: tuple[str, ...] = ()
    """Earlier options that its values refer to, e.g. a board."""
    house: Callable[[], Any] | None = None
    """For ``data``: what the rules get for ``"house"``; None: this text."""
    with_start: tuple[Any, ...] = ()
    """Further values of a ``choice``, for games that begin from a position."""


def player_counts(offered: Sequence[Option]) -> list[int]:
    """Return the numbers of players that options offer.

    Example::

        >>> player_counts([number("players", 2, 4, 2)])
        [2, 3, 4]
    """
    players = next(option for option in offered if option.name == "players")
    if players.kind == "choice":
        return list(players.values)
    return list(range(players.values[0], players.values[1] + 1))


def choice(
    name: str,
    values: Sequence[Any],
    default: Any,
    *,
    rare: bool = False,
    needs: Mapping[str, tuple[Any, ...]] | None = None,
    with_start: Sequence[Any] = (),
) -> Option:
    """Return an option with a fixed set of values.

    :param needs: values of earlier options without which this one must have its default.
    :param with_start: further values, for games that begin from a position.

    Example::

        >>> choice("players", (2, 3, 4), 2).values
        (2, 3, 4)
    """

    def check(value: Any, _: Mapping[str, Any]) -> Any:
        for known in (*values, *with_start):
            if type(value) is type(known) and value == known:
                return known
        shown = ", ".join(_shown(known) for known in values)
        raise OptionError(f"option '{name}' must be one of {shown}, not {_shown(value)}")

    return Option(
        name,
        "choice",
        check,
        lambda _: default,
        tuple(values),
        rare,
        needs or {},
        with_start=tuple(with_start),
    )


def number(name: str, least: int, greatest: int, default: int, *, rare: bool = False) -> Option:
    """Return an integer option from ``least`` to ``greatest``.

    Example::

        >>> number("round_limit", 1, 200, 50).kind
        'number'
    """

    def check(value: Any, _: Mapping[str, Any]) -> Any:
        if type(value) is not int or not least <= value <= greatest:
            raise OptionError(
                f"option '{name}' must be a whole number from {least} to {greatest},"
                f" not {_shown(value)}"
            )
        return value

    return Option(name, "number", check, lambda _: default, (least, greatest), rare)


def flag(
    name: str,
    *,
    default: bool,
    rare: bool = False,
    needs: Mapping[str, tuple[Any, ...]] | None = None,
) -> Option:
    """Return a boolean option.

    :param needs: values of earlier options without which this one must have its default.

    Example::

        >>> flag("teams", default=False, needs={"players": (4,)}).values
        (False, True)
    """

    def check(value: Any, _: Mapping[str, Any]) -> Any:
        if type(value) is not bool:
            raise OptionError(f"option '{name}' must be true or false, not {_shown(value)}")
        return value

    return Option(name, "flag", check, lambda _: default, (False, True), rare, needs or {})


def data(
    name: str,
    check_data: Check | None = None,
    *,
    rare: bool = False,
    house: Callable[[], Any] | None = None,
) -> Option:
    """Return an option that is ``"house"`` or an object that ``check_data`` accepts.

    :param check_data: gets the value and the options before it; returns the value to keep, or
        raises ``OptionError``. None: the ``check_option`` of the rules.
    :param house: what the rules get for ``"house"``.

    Example::

        >>> data("layout", lambda value, so_far: value).values
        ('house',)
    """

    def check(value: Any, so_far: Mapping[str, Any]) -> Any:
        return "house" if check_data is None or value == "house" else check_data(value, so_far)

    checked = None if check_data is None else check
    return Option(name, "data", checked, lambda _: "house", ("house",), rare, house=house)


def read_options(
    game: str,
    offered: Sequence[Option],
    given: Mapping[str, object],
    check_by_rules: CheckByRules | None = None,
) -> dict[str, Any]:
    """Return all options with their values, in order; raises ``OptionError``.

    :param check_by_rules: for options without a check of their own, if any are given.
    """
    known = {option.name for option in offered}
    for name in given:
        if name not in known:
            raise OptionError(f"{game} has no option '{name}'; it has {', '.join(sorted(known))}")
    chosen: dict[str, Any] = {}
    for option in offered:
        default = option.default(chosen)
        value = given.get(option.name, default)
        if option.check is not None:
            value = option.check(value, chosen)
        elif option.name in given and value not in option.values:
            assert check_by_rules is not None
            value = check_by_rules({**chosen, option.name: value})
        if value != default:
            _check_needs(option, chosen)
        chosen[option.name] = value
    return chosen


def _check_needs(option: Option, chosen: Mapping[str, Any]) -> None:
    for name, possible in option.needs.items():
        if chosen[name] not in possible:
            wanted = " or ".join(_shown(value) for value in possible)
            raise OptionError(
                f"option '{option.name}' needs '{name}' to be {wanted}, not {_shown(chosen[name])}"
            )


def _shown(value: object) -> str:
    """Return a value as JSON; what is none as Python shows it."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return repr(value)
