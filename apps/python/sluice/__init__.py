"""Image pipelines on OpenCL devices.

    import sluice
    bright = sluice.run("resize width=512 | normalize mode=percentile", photo)

`photo` is an array of NumPy, or of any library that has DLPack, in the memory of the host; `bright` is one
too, with what its numbers mean (Image). A Session runs many arrays of one shape through a pipeline; batch()
does folders of files, and stats() measures them. help(sluice.stages) lists the stages,
help(sluice.stages.resize) is the page of one.

What is wrong raises sluice.Error, which says where, what, and what would be right. Any thread may call any
function; while a device works, other threads of Python go on."""

from . import stages
from ._folders import batch, stats
from ._image import Image, empty, read, write
from ._pipeline import Pipeline
from ._sluice import Device, DeviceInfo, Error, Summary, devices
from ._sluice import version as __version__
from ._session import Frame, Session, run

__all__ = [
    "Device",
    "DeviceInfo",
    "Error",
    "Frame",
    "Image",
    "Pipeline",
    "Session",
    "Summary",
    "batch",
    "devices",
    "empty",
    "read",
    "run",
    "stages",
    "stats",
    "write",
]
