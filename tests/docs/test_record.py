"""``docs/reference/record.md``: all members are documented, and the examples are valid records."""

from __future__ import annotations

import json
import re

import pytest

import empile
from empile.engine.errors import RecordError
from empile.engine.record import Ended
from tests.docs.blocks import ROOT

TEXT = (ROOT / "docs" / "reference" / "record.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```json record\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_records(text: str) -> None:
    record = empile.Record.from_json(text)
    assert list(record.to_dict().items()) == list(json.loads(text).items())
    if "view" not in json.loads(text):
        assert record.final_state().result() == record.result
    else:
        with pytest.raises(RecordError):
            record.final_state()


def test_examples_have_all_games_and_members() -> None:
    records = [json.loads(text) for text in EXAMPLES]
    shipped = {
        path.parent.name.replace("_", "-")
        for path in (ROOT / "src" / "empile" / "games").glob("*/README.md")
    }
    assert {record["game"] for record in records if record["result"]} == shipped
    documented = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    members = {key for record in records for key in record}
    assert documented == members | {*empile.Result._fields} | {*Ended._fields}
