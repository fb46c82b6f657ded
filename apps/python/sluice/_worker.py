"""A decoding worker of batch(isolate=True): a program of its own, which knows this folder and no other package."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import _sluice  # noqa: E402

os._exit(_sluice.serve_as_decoding_worker())
