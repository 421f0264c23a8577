"""Faults that show what is hidden: hands, draws, codes, and games that are not over."""

from __future__ import annotations

from typing import Final

from .fault import Fault

_GAMES: Final = "src/empile/games"
_TABLES: Final = "src/empile/server/tables"

FAULTS: Final = (
    Fault(
        name="drawn-card-in-view",
        area="hidden",
        breaks="The position of Block Out! shows all seats the card that another has drawn.",
        file=f"{_GAMES}/block_out/rules/json_view.py",
        old="    elif over or int(s.seat) == seat:\n",
        new="    elif over or seat >= 0:\n",
    ),
    Fault(
        name="penalty-draws-in-log",
        area="hidden",
        breaks="The text of a draw shows the card to all; only dealt hands are hidden.",
        file=f"{_GAMES}/block_out/rules/messages.py",
        old="        is_hidden = not sees(viewer, int(s.seat))\n",
        new="        is_hidden = due == DEALING and not sees(viewer, int(s.seat))\n",
    ),
    Fault(
        name="drawn-cards-in-message",
        area="hidden",
        breaks="The message of a draw names the cards to the other seats, though not to spectators.",
        file=f"{_GAMES}/block_out/rules/messages.py",
        old="    is_hidden = due != TOWER and not sees(seat, int(s.seat))\n",
        new="    is_hidden = due != TOWER and seat < 0\n",
    ),
    Fault(
        name="log-of-first-seat-at-shared-screen",
        area="hidden",
        breaks="People who share a device see the draws of the first of their seats in the log.",
        file=f"{_TABLES}/redaction/viewers.py",
        old="if game is not None and len(held) == 1 else None\n",
        new="if game is not None and held else None\n",
    ),
    Fault(
        name="record-of-frozen-table",
        area="hidden",
        breaks="The record and replay of a game at a frozen table show all hands.",
        file=f"{_TABLES}/game_redaction.py",
        old="        game.over,\n        game.ended,\n",
        new="        game.over or table.failure is not None,\n        game.ended,\n",
    ),
    Fault(
        name="update-shared-between-seats",
        area="hidden",
        breaks="Two seats that wait get the same update, with the hand of one of them.",
        file=f"{_TABLES}/updates.py",
        old="        group = (full, viewers, mine, takeback, info_key)\n",
        new="        group = (full, viewers == SPECTATOR, mine, takeback, info_key)\n",
    ),
    Fault(
        name="hands-of-start-position",
        area="hidden",
        breaks="The event that begins a game from a position has the hands of all seats.",
        file=f"{_TABLES}/redaction/log.py",
        old="    return None if start is None else {**start, **initial.view(viewer)}\n",
        new="    return None if start is None else {**initial.view(viewer), **start}\n",
    ),
    Fault(
        name="search-knows-hidden-cards",
        area="hidden",
        breaks="The first simulation of a bot's search plays with the real hidden cards.",
        file="src/empile/engine/compiled/templates/ismcts.py",
        old="        rules.resample(params, s, searcher, stream)\n",
        new="        if used[1] > 0:\n            rules.resample(params, s, searcher, stream)\n",
    ),
    Fault(
        name="hand-of-seat-to-act-in-picture",
        area="hidden",
        breaks="The picture of a link preview shows the hand of the seat to act.",
        file="src/empile/server/http/previews/tables.py",
        old="state.to_svg(None), *PICTURE_SIZE",
        new="state.to_svg(max(0, state.current_player())), *PICTURE_SIZE",
    ),
    Fault(
        name="code-for-spectators",
        area="hidden",
        breaks="Spectators see the short code by which a place can be taken.",
        file=f"{_TABLES}/redaction/info.py",
        old="        code=table.code if held else None,\n",
        new="        code=table.code,\n",
    ),
)
