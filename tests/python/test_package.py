"""What editors, help() and installers see."""

import ast
import importlib.metadata
import inspect
import pathlib

import pytest

import sluice

FOLDER = pathlib.Path(sluice.__file__).parent


def test_every_public_name_has_a_docstring():
    for name in sluice.__all__:
        assert inspect.getdoc(getattr(sluice, name)), name
    for name in ("submit", "set", "plan", "counters"):
        assert inspect.getdoc(getattr(sluice.Session, name)), name


def test_help_on_folders_lists_the_options_of_the_command():
    assert "--overwrite" in sluice.batch.__doc__ and "--percentiles" in sluice.stats.__doc__


def test_stubs_are_there_and_name_all_that_is_bound():
    stub = ast.parse((FOLDER / "_sluice.pyi").read_text())
    named = {node.name for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    bound = {
        name
        for name, value in vars(sluice._sluice).items()
        if not name.startswith("_") and (inspect.isclass(value) or callable(value))
    }
    assert bound <= named
    assert (FOLDER / "py.typed").exists()


def test_the_version_is_that_of_the_package():
    assert sluice.__version__.count(".") == 2
    try:
        installed = importlib.metadata.version("sluice")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("this one is not installed")
    assert installed == sluice.__version__
