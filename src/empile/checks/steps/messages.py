"""Step 10: messages in all languages of the game."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from empile import games
from empile.checks.check import Step, itself
from empile.checks.evidence import Variant, variants_of
from empile.checks.lack import PLACE, Lack, equal, expect, lacks, short
from empile.checks.random_games import one_of, pool, random_match
from empile.checks.steps.rules import illegal_action, with_action
from empile.engine.contracts.writers import Writers
from empile.engine.discovery import game_class, load
from empile.engine.errors import Reason
from empile.engine.game import Game
from empile.engine.i18n import Message

MESSAGES = Step(
    "messages", "the log, reasons and all words of the page", "locales", needs=("rules", "notation")
)

_ILLEGAL = 20
"""Random actions of each state."""

HOUSE_LANGUAGES = ("en", "fr", "de", "es")
"""Languages that games of Empile itself have; others need English."""


def is_of_the_house(game: type[Game]) -> bool:
    """Return whether a game belongs to Empile itself."""
    return game.folder.resolve().parent == Path(str(games.__file__)).resolve().parent


@MESSAGES.check(itself, gate=True)
def languages_have_the_same_keys(name: str) -> None:
    """English messages exist, and every other language has the same keys once, with the same arguments."""
    game = load(name)
    folder, catalogue = game.folder / "locales", game.presenter.catalogue
    needed = HOUSE_LANGUAGES if is_of_the_house(type(game)) else ("en",)
    for language in (*needed, *catalogue.languages):
        if language not in catalogue.languages:
            raise Lack(
                f"no messages in the language '{language}'",
                f"locales/{language}.json",
                '{"name": "Tic-tac-toe", "log.move": "{who} plays {move}"}',
            )
        _is_an_object(folder / f"{language}.json")
    english = catalogue.messages("en")
    for language in catalogue.languages:
        other = catalogue.messages(language)
        file = f"locales/{language}.json"
        for key in english.keys() ^ other.keys():
            where, lack = ("en", "en.json") if key not in english else (language, file)
            raise Lack(f"'{where}' has no message '{key}'", f"locales/{Path(lack).name}")
        for key, message in english.items():
            if _arguments(message) != _arguments(other[key]):
                lacks(
                    f"the message '{key}' of {file} has the arguments {{}}, the English one {{}}",
                    sorted(_arguments(other[key])),
                    sorted(_arguments(message)),
                )


def _is_an_object(path: Path) -> None:
    file = f"locales/{path.name}"
    try:
        pairs: Any = json.loads(path.read_text("utf-8"), object_pairs_hook=list)
    except ValueError as error:
        raise Lack(f"{file} is not JSON, {error}", file) from None
    keys = [pair[0] for pair in pairs]
    twice = [key for key in keys if keys.count(key) > 1]
    expect(not twice, f"{file} has keys twice: {{}}", twice)


def _arguments(message: Message) -> set[str]:
    texts = [message] if isinstance(message, str) else list(message.values())
    return set(re.findall(r"\{[^}]*\}", " ".join(texts)))


def said_in_every_language(game: Game, reason: Reason) -> None:
    """Raise ``Lack`` unless a message exists, with all arguments, in each language of the game."""
    catalogue = game.presenter.catalogue
    for language in catalogue.languages:
        try:
            said = catalogue.format(language, reason)
        except KeyError as error:
            lacks(f"the message '{reason.key}' needs the argument {error}, but gets {{}}",
                  sorted(reason.args))  # fmt: skip
        if said == reason.key:
            arguments = " ".join(f"{{{name}}}" for name in reason.args)
            raise Lack(
                f"no message '{reason.key}'",
                f"locales/{language}.json",
                short({reason.key: arguments or "A sentence."}),
            )
        expect("{" not in said, f"the message '{reason.key}' is formatted as {{}}", said)


@MESSAGES.check(variants_of)
def event_message_for_every_event_in_every_language(variant: Variant) -> None:
    """Each event has a message in the log, for each viewer."""
    game = variant.game()
    match = random_match(game, 6)
    for index, event in enumerate(match.events):
        for seat in (None, *range(game.num_players)):
            before = match.state_before(index)
            said_in_every_language(game, game.presenter.event_message(before, event, seat))


@MESSAGES.check(variants_of)
def explain_illegal_explains(variant: Variant) -> None:
    """An illegal action is explained in one printable line, in every language."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        state = one_of(match, luck)
        action = illegal_action(state, luck)
        if action is None:
            continue
        error = with_action(state, action)
        expect(str(error) and str(error).isprintable(), "the error {} is not one line", str(error))
        if error.reason is not None:
            said_in_every_language(match.game, error.reason)


@MESSAGES.check(variants_of)
def compiled_messages_equal_interpreted(variant: Variant) -> None:
    """``write_event``, ``write_refusal`` and ``write_chance``, if any, write the same once they are compiled."""
    game, luck = variant.game(), random.Random(1)
    match = random_match(game, 1, eager=0.5)
    compiled, python = Writers(game), Writers(game, compiles=False)
    turn = next(index for index, event in enumerate(match.events) if event.seat >= 0)
    compiled.compile(match.state_before(turn))
    for index, event in enumerate(match.events):
        PLACE.events = index
        before = match.state_before(index)
        if compiled.defines("write_event"):
            for seat in (None, *range(game.num_players)):
                expected = python.event_json(before, event, seat)
                written = compiled.event_json(before, event, seat)
                equal(written, expected, "what compiled 'write_event' writes")
        if event.seat < 0 and not game.presenter.lack("write_chance"):
            for writers in (compiled, python):
                text = game.notation.event_text(before, event.actions)
                equal(writers.chance(before, event.actions), text, "what 'write_chance' writes")
                for seat in (None, *range(game.num_players)):
                    seen = writers.seen_chance(before, event.actions, seat)
                    text = game.notation.redacted_text(before, event, seat)
                    equal(seen, text, "what 'write_chance' writes for seat {}", seat)
                read, rest = writers.read_chance(before, event.text)
                equal((sorted(read), rest), (sorted(event.actions), ""), "what is read from a text")
        if compiled.defines("write_refusal") and event.seat >= 0:
            for action in set(luck.choices(range(game.num_distinct_actions), k=_ILLEGAL)):
                if not before.legal_mask()[action]:
                    expected = python.refusal_json(before, action)
                    written = compiled.refusal_json(before, action)
                    equal(written, expected, "what compiled 'write_refusal' writes")


@MESSAGES.check(itself)
def words_of_the_game_exist(name: str) -> None:
    """The game and each reason for its end are named."""
    game = game_class(name)
    catalogue = load(name).presenter.catalogue
    known = catalogue.messages("en")
    wanted = [
        key for key in ("name", *(f"reason.{one}" for one in game.reasons)) if key not in known
    ]
    if wanted:
        raise Lack(
            f"no message {' and '.join(wanted)}, which pages show",
            "locales/en.json",
            short(dict.fromkeys(wanted, "A name or sentence.")),
        )
