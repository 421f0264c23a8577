"""What routes of accounts share: the database, mail, and settings."""

from __future__ import annotations

from empile.community.database import open_database
from empile.community.mail import Mailer, read_smtp
from empile.server.settings import Settings
from empile.server.store.interface import Store


class Community:
    """The accounts of a server; created on the event loop."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.database = open_database(settings.data, store)
        self.mailer: Mailer | None = None
        if settings.smtp is not None:
            assert settings.mail_from is not None
            self.mailer = Mailer(read_smtp(settings.smtp), settings.mail_from)

    async def close(self) -> None:
        if self.mailer is not None:
            await self.mailer.close()
        await self.database.close()
