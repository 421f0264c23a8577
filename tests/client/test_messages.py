"""Messages in the client library."""

from __future__ import annotations

from pathlib import Path

import pytest

from empile.client import ClosedError, CommandError, Messages
from tests.community.conftest import quick_passwords as quick_passwords
from tests.community.messages.writers import Writer, table_of
from tests.community.playing import new_token
from tests.server.serving import perform, serving


def test_messages_reads_writes_and_hears(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3", accounts="open", talk="free") as server:
        anne, bea = Writer(server, "Anne"), Writer(server, "Bea")
        anne.befriend(bea)
        table = table_of(server, anne, bea).removeprefix("tables/")
        token = new_token(anne, anne.member, "messages")

        async def scene() -> None:
            async with Messages(server.address, token, anne.member) as messages:
                news = messages.news()
                bea.wrote(f"friends/{anne.member}", "Hello")
                heard = await anext(news)
                assert (heard.member, heard.unread) == (bea.member, 1)
                written = await messages.write(" Hello\nyou ", friend=bea.member)
                assert written.text == "Hello you"
                assert bea.texts(f"friends/{anne.member}") == ["Hello", "Hello you"]
                page = await messages.page(friend=bea.member, before=written.id)
                assert [one.text for one in page.messages] == ["Hello"]
                await messages.read(written.id, friend=bea.member)
                await messages.erase(written.id)
                await messages.write("At the table", table=table)
                found = await messages.conversations()
                assert [(one.table, one.unread) for one in found] == [(table, 0), (None, 0)]
                while (await anext(news)).table != table:
                    pass
                with pytest.raises(CommandError) as refused:
                    await messages.write("", table=table)
                assert refused.value.code == "bad_request"
                with pytest.raises(ValueError, match="either"):
                    await messages.page()
                (listed,) = anne.get(f"{anne.path}/tokens").json()
                assert anne.delete(f"/api/tokens/{listed['id']}").status_code == 204
                bea.wrote(f"tables/{table}", "Still there?")
                with pytest.raises(ClosedError):
                    _ = [conversation async for conversation in news]

        perform(scene())
