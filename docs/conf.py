"""Settings of the documentation site: ``make docs``.

References to Empile's own names must resolve. Those to Python, NumPy and other libraries are not
checked, because the site is built without a network.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

import empile
from empile.cli.parser import VERBS, Parser, verb_of
from empile.server.http import json_schema

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

from figures import RESULTS, figures, written

_MESSAGES = json_schema.messages.__name__

project = "Empile"
author = "the authors of Empile"
project_copyright = "the authors of Empile, MIT licence"
version = release = empile.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
# Not in the environment of tests.
autodoc_mock_imports = [
    *("fastapi", "inspect_ai", "openai", "openenv", "textarena", "torch", "verifiers"),
]
autodoc_typehints_format = "short"
autodoc_type_aliases = {
    f"wire.{name}": f"{_MESSAGES}.{name}"
    for name in vars(json_schema.messages)
    if name[0].isupper()
} | {"Stream": "empile.Stream"}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!empile).*"),
    # Types in signatures that are internal: programs only pass them on.
    (
        "py:class",
        r"empile\.(client\.(connection\.Way|reading\.MessageReader)|engine\.compiled\.jit\.Function"
        r"|training\.(learner\.Losses|sources\.Source))",
    ),
]

html_theme = "furo"
html_title = f"Empile {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options: dict[str, Any] = {"top_of_page_buttons": []}

_ANY_SHAPE = r"~?tuple\[~?typing\.Any, \.\.\.\]"
_SHORTER = {
    rf"~?numpy\.ndarray\[{_ANY_SHAPE}, ~?numpy\.dtype\[(.*?)\]\]": r"NDArray[\1]",
    r"TypeAliasForwardRef\('([^']+)'\)": r"~\1",
    r"\b_DEFAULT\b": "SearchParams()",
    r"\bSECONDS\b": "10.0",
}
_PROTOCOL = "reference/protocol-reference"


def _drop_field_aliases(
    app: Sphinx, kind: str, name: str, value: object, options: object, lines: list[str]
) -> None:
    """Remove the docstrings that Python gives to the fields of named tuples."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def _shorten_types(
    app: Sphinx, kind: str, name: str, value: object, options: object, takes: str, gives: str
) -> tuple[str, str]:
    """Write types and defaults as readers know them, not as Python expands them."""
    for pattern, short in _SHORTER.items():
        takes = takes and re.sub(pattern, short, takes)
        gives = gives and re.sub(pattern, short, gives)
    return takes, gives


def _link_to_protocol(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Link the structs of the protocol to their sections in its reference."""
    target: str = node["reftarget"]
    if not target.startswith(_MESSAGES.rpartition(".")[0] + "."):
        return None
    name = target.rpartition(".")[2]
    _, section, title = env.metadata[_PROTOCOL]["myst_slugs"][json_schema.anchor(name)]
    return make_refnode(app.builder, node["refdoc"], _PROTOCOL, section, content, title)


def _list_commands(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write the help of all commands into the reference of the command line."""
    if docname != "reference/command-line":
        return
    os.environ["COLUMNS"] = "88"  # the width of argparse's help
    for name, about in VERBS.items():
        verb = verb_of(name)
        parser = Parser(f"empile {name}", verb.ABOUT)
        verb.configure(parser)
        source[0] += f"\n## {name}\n\n{about.capitalize()}.\n"
        source[0] += f"\n```text\n{parser.format_help()}```\n"


def _write_figures(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write the measured figures; warn, which fails the build, of those that the results lack."""
    measurements = list(figures(source[0]))
    for figure in measurements:
        if figure.error:
            message = f"figure {figure.name!r}: {figure.error}"
            logging.getLogger(__name__).warning(message, location=(docname, figure.line))
    source[0] = written(source[0], measurements, marks=False)


def _quote_measurements(app: Sphinx, docname: str, source: list[str]) -> None:
    """Write all measurements into their page, and link to it instead of their files."""
    if docname == "reference/measurements":
        for path in sorted(RESULTS.glob("*.md")):
            text = re.sub(r"^#", "##", path.read_text("utf-8"), flags=re.MULTILINE)
            source[0] += f"\n(results-{path.stem})=\n\n{text}"
    source[0] = re.sub(r"\]\([./]*/benchmarks/results/([\w-]+)\.md\)", r"](#results-\1)", source[0])


def setup(app: Sphinx) -> None:
    """Connect the handlers."""
    app.connect("autodoc-process-docstring", _drop_field_aliases)
    app.connect("autodoc-process-signature", _shorten_types)
    app.connect("missing-reference", _link_to_protocol)
    app.connect("source-read", _list_commands)
    app.connect("source-read", _write_figures)
    app.connect("source-read", _quote_measurements)
