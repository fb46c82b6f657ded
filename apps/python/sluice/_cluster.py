"""What the functions of sluice.ray have in common: Ray, and where its processes run."""

from __future__ import annotations

import dataclasses
import os
import warnings
from collections.abc import Iterable, Mapping
from types import ModuleType

from . import _sluice


def connected(function: str, data: bool = False) -> ModuleType:
    """The module of Ray, which is connected to its cluster. `data`: with Ray Data."""
    try:
        import ray

        if data:
            import ray.data  # noqa: F401
    except ImportError as fault:
        raise _sluice.Error(f'sluice.ray.{function}: needs Ray; pip install "ray[data]" ({fault})') from fault
    if not ray.is_initialized():
        ray.init()
    return ray


def expect_none_of(function: str, options: Mapping[str, object], names: Iterable[str]) -> None:
    for name in names:
        if options.get(name) is not None:
            raise _sluice.Error(f"sluice.ray.{function}: {name} is not an option here; leave it out")


@dataclasses.dataclass(frozen=True)
class Places:
    """Where tasks or actors run. `slots`: how many of them at the same time."""

    num_cpus: float
    num_gpus: float
    slots: int
    max_retries: int

    def shards(self, wanted: int | None) -> int:
        """Several for each slot, so that none waits long for the last one."""
        if wanted is not None and wanted < 1:
            raise _sluice.Error(f"sluice.ray: shards is {wanted}; it must be at least 1")
        return wanted or 4 * self.slots

    def limited(self, options: Mapping[str, object]) -> dict:
        """The options for a process that has these cores."""
        return {"jobs": max(1, int(self.num_cpus)), **options}

    def warn(self, texts: Iterable[str]) -> None:
        for text in texts:
            warnings.warn(text, RuntimeWarning, stacklevel=4)


def places(
    ray: ModuleType,
    options: Mapping[str, object],
    num_cpus: float | None,
    num_gpus: float | None,
    max_retries: int,
) -> Places:
    """One for each GPU; without GPUs, one for each node."""
    if max_retries < 0:
        raise _sluice.Error(f"sluice.ray: max_retries is {max_retries}; it must be at least 0")
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    if not nodes:
        raise _sluice.Error("sluice.ray: no node of the cluster has a CPU; start one with ray start --num-cpus")
    gpus = [node for node in nodes if node.get("GPU", 0) >= 1]
    if num_gpus is None:
        num_gpus = 1 if gpus and options.get("device") != "cpu" else 0
    nodes = gpus if num_gpus > 0 and gpus else nodes
    if num_cpus is None:
        num_cpus = min(_share(node, num_gpus) for node in nodes)
    slots = sum(
        int(min(node[kind] // each for kind, each in (("CPU", num_cpus), ("GPU", num_gpus)) if each > 0))
        for node in nodes
        if num_gpus == 0 or node.get("GPU", 0) > 0
    )
    if slots < 1:
        raise _sluice.Error(
            f"sluice.ray: no node has {num_cpus} cores and {num_gpus} GPUs; set num_cpus and num_gpus to what a "
            "node has"
        )
    return Places(num_cpus, num_gpus, slots, max_retries)


def _share(node: Mapping[str, float], num_gpus: float) -> int:
    """The cores of a process, of those of a node."""
    processes = node["GPU"] // num_gpus if num_gpus > 0 else 1
    return max(1, int(node["CPU"] // max(1, processes)))


def in_worker(num_cpus: float, num_gpus: float, options: dict) -> dict:
    """Prepares the process of a task: its part of the node. Returns the options for it."""
    # PoCL reads it when it is used for the first time.
    os.environ.setdefault("POCL_CPU_MAX_CU_COUNT", str(max(1, int(num_cpus))))
    if num_gpus > 0:  # Ray shows each process only its own
        options = {"device": "gpu", **options}
    return options
