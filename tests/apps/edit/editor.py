"""`sluice edit` while it runs, and what its tests share."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

options = argparse.Namespace()  # of the command line of a test


def run_tests():
    """Those of the file that is run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--fault-layer", default="", help="makes calls of OpenCL fail (tests/faults)")
    parser.parse_args(namespace=options)
    unittest.main(argv=sys.argv[:1], verbosity=2)


def node(stage, **params):
    return {"stage": stage, "params": params}


class Editor:
    def __init__(self, sluice, *words, cwd, **environment):
        self.process = subprocess.Popen([sluice, "edit", *words, "--no-browser"], cwd=cwd, text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **environment})
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.end())
        self.host, self.token = self.address[len("http://"):].strip("/").split("/")

    def ask(self, path, body=None, method=None, **headers):
        """Status and content of an answer. A path that begins with / is not behind the token."""
        url = f"http://{self.host}{path}" if path.startswith("/") else self.address + path
        request = urllib.request.Request(url, data=None if body is None else json.dumps(body).encode(), method=method,
                                         headers={name.replace("_", "-"): value for name, value in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def json(self, path, body=None):
        status, content = self.ask(path, body)
        assert status == 200, (status, content)
        return json.loads(content)

    def preview(self, pipeline, width=1920, height=1080, **more):
        """The facts and the pixels of an image."""
        status, content = self.ask("preview", {"pipeline": pipeline, "width": width, "height": height, **more})
        assert status == 200, (status, content)
        line, pixels = content.split(b"\n", 1)
        return json.loads(line), pixels

    def end(self):
        """What it said on stderr."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.communicate(timeout=60)[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class EditorTest(unittest.TestCase):
    """In a folder with a photograph and a pipeline."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.photo = "autumn.jpg"
        shutil.copy(pathlib.Path(options.photos) / self.photo, self.folder)
        shutil.copy(self.folder / self.photo, self.folder / "secret.jpg")
        (self.folder / "other.yaml").write_text("sluice: 1\nstages:\n  - invert\n")
        (self.folder / "p.yaml").write_text("sluice: 1\nstages:\n  - gamma: 0.8\n")

    def edit(self, *words, **environment):
        editor = Editor(options.sluice, *(words or ("p.yaml", self.photo)), cwd=self.folder, **environment)
        self.addCleanup(editor.end)
        return editor
