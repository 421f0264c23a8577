"""Reports, appeals and what moderators see, in stores of each kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from empile.community import accounts
from empile.community.clock import DAY_MS, HOUR_MS
from empile.community.moderation import acts, appeals, cases, forgetting, reports
from empile.community.moderation.acts import NewAct
from empile.community.moderation.reports import GUEST, Reported, Sent
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.wire.errors import CommandError
from empile.server.wire.people.moderation import Evidence, OwnReport, ReportKind
from tests.long.community.test_rules import NOON, Household
from tests.server.store.conftest import location as location


class Court(Household):
    """Anne is reported by Bea; Mia and Max moderate."""

    def __init__(self, household: Household) -> None:
        self.connection = household.connection
        self.moderators = [
            accounts.make(self.connection, accounts.NewOne(name, name, "adult", "", None), 1)
            for name in ("Mia", "Moe")
        ]
        for account in self.moderators:
            accounts.set_role(self.connection, account, "moderator")

    def report(self, name: str | None, about: ReportKind, at: int = NOON) -> OwnReport:
        """Let Bea report a member, or a guest."""
        reported = GUEST if name is None else Reported(self[name].account, self[name].id)
        sent = Sent(about, f"member {name}", "", Evidence(name or "Guest", name or "Guest"))
        return reports.make(self.connection, self["Bea"], reported, sent, at)


def visit(location: StoreLocation, scene: Callable[[Court], None]) -> None:
    database.write(location, lambda connection: scene(Court(Household(connection))))


def test_queue_groups_reports_by_account(location: StoreLocation) -> None:
    def scene(court: Court) -> None:
        connection, (mia, moe) = court.connection, court.moderators
        guest = court.report(None, "name")
        court.report("Léo", "name", NOON + 1)
        court.report("Anne", "cheating", NOON + 2)
        court.report("Mia", "name", NOON + 3)
        with pytest.raises(CommandError, match="reported this"):
            court.report("Anne", "cheating", NOON + 4)
        found = cases.queue(connection, moe, NOON).cases
        assert [(case.name, case.about, case.since) for case in found] == [
            ("Anne", ["name", "cheating"], NOON + 1),
            ("Guest", ["name"], NOON),
            ("Mia", ["name"], NOON + 3),
        ]
        assert [case.name for case in cases.queue(connection, mia, NOON).cases] == ["Anne", "Guest"]
        assert [cases.count_waiting(connection, one) for one in (moe, mia)] == [4, 3]
        assert [login for login, _ in reports.open_ones(connection)] == ["", "Anne", "Anne", "Mia"]
        reports.dismiss(connection, guest.id, "", NOON, by=mia)
        known = cases.of_member(connection, court["Anne"], mia, NOON)
        numbers = [report.id for report in known.reports]
        act = cases.act_on(connection, court["Léo"], BAN, numbers, NOON, by=mia)
        assert cases.queue(connection, mia, NOON).cases == []
        after = cases.of_member(connection, court["Anne"], moe, NOON)
        assert [report.act for report in after.reports] == [act.id] * 2
        assert (after.acts[0].name, after.decides) == ("Léo", True)
        with pytest.raises(CommandError, match="decided"):
            cases.act_on(connection, court["Anne"], BAN, numbers, NOON, by=moe)

    visit(location, scene)


def test_appeal_is_answered_by_another_moderator_if_there_is_one(location: StoreLocation) -> None:
    def scene(court: Court) -> None:
        connection, (mia, moe) = court.connection, court.moderators
        anne = court["Anne"]
        for outcome in ("kept", "lifted"):
            act = cases.act_on(connection, anne, BAN, [], NOON, by=mia)
            appeals.make(connection, anne.account, act.id, "No.", NOON + 1)
            with pytest.raises(CommandError, match="already"):
                appeals.make(connection, anne.account, act.id, "No!", NOON + 1)
            (case,) = appeals.open_ones(connection, mia, NOON + 1)
            assert (case.act.id, case.yours) == (act.id, True)
            with pytest.raises(CommandError, match="another moderator"):
                appeals.answer(connection, act.id, "kept", "", NOON + 2, by=mia)
            if outcome == "kept":
                appeals.answer(connection, act.id, "kept", "Yes.", NOON + 2, by=moe)
                assert acts.ban_of(connection, anne.account, NOON + 3) is not None
            else:
                accounts.set_role(connection, moe, "member")
                appeals.answer(connection, act.id, "lifted", "Sorry.", NOON + 2, by=mia)
            assert appeals.open_ones(connection, moe, NOON + 3) == []
        told = appeals.shown(connection, acts.of_account(connection, anne.account), NOON + 3)
        assert [(one.appeal.outcome, one.appeal.reply) for one in told if one.appeal] == [
            ("lifted", "Sorry."),
            ("kept", "Yes."),
        ]
        assert [one.id for one in appeals.standing(connection, anne.account, NOON + 3)] == [
            one.id for one in told
        ]
        log = cases.log_page(connection, None, None).entries
        assert [entry.what for entry in log] == ["lift", "ban", "keep", "ban"]
        assert cases.log_page(connection, log[1].id, None).entries == log[2:]
        assert cases.log_page(connection, None, anne.account).entries == []

    visit(location, scene)


def test_old_acts_are_forgotten(location: StoreLocation) -> None:
    def scene(court: Court) -> None:
        connection, anne = court.connection, court["Anne"]
        open_ended = NewAct("mute", "spam", "")
        for new in (BAN, NewAct("warn", "spam", ""), open_ended):
            act = cases.act_on(connection, anne, new, [], NOON, by=None)
            appeals.make(connection, anne.account, act.id, "No.", NOON)
        reports.dismiss(connection, court.report("Anne", "name").id, "", NOON, by=None)
        forgetting.forget_old(connection, NOON + 731 * DAY_MS)
        (left,) = acts.of_account(connection, anne.account)
        assert left.kind == "mute"
        assert reports.own(connection, court["Bea"].account) == []
        log = cases.log_page(connection, None, None).entries
        assert [entry.act for entry in log] == [left.id]

    visit(location, scene)


BAN = NewAct("ban", "cheating", "No.", NOON + HOUR_MS)
