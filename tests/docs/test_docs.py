"""The documents tell the truth: every example runs and prints what it says."""

import doctest
import importlib
import pkgutil
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import inarow
from inarow.apps.cli import main

README = Path(__file__).parents[2] / "README.md"
DOCS = README.parent / "docs"
API = DOCS / "reference/api.md"
PAGES = [README, API, *sorted(DOCS.glob("guide/*.md"))]
CERTIFICATES = DOCS / "reference/certificates.md"
DISTRIBUTED = DOCS / "reference/distributed.md"
CHAPTERS = {path.stem: path for path in sorted(DOCS.glob("tutorial/[0-9]*.md"))}
PICTURES = DOCS / "pictures"

MODULES = [
    module.name
    for module in pkgutil.walk_packages(inarow.__path__, "inarow.")
    if not module.name.startswith(("inarow._core.", "inarow.apps.cli", "inarow.__main__"))
]
ROOMS = sorted({name.split(".")[1] for name in MODULES})
LONG = {"model", "reference", "solver", "svg"}
LONG_CHAPTERS = {name for name in CHAPTERS if name >= "08" or name[:2] in ("03", "04")}


def some_long(names: Iterable[str], long: set[str]) -> list[Any]:
    """Parameters of a test, some of which take longer than the default run has time for."""
    return [pytest.param(n, marks=pytest.mark.long if n in long else ()) for n in names]


@pytest.mark.parametrize("room", some_long(ROOMS, LONG))
def test_examples_in_docstrings(room: str) -> None:
    for name in MODULES:
        if name.split(".")[1] == room:
            failed, _ = doctest.testmod(importlib.import_module(name))
            assert failed == 0, name


def test_every_public_name_has_its_place() -> None:
    text = API.read_text(encoding="utf-8")
    names = re.findall(r"^\.\. auto(?:function|class|exception|data):: (\w+)$", text, re.M)
    assert sorted(names) == sorted({*inarow.__all__} - {"__version__"})


def test_every_public_name_has_an_example() -> None:
    """In its docstring, in that of a method, or on the page of names; all of these are run."""
    page = doctest.DocTestParser().get_examples(API.read_text(encoding="utf-8"))
    shown = "".join(example.source + example.want for example in page)
    bare = [
        name
        for name in {*inarow.__all__} - {"__version__"}
        if not any(found.examples for found in doctest.DocTestFinder().find(getattr(inarow, name)))
        and not re.search(rf"\b{name}\b", shown)
    ]
    assert bare == []


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_examples_of_pages(page: Path) -> None:
    failed, attempted = doctest.testfile(str(page), module_relative=False)
    assert failed == 0
    assert (attempted > 0) == (">>>" in page.read_text(encoding="utf-8"))


