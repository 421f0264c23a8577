"""``empile study``: checks and shows studies, and makes lessons of them."""

from __future__ import annotations

import argparse

from empile.cli.commands.study.actions import ACTIONS
from empile.cli.i18n import WORDS
from empile.cli.parser import whole_number

ABOUT = """\
Check or show a study, or make a lesson of a chapter. A study is a file of the page's study board, or
a game record, with variations or without. ACTION is check, show or lesson, and
`empile study ACTION --help` describes it.

examples:
  empile study check openings.study.json
  empile study show openings.study.json --language fr
  empile study lesson openings.study.json --chapter 2 --name first-bridge
"""

_CHECK = """\
Play all lines of a study by the rules, and say in which chapter, line and event a fault is.

example:
  empile study check openings.study.json
"""
_SHOW = """\
Print a study: the moves of each chapter with variations, comments, judgements and marks.

examples:
  empile study show openings.study.json
  empile study show openings.study.json --boards --language de
"""
_LESSON = """\
Make a lesson of a chapter, as `empile learn` and the page teach it. Print two lines of JSON: the
content of the lesson's file, and its messages in the language of the study.

The learner plays the first move with a comment before it. Each of the learner's moves with a comment
before it is a step; all other moves are played. Paragraphs are separated by an empty line:
  before a step  the first paragraph is the task, the others are the hint
  after a step   why the move is right; if the learner moves again at once, the first paragraph, and
                 the next task and hint follow
  right moves    that of the main line, and those of variations with ! or !!; all, if the move of the
                 main line has !?

With --into, FOLDER is the folder of a game: the lesson is written to its `lessons`, after the others
or in place of the one with this name, and the messages to its `locales`.

examples:
  empile study lesson openings.study.json --name first-bridge
  empile study lesson openings.study.json --name first-bridge --into my_game --language en
"""


def configure(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    checked = actions.add_parser("check", about=_CHECK)
    shown = actions.add_parser("show", about=_SHOW)
    lesson = actions.add_parser("lesson", about=_LESSON)
    for action in (checked, shown, lesson):
        action.add_argument("study", metavar="FILE", help="file of a study, or - for stdin")
    shown.add_argument(
        "--boards",
        action="store_true",
        help="show the first and the last position of each chapter, and those with notes",
    )
    shown.add_argument(
        "--language",
        choices=WORDS.languages,
        help="language of the text (default: that of the terminal, else English)",
    )
    lesson.add_argument(
        "--chapter", type=whole_number(1), default=1, metavar="N", help="the chapter (default: 1)"
    )
    lesson.add_argument("--name", required=True, help="name of the lesson, such as first-bridge")
    lesson.add_argument("--into", metavar="FOLDER", help="write the lesson into a game's folder")
    lesson.add_argument(
        "--language",
        metavar="CODE",
        default="en",
        help="with --into: the language of the study (default: en)",
    )


def run(arguments: argparse.Namespace) -> int:
    return ACTIONS[arguments.action](arguments)
