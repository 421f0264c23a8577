"""The generic suite: what every game must have and do, as one sentence for each lack.

``empile check-game NAME`` runs it for one game; in a checkout ``tests/games/test_suite.py`` runs it
for all. It knows no game: each check is a function of a variant, a game or a part of its evidence.
"""

from empile.checks.check import Check, NotApplicable, NotChecked, Step
from empile.checks.evidence import Variant, evidence_folder, variants
from empile.checks.lack import Lack
from empile.checks.random_games import few_games, random_match
from empile.checks.suite import STEPS, StepDone, check_game, chosen_subjects

__all__ = [
    "STEPS",
    "Check",
    "Lack",
    "NotApplicable",
    "NotChecked",
    "Step",
    "StepDone",
    "Variant",
    "check_game",
    "chosen_subjects",
    "evidence_folder",
    "few_games",
    "random_match",
    "variants",
]
