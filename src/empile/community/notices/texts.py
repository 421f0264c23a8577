"""The texts of pushed notices and mails in four languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from empile.engine.discovery import game_class, game_names
from empile.engine.errors import Reason
from empile.engine.i18n import Catalog
from empile.server.wire.people.notices import NoticeKind

_DEFAULT: Final = "en"


class _Texts(NamedTuple):
    titles: dict[NoticeKind, str]
    lines: dict[NoticeKind, str]
    """With ``{game}`` and ``{name}``."""
    somebody: str
    subject: str
    greeting: str
    closing: str


_TEXTS: Final[dict[str, _Texts]] = {
    "en": _Texts(
        {
            "turn": "Your turn",
            "challenge": "A challenge for you",
            "friend": "A friend request",
            "absence": "Your absence ends soon",
            "message": "A new message",
            "decision": "A decision of the moderators",
        },
        {
            "turn": "{game}: it is your turn.",
            "challenge": "{name} challenges you to a game of {game}.",
            "friend": "{name} would like to be your friend.",
            "absence": "Your absence ends soon; then your clocks run again.",
            "message": "{name} wrote to you.",
            "decision": "The moderators have decided about your account.",
        },
        "Somebody",
        "News from Empile",
        "Hello {login},\n\nwhile you were away from {site}:",
        "You get this mail because you asked for it. To change that: {link}",
    ),
    "fr": _Texts(
        {
            "turn": "À vous de jouer",
            "challenge": "Un défi pour vous",
            "friend": "Une demande d’ami",
            "absence": "Votre absence se termine bientôt",
            "message": "Un nouveau message",
            "decision": "Une décision de la modération",
        },
        {
            "turn": "{game} : c’est à vous de jouer.",
            "challenge": "{name} vous défie à {game}.",
            "friend": "{name} aimerait faire partie de vos amis.",
            "absence": "Votre absence se termine bientôt ; ensuite, vos pendules tournent à nouveau.",
            "message": "{name} vous a écrit.",
            "decision": "La modération a pris une décision sur votre compte.",
        },
        "Quelqu’un",
        "Des nouvelles d’Empile",
        "Bonjour {login},\n\npendant que vous n’étiez pas sur {site} :",
        "Vous recevez ce message parce que vous l’avez demandé. Pour changer cela : {link}",
    ),
    "de": _Texts(
        {
            "turn": "Du bist dran",
            "challenge": "Eine Herausforderung für dich",
            "friend": "Eine Freundschaftsanfrage",
            "absence": "Deine Abwesenheit endet bald",
            "message": "Eine neue Nachricht",
            "decision": "Eine Entscheidung der Moderation",
        },
        {
            "turn": "{game}: Du bist dran.",
            "challenge": "{name} fordert dich zu einer Partie {game} heraus.",
            "friend": "{name} möchte mit dir befreundet sein.",
            "absence": "Deine Abwesenheit endet bald; danach laufen deine Uhren wieder.",
            "message": "{name} hat dir geschrieben.",
            "decision": "Die Moderation hat über dein Konto entschieden.",
        },
        "Jemand",
        "Neues von Empile",
        "Hallo {login},\n\nwährend du nicht auf {site} warst:",
        "Du bekommst diese Mail, weil du es so eingestellt hast. Ändern kannst du das hier: {link}",
    ),
    "es": _Texts(
        {
            "turn": "Te toca jugar",
            "challenge": "Un desafío para ti",
            "friend": "Una solicitud de amistad",
            "absence": "Tu ausencia termina pronto",
            "message": "Un mensaje nuevo",
            "decision": "Una decisión de moderación",
        },
        {
            "turn": "{game}: te toca jugar.",
            "challenge": "{name} te desafía a una partida de {game}.",
            "friend": "{name} te envía una solicitud de amistad.",
            "absence": "Tu ausencia termina pronto; después tus relojes vuelven a correr.",
            "message": "{name} te ha escrito.",
            "decision": "El equipo de moderación ha tomado una decisión sobre tu cuenta.",
        },
        "Alguien",
        "Novedades de Empile",
        "Hola, {login}:\n\nMientras no estabas en {site}:",
        "Recibes este mensaje porque lo pediste. Para cambiarlo: {link}",
    ),
}


class Told(NamedTuple):
    """The content of a notice."""

    kind: NoticeKind
    game: str | None
    """The game's name in addresses."""
    name: str | None
    """The name of the challenger, or of the author of a request or message."""
    path: str
    """The page that it leads to."""
    member: str = ""
    """The recipient, if the account has several members."""


class Mail(NamedTuple):
    """A subject and a text."""

    subject: str
    text: str


def title_of(told: Told, language: str) -> str:
    """Return the title of a pushed notice."""
    title = _of(language).titles[told.kind]
    return f"{told.member}: {title}" if told.member else title


def line_of(told: Told, language: str) -> str:
    """Return the text of a notice."""
    texts = _of(language)
    game = "" if told.game is None else game_name(told.game, language)
    return texts.lines[told.kind].format(game=game, name=told.name or texts.somebody)


def digest_of(told: Sequence[Told], language: str, login: str, origin: str) -> Mail:
    """Return a mail with several notices; links begin with ``origin``."""
    texts = _of(language)
    site = origin.partition("://")[2]
    lines = [
        f"- {f'{one.member}: ' if one.member else ''}{line_of(one, language)}\n  {origin}{one.path}"
        for one in told
    ]
    parts = [
        texts.greeting.format(login=login, site=site),
        "\n".join(lines),
        texts.closing.format(link=f"{origin}/notices"),
    ]
    return Mail(texts.subject, "\n\n".join(parts) + "\n")


@cache
def game_name(game: str, language: str) -> str:
    """Return how a game is called in a language."""
    if game not in game_names():
        return game
    catalog = Catalog(game_class(game).folder / "locales")
    known = language if language in catalog.languages else _DEFAULT
    return catalog.format(known, Reason("name"))


def _of(language: str) -> _Texts:
    return _TEXTS.get(language, _TEXTS[_DEFAULT])
