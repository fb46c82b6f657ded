"""Stages from kernel texts."""

import inspect
import pickle

import numpy as np
import pytest

import sluice

HEADER = """/*
sluice: 1
name: fade
kind: point
summary: Leaves a part of each value.
params:
  rest: {default: 0.5, range: [0, 1], live: true, help: How much is left.}
  steps: {type: integer, range: [1, 9], help: How often.}
*/
"""
TEXT = HEADER + "V fade(V v, REAL rest, int steps) { return v * rest * steps; }\n"


def test_a_text_becomes_a_function_like_those_of_sluice_stages(tmp_path):
    fade = sluice.stage(TEXT)
    assert fade.__name__ == "fade"
    assert "How much is left." in fade.__doc__
    assert list(inspect.signature(fade).parameters) == ["rest", "steps", "id", "from_"]
    grey = np.full((3, 5), 100, np.uint8)
    pipeline = fade(steps=2, rest=0.25) | sluice.stages.invert()
    assert (sluice.run(pipeline, grey) == 205).all()
    assert (sluice.run(pickle.loads(pickle.dumps(pipeline)), grey) == 205).all()
    session = sluice.Session(pipeline, grey)
    session.set("fade.rest", 0.5)
    assert (session.submit(grey).image == 155).all()
    path = tmp_path / "fade.cl"
    path.write_text(TEXT)
    for source in (path, str(path)):
        assert (sluice.run(sluice.stage(source)(steps=2, rest=0.25) | "invert", grey) == 205).all()


def test_mistakes_have_their_line(tmp_path):
    with pytest.raises(sluice.Error, match="text:10: fade: argument 'step' is not declared"):
        sluice.stage(HEADER + "V fade(V v, REAL rest, int step) { return v; }\n")
    with pytest.raises(sluice.Error, match="a kernel begins with a comment"):
        sluice.stage("V fade(V v) { return v; }\n")
    with pytest.raises(sluice.Error, match="none.cl"):
        sluice.stage(tmp_path / "none.cl")
    with pytest.raises(TypeError):
        sluice.stage(TEXT)(rset=0.5)
    with pytest.raises(sluice.Error, match="fade.steps"):
        sluice.run(sluice.stage(TEXT)(steps=10), np.zeros((2, 2), np.uint8))
