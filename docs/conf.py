"""The site: `sphinx-build -W -c docs . build/site`. Its sources are the pages of the repository."""

from __future__ import annotations

import re

import typer.cli
import typer.main
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from inarow.apps.cli.app import app as program

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

autodoc_default_options = {"members": True, "member-order": "bysource"}
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


def setup(app: Sphinx) -> None:
    directive: type[Directive] = Commands
    app.add_directive("commands", directive)
