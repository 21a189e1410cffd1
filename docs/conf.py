"""The site: `sphinx-build -W -c docs . build/site`. Its sources are the pages of the repository."""

from __future__ import annotations

import re

import typer.cli
import typer.main
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import inarow
from inarow.apps.cli.app import app as program

logger = logging.getLogger(__name__)
project = "inarow"
copyright = "the inarow developers"
extensions = ["sphinx.ext.autodoc", "myst_nb"]

root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "benchmarks/**.md"]
html_theme = "furo"
html_title = "inarow"
html_extra_path = ["site"]  # the door: index.html leads to docs/index.html
html_copy_source = False
smartquotes = False  # -- is the beginning of an option

myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # records of benchmarks begin where they like

nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 60

autodoc_default_options = {
    "members": True,
    "member-order": "bysource",
    "undoc-members": True,  # fields, which the docstring of their class explains
    "inherited-members": "dict, tuple, object, ValueError, UserWarning",
}
autodoc_inherit_docstrings = False  # those of Gymnasium are in a format of its own
autodoc_typehints_format = "short"
default_role = "py:obj"  # `Solver` in a docstring is a link where there is one
python_use_unqualified_type_names = True


class Commands(SphinxDirective):
    """`{commands}`: every command of the program with its arguments and options."""

    def run(self) -> list[nodes.Node]:
        command = typer.main.get_command(program)
        context = typer.Context(command, info_name="inarow")
        text = typer.cli.get_docs_for_click(obj=command, ctx=context, name="inarow")
        text = re.sub(r"\[bold\](.*?)\[/bold\]", r"`\1`", text.partition("\n")[2])
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def check_members(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of each public member of a public class that the reference leaves out."""
    shown = env.domains["py"].objects
    for name in sorted({*inarow.__all__} - {"__version__"}):
        value = getattr(inarow, name)
        foreign = {*dir(dict), *dir(tuple), *dir(UserWarning)}
        members = {*dir(value)} - foreign if isinstance(value, type) else ()
        for path in [f"inarow.{name}", *(f"inarow.{name}.{m}" for m in members if m[0] != "_")]:
            if path not in shown:
                logger.warning("%s is not in the reference", path)


def leave_out_aliases(_app: Sphinx, *what: object) -> None:
    """Take "Alias for field number 0" from the reference: docstrings of classes tell the fields."""
    lines = what[-1]
    if isinstance(lines, list) and lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", leave_out_aliases)
    app.connect("env-check-consistency", check_members)
    directive: type[Directive] = Commands
    app.add_directive("commands", directive)
