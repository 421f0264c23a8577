"""Faults of the page: keys, moves on offer, what the browser keeps, and reconnection."""

from __future__ import annotations

from typing import Final

from .fault import Fault

FAULTS: Final = (
    Fault(
        name="down-key-goes-back",
        area="page",
        breaks="The key Down goes back through targets that are at one point.",
        file="web/src/board/arrow-navigation.ts",
        old="  const forward = way.x + way.z > 0;\n",
        new="  const forward = way.x > 0;\n",
    ),
    Fault(
        name="rings-on-offer-too-few",
        area="page",
        breaks="With a far hole chosen, the panel offers only rings that reach it.",
        file="src/empile/games/block_ness/web/model/choices.ts",
        old='agreeing(input.legal, input.chosen, ["ring", "far", "end"])',
        new='agreeing(input.legal, input.chosen, ["ring"])',
    ),
    Fault(
        name="hand-in-browser-storage",
        area="page",
        breaks="The page keeps the position, and so the player's hand, in the browser's storage.",
        file="web/src/table/table-controller.ts",
        old="    if (!info || !state) return;\n    const players",
        new='    if (!info || !state) return;\n    localStore.setItem("empile.position", JSON.stringify(state));\n'
        "    const players",
    ),
    Fault(
        name="quote-not-escaped",
        area="page",
        breaks="A quotation mark in an attribute of a game's picture ends the attribute.",
        file="web/src/board/generic/svg-tree.ts",
        old='  return text.replace(/[&<>"]/g,',
        new="  return text.replace(/[&<>]/g,",
    ),
    Fault(
        name="turn-of-wrong-player",
        area="page",
        breaks="If seats are not in the order of places, the banner names the wrong player to act.",
        file="web/src/table/turn.ts",
        old="  const place = state.seats[state.to_act] ?? -1;\n",
        new="  const place = state.to_act;\n",
    ),
    Fault(
        name="lost-event-unnoticed",
        area="page",
        breaks="The page does not reconnect if one event is missing.",
        file="web/src/net/socket.ts",
        old="first.seq > this.since + 1)",
        new="first.seq > this.since + 2)",
    ),
)
