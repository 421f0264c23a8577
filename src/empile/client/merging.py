"""The state of a client, from the whole one in ``welcome`` and the changes in updates."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import asdict, replace

from empile.server.wire import messages as wire


def merged(state: wire.StateView | None, update: wire.Update) -> wire.StateView | None:
    """Return ``state`` after ``update``.

    Example: ``state = merged(welcome.state, update)``.
    """
    if update.state is None:
        return state
    changed = {name: value for name, value in asdict(update.state).items() if value is not UNSET}
    if "last" not in changed:
        for event in update.events:
            if isinstance(event, wire.Moved) and event.parts is not UNSET:
                changed["last"] = wire.LastMove(event.seat, event.text, event.parts)
    if state is not None:
        return replace(state, **changed)
    return wire.StateView(**changed) if len(changed) == len(_MEMBERS) else None


_MEMBERS = wire.StateView.__struct_fields__
