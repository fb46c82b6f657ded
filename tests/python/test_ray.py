"""sluice.ray without Ray; with it, tests/cluster/ray_test.py."""

import sys

import pytest

import sluice
import sluice.ray


@pytest.mark.parametrize(
    "call",
    [
        lambda: sluice.ray.batch("in", "out"),
        lambda: sluice.ray.stats("in", "stats.json"),
        lambda: sluice.ray.normalize(object()),
    ],
)
def test_without_ray_a_call_says_what_to_install(monkeypatch, call):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(sluice.Error) as fault:
        call()
    assert 'needs Ray; pip install "ray[data]"' in str(fault.value)


def test_its_functions_have_docstrings():
    for name in sluice.ray.__all__:
        assert getattr(sluice.ray, name).__doc__, name
