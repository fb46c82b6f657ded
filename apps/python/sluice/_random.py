"""Random augmentation that does not depend on devices, processes or the order of images."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np

from . import _sluice


class Random:
    """Draws values of live parameters for images. The values depend only on the seed, the name of the parameter
    and the number of the image, so every worker draws the same ones, in any order.

        augment = sluice.Random(7).uniform("gamma.exponent", 0.8, 1.2).choice("crop.x", [0, 16, 32])
        session.set(augment.at(41))  # for image 41
    """

    def __init__(self, seed: int) -> None:
        if not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise _sluice.Error(f"random: a seed is an integer from 0 to 2**64 - 1, not {seed!r}")
        self.seed = seed
        self._draws: dict[str, Callable[[float], object]] = {}

    def uniform(self, name: str, low: float, high: float) -> Random:
        """Adds a parameter with values from `low` up to `high`. Returns a new Random."""
        if not low <= high:
            raise _sluice.Error(f"random: {name}: low={low} is above high={high}")
        return self._with(name, lambda u: low + (high - low) * u)

    def normal(self, name: str, mean: float, std: float) -> Random:
        """Adds a parameter with normally distributed values. Returns a new Random."""
        if not std > 0:
            raise _sluice.Error(f"random: {name}: std={std} is not above 0")
        # The middle of the steps of u, because the ends have no finite value.
        return self._with(name, lambda u: NormalDist(mean, std).inv_cdf(u + 2.0**-54))

    def choice(self, name: str, values: Sequence[object]) -> Random:
        """Adds a parameter with one of `values`, each as likely. Returns a new Random."""
        values = list(values)
        if not values:
            raise _sluice.Error(f"random: {name}: there are no values to choose from")
        return self._with(name, lambda u: values[int(u * len(values))])

    def at(self, index: int) -> dict[str, object]:
        """The values for the image with this number, by name: for Session.set()."""
        return {name: draw(self._number(name, index)) for name, draw in self._draws.items()}

    def _with(self, name: str, draw: Callable[[float], object]) -> Random:
        if "." not in name:
            raise _sluice.Error(f'random: {name!r} is not a parameter of a stage, such as "gamma.exponent"')
        more = Random(self.seed)
        more._draws = {**self._draws, name: draw}
        return more

    def _number(self, name: str, index: int) -> float:
        """From 0 up to 1, by a generator that counts: NumPy promises its bits."""
        bits = np.random.Philox(key=[self.seed, zlib.crc32(name.encode())], counter=[index, 0, 0, 0])
        return float(int(bits.random_raw()) >> 11) * 2.0**-53

    def __repr__(self) -> str:
        return f"<sluice.Random {self.seed}: {', '.join(self._draws) or 'no parameters'}>"
