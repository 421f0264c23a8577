"""The texts of mails in four languages."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

MailKey: TypeAlias = Literal["recovery", "address", "changed"]

_DEFAULT: Final = "en"


class MailText(NamedTuple):
    """A subject and a text, with ``{login}``, ``{link}`` and ``{site}``."""

    subject: str
    text: str


_TEXTS: Final[dict[str, dict[MailKey, MailText]]] = {
    "en": {
        "recovery": MailText(
            "New password for Empile",
            "Hello {login},\n\nchoose a new password here, within 30 minutes:\n\n{link}\n\n"
            "If you did not ask for it, ignore this mail: nothing changes.\n",
        ),
        "address": MailText(
            "Confirm your address for Empile",
            "Hello {login},\n\nthis link confirms that your account at {site} may be recovered by mail to"
            " this address:\n\n{link}\n\nIf you have no account there, ignore this mail.\n",
        ),
        "changed": MailText(
            "Your Empile account was changed",
            "Hello {login},\n\nthe password or the address of your account at {site} was changed. If it was"
            " not you, recover the account with a recovery code, and tell the person who runs the server.\n",
        ),
    },
    "fr": {
        "recovery": MailText(
            "Nouveau mot de passe pour Empile",
            "Bonjour {login},\n\nchoisissez un nouveau mot de passe ici, dans les 30 minutes :\n\n{link}\n\n"
            "Si vous n’avez rien demandé, ignorez ce message : rien ne change.\n",
        ),
        "address": MailText(
            "Confirmez votre adresse pour Empile",
            "Bonjour {login},\n\nce lien confirme que votre compte sur {site} peut être récupéré par un"
            " message à cette adresse :\n\n{link}\n\nSi vous n’y avez pas de compte, ignorez ce message.\n",
        ),
        "changed": MailText(
            "Votre compte Empile a été modifié",
            "Bonjour {login},\n\nle mot de passe ou l’adresse de votre compte sur {site} a été modifié. Si ce"
            " n’était pas vous, récupérez le compte avec un code de secours et prévenez la personne qui gère"
            " le serveur.\n",
        ),
    },
    "de": {
        "recovery": MailText(
            "Neues Passwort für Empile",
            "Hallo {login},\n\nhier können Sie innerhalb von 30 Minuten ein neues Passwort wählen:\n\n{link}\n\n"
            "Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Es ändert sich nichts.\n",
        ),
        "address": MailText(
            "Adresse für Empile bestätigen",
            "Hallo {login},\n\ndieser Link bestätigt, dass Ihr Konto auf {site} per Mail an diese Adresse"
            " wiederhergestellt werden darf:\n\n{link}\n\nWenn Sie dort kein Konto haben, ignorieren Sie diese"
            " Nachricht.\n",
        ),
        "changed": MailText(
            "Ihr Empile-Konto wurde geändert",
            "Hallo {login},\n\ndas Passwort oder die Adresse Ihres Kontos auf {site} wurde geändert. Wenn Sie das"
            " nicht waren, stellen Sie das Konto mit einem Wiederherstellungscode wieder her, und informieren"
            " Sie den Betreiber des Servers.\n",
        ),
    },
    "es": {
        "recovery": MailText(
            "Nueva contraseña para Empile",
            "Hola, {login}:\n\nelige aquí una contraseña nueva en los próximos 30 minutos:\n\n{link}\n\n"
            "Si no la has pedido, ignora este mensaje: no cambia nada.\n",
        ),
        "address": MailText(
            "Confirma tu dirección para Empile",
            "Hola, {login}:\n\neste enlace confirma que tu cuenta en {site} se puede recuperar con un mensaje a"
            " esta dirección:\n\n{link}\n\nSi no tienes cuenta allí, ignora este mensaje.\n",
        ),
        "changed": MailText(
            "Tu cuenta de Empile ha cambiado",
            "Hola, {login}:\n\nla contraseña o la dirección de tu cuenta en {site} ha cambiado. Si no has sido tú,"
            " recupera la cuenta con un código de recuperación y avisa a quien gestiona el servidor.\n",
        ),
    },
}


def mail_text(key: MailKey, language: str, login: str, link: str, site: str) -> MailText:
    """Return a mail in a language, or in English if it is unknown.

    >>> mail_text("recovery", "fr-CA", "Anne", "https://example.org/x", "example.org").subject
    'Nouveau mot de passe pour Empile'
    """
    found = _TEXTS.get(language.partition("-")[0], _TEXTS[_DEFAULT])[key]
    values = {"login": login, "link": link, "site": site}
    return MailText(found.subject, found.text.format_map(values))
