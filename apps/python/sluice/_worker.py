"""A decoding worker of batch(isolate=True): a separate program that imports no other package."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import _sluice  # noqa: E402

os._exit(_sluice.serve_as_decoding_worker())