def test_commands_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that are shown with their output; how long it took is another matter."""
    text = README.read_text(encoding="utf-8")
    shown = re.findall(r"^\$ inarow ([^\n]*)\n(.*?)^```", text, re.S | re.M)
    assert [arguments.split()[0] for arguments, _ in shown] == ["solve", "best"]

    def timeless(output: str) -> str:
        return re.sub(r"nodes, .*", "nodes", output)

    for arguments, printed in shown:
        assert main(shlex.split(arguments)) == 0
        assert timeless(capsys.readouterr().out) == timeless(printed)


def test_links_lead_somewhere() -> None:
    pages = [README, *README.parent.glob("*.md"), *DOCS.rglob("*.md")]
    pages += (README.parent / "benchmarks").rglob("*.md")
    broken = [
        f"{page.relative_to(README.parent)}: {link}"
        for page in pages
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]
    assert broken == []


def test_files_that_pages_name_exist() -> None:
    root = README.parent
    files = {
        path.name
        for top in ("src", "pyx", "tests", "benchmarks")
        for path in (root / top).rglob("*.*")
    }
    files |= {path.name for path in [*root.glob("*"), *DOCS.rglob("*.*")]}
    for page in (DOCS / "architecture.md", root / "CONTRIBUTING.md", root / "benchmarks/README.md"):
        named = re.findall(
            r"`(?:[\w.]+/)*([\w-]+\.(?:py|pyx|pxi|pxd|md))`", page.read_text("utf-8")
        )
        assert named and not {*named} - files, (page.name, {*named} - files)


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def test_examples_of_spread_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, attempted = doctest.testfile(str(DISTRIBUTED), module_relative=False)
    assert failed == 0
    assert attempted > 3


@pytest.mark.parametrize("name", some_long(CHAPTERS, LONG_CHAPTERS))
def test_the_tutorial(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chapter is one program; it writes its pictures, which must be those in the folder.

    Where a picture differs, look at the new one, which pytest leaves in `tmp_path`, and copy it.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(DOCS / "examples")
    chapter = CHAPTERS[name]
    text = chapter.read_text(encoding="utf-8")
    assert run_chapter(chapter, text) > 2
    shown = set(re.findall(r"!\[[^]]+\]\(\.\./pictures/([\w-]+\.svg)\)", text))
    same_pictures(shown, tmp_path)


def same_pictures(shown: set[str], folder: Path) -> None:
    """Those that were made are the ones shown, and those in the folder of the documents."""
    assert shown == {picture.name for picture in folder.glob("*.svg")}
    for name in shown:
        new = folder / name
        assert (PICTURES / name).read_bytes() == new.read_bytes(), f"see {new}"


def run_chapter(chapter: Path, text: str) -> int:
    """Run the blocks of a chapter in order, in one namespace; the number of examples."""
    names: dict[str, Any] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner()
    for found in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.S | re.M):
        kind, block = found.groups()
        line = text.count("\n", 0, found.start(2))
        if kind == "python":
            exec(compile("\n" * line + block, str(chapter), "exec"), names)
        else:
            assert kind == "pycon", f"{chapter.name}:{line} a block that nobody runs"
            examples = doctest.DocTestParser().get_doctest(
                block, names, chapter.stem, str(chapter), line
            )
            examples.globs = names  # not a copy: functions of other blocks know this one
            runner.run(examples, clear_globs=False)
    assert runner.failures == 0
    return runner.tries


@pytest.mark.long
def test_reading_a_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commands on the page of certificates print what it says, and draw its pictures."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    text = CERTIFICATES.read_text(encoding="utf-8")
    runs = [
        run
        for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M)
        for run in re.findall(r"^\$ inarow (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    ]
    assert len(runs) > 2
    for arguments, printed in runs:
        assert main(shlex.split(arguments)) == 0
        assert capsys.readouterr().out == printed
    same_pictures(set(re.findall(r"pictures/([\w-]+\.svg)", text)), tmp_path)


def test_the_tutorial_is_whole() -> None:
    """The contents list every chapter, each leads to the next, and no picture is left over."""
    names = [chapter.name for chapter in CHAPTERS.values()]
    link = r"\]\((\d\d-[\w-]+\.md)\)"
    assert re.findall(link, (DOCS / "tutorial/index.md").read_text(encoding="utf-8")) == names
    texts = [chapter.read_text(encoding="utf-8") for chapter in CHAPTERS.values()]
    assert [name for text in texts for name in re.findall(link, text)] == names[1:]
    pictures = {path.name for path in PICTURES.iterdir()}
    texts += [page.read_text(encoding="utf-8") for page in (CERTIFICATES, README)]
    assert pictures == set(re.findall(r"pictures/([\w-]+\.\w+)", "".join(texts)))


def test_the_two_commands_come_first() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```", README.read_text(encoding="utf-8"), re.S | re.M)
    assert "pip install" in blocks[0] and "inarow solve" in blocks[0]
    assert "pip install" in blocks[1] and "pytest" in blocks[1]


def test_public_names_are_documented() -> None:
    for name in inarow.__all__:
        public = getattr(inarow, name)
        assert public.__doc__, name
        fields = getattr(public, "_fields", getattr(public, "__dataclass_fields__", ()))
        for field in fields:  # strings below them are no part of help()
            assert field.startswith("_") or re.search(rf"\b{field}\b", public.__doc__), (
                name,
                field,
            )
