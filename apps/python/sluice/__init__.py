"""Image pipelines on the GPU or the CPU (OpenCL).

    import sluice
    bright = sluice.run("resize width=512 | normalize mode=percentile", photo)

`photo` is an array in host memory, from NumPy or any library with DLPack. `bright` is an Image, an array
that knows what its numbers mean. A Session runs a pipeline on many arrays of one shape. batch() processes
folders of files, and stats() measures images. help(sluice.stages) lists the stages;
help(sluice.stages.resize) describes one.

Errors raise sluice.Error, which says where the fault is, what is wrong, and what would be right. Any thread
may call any function. While a device works, other Python threads can run."""

from . import stages
from ._files import decode, encode, read, write
from ._folders import batch, merge, merge_stats, stats
from ._image import Image, empty
from ._kernel import stage
from ._pipeline import Pipeline
from ._sluice import Busy, Device, DeviceInfo, Error, Summary, devices
from ._sluice import version as __version__
from ._random import Random
from ._session import Frame, Session, run
from ._tensor import tensor

__all__ = [
    "Busy",
    "Device",
    "DeviceInfo",
    "Error",
    "Frame",
    "Image",
    "Pipeline",
    "Random",
    "Session",
    "Summary",
    "batch",
    "decode",
    "devices",
    "empty",
    "encode",
    "merge",
    "merge_stats",
    "read",
    "run",
    "stage",
    "stages",
    "stats",
    "tensor",
    "write",
]
