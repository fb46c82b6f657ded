"""`sluice edit` with kernels that hang or crash: they cost an image, and the editor goes on.

child_test.py --sluice PROGRAM --photos FOLDER [--fault-layer LIBRARY]
"""

import json
import os
import pathlib
import shutil
import signal
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import EditorTest, node, options, run_tests

SPIN = """/*
sluice: 1
name: spin
kind: stencil
summary: Never ends for images of one width.
reach: 0
params:
  endless: {type: integer, default: 0, range: [0, 20000], live: true, help: The width.}
*/
V spin(SRC src, int endless, REAL width) {
    int i = 1;
    while (width == endless && i != 0) i = i * 3 + 2;
    return AT(src, 0, 0) + (V)(i == 0 ? 1 : 0);
}
"""


def children_of(process):
    """All that descend from it: the numbers of those that have not ended."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(entry.name)] = int(parent)
    found, more = set(), {process}
    while more:
        more = {one for one, parent in parents.items() if parent in more} - found
        found |= more
    return found


def wait_until(true, seconds=60):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


class ChildTest(EditorTest):
    def spinning(self, *words, endless=0):
        (self.folder / "spin.cl").write_text(SPIN)
        (self.folder / "tmp").mkdir(exist_ok=True)
        editor = self.edit(f"kernel spin.cl endless={endless} | gamma 0.8", *(words or (self.photo,)),
                           "--device-timeout", "5", TMPDIR=str(self.folder / "tmp"))
        return editor, editor.json("start")["pipeline"]

    def computing(self, editor):
        """The process that computes: that with the most threads."""
        threads = {one: len(os.listdir(f"/proc/{one}/task")) for one in children_of(editor.process.pid)}
        return max(threads, key=threads.get)

    def test_a_kernel_that_hangs(self):
        editor, pipeline = self.spinning()
        facts, before = editor.preview(pipeline, width=80, height=60, exact=True)
        spin = next(one for one in pipeline["nodes"] if one["stage"] == "spin")
        spin["params"]["endless"] = str(facts["whole"][0])
        for request in ("preview", "result"):
            with self.subTest(request=request):
                status, content = editor.ask(request, {"pipeline": pipeline, "width": 80, "height": 60, "exact": True})
                fault, = json.loads(content)["faults"]
                self.assertEqual(status, 503)
                self.assertIn("the device hangs: ", fault["message"])
                self.assertIn("(spin", fault["message"])
                self.assertIn("has not returned for 5 s (--device-timeout)", fault["message"])
                # Everything else is there meanwhile, and afterwards.
                self.assertEqual(editor.json("check", {"pipeline": pipeline})["faults"], [])
        self.assertEqual(editor.json("start")["pipeline"], pipeline)
        spin["params"]["endless"] = "0"
        self.assertEqual(editor.preview(pipeline, width=80, height=60, exact=True)[1], before)
        editor.end()
        self.assertEqual(list((self.folder / "tmp").glob("sluice*")), [])

    def test_the_page_answers_while_a_kernel_hangs(self):
        editor, pipeline = self.spinning()
        width = editor.preview(pipeline, width=80, height=60, exact=True)[0]["whole"][0]
        pipeline["nodes"][0 if pipeline["nodes"][0]["stage"] == "spin" else 1]["params"]["endless"] = str(width)
        hanging = threading.Thread(target=editor.ask, args=(
            "preview", {"pipeline": pipeline, "width": 80, "height": 60, "exact": True}))
        hanging.start()
        time.sleep(0.5)
        self.assertEqual(editor.json("check", {"pipeline": pipeline})["faults"], [])
        self.assertTrue(hanging.is_alive())
        hanging.join()

    def test_a_process_that_is_ended(self):
        editor, pipeline = self.spinning()
        pixels = editor.preview(pipeline, width=80, height=60)[1]
        # By somebody else, between two images: nothing is seen of it.
        first = self.computing(editor)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: first not in children_of(editor.process.pid) and len(os.listdir(f"/proc/{first}/task")) == 1)
        self.assertEqual(editor.preview(pipeline, width=80, height=60)[1], pixels)
        self.assertNotEqual(self.computing(editor), first)

    def test_a_driver_that_crashes(self):
        if not options.fault_layer:
            print("[skipped] a driver that crashes: the OpenCL loader knows no layers")
            return
        editor = self.edit(OPENCL_LAYERS=options.fault_layer, SLUICE_FAULT="end", SLUICE_FAULT_CALL="6",
                           SLUICE_FAULT_ENTRY="clEnqueueNDRangeKernel")
        blurs = [node("gaussian", sigma=str(sigma)) for sigma in range(2, 8)]
        ask = {"pipeline": {"nodes": [node("load"), *blurs, node("normalize")]}, "width": 80, "height": 60}
        status, content = editor.ask("preview", ask)
        self.assertEqual(status, 503, content)
        self.assertIn(b"the process that computes ended with ", content)
        self.assertEqual(editor.json("check", ask)["faults"], [])
        # What needs fewer calls is computed by another process.
        ask["pipeline"]["nodes"] = [node("load"), node("gamma", exponent="0.9")]
        self.assertEqual(editor.ask("preview", ask)[0], 200)

    def test_a_folder_with_one_image_that_hangs(self):
        images = self.folder / "in"
        images.mkdir()
        for name in ("autumn.jpg", "rocket.jpg", "paris.jpg"):
            shutil.copy(pathlib.Path(options.photos) / name, images)
        editor, pipeline = self.spinning("in", "-o", "out")
        whole = {image: editor.preview(pipeline, width=80, height=60, exact=True, image=i)[0]["whole"]
                 for i, image in enumerate(editor.json("start")["images"])}
        image = next(iter(whole))
        hanging = [name for name, size in whole.items() if size[0] == whole[image][0]]
        pipeline["nodes"][0 if pipeline["nodes"][0]["stage"] == "spin" else 1]["params"]["endless"] = str(whole[image][0])
        began = editor.json("run", {"pipeline": pipeline})
        self.assertEqual((began["running"], began["files"]), (True, 3))
        status, content = editor.ask("run", {"pipeline": pipeline})
        self.assertEqual(status, 422)
        self.assertIn(b"the run before is not over", content)
        # The page goes on meanwhile.
        self.assertEqual(editor.preview({"nodes": [node("load"), node("invert")]}, width=80, height=60)[0]["node"], "invert")
        wait_until(lambda: not editor.json("progress")["running"], seconds=200)
        progress = editor.json("progress")
        self.assertEqual((progress["finished"], progress["failed"]), (3, len(hanging)), progress)
        self.assertEqual(sorted(one["path"] for one in progress["failures"]), sorted(hanging))
        self.assertIn("has not returned for 5 s", progress["failures"][0]["message"])
        self.assertIn(f"{3 - len(hanging)} done, {len(hanging)} failed", progress["result"])
        self.assertEqual(len(list((self.folder / "out").iterdir())), 3 - len(hanging))

    def test_no_process_stays_behind(self):
        for kind in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=kind):
                editor, pipeline = self.spinning(endless=1)
                editor.preview(pipeline, width=80, height=60)
                children = children_of(editor.process.pid)
                self.assertGreaterEqual(len(children), 2)
                editor.process.send_signal(kind)
                editor.process.wait(timeout=60)
                wait_until(lambda: not any(pathlib.Path(f"/proc/{one}").exists() for one in children))


if __name__ == "__main__":
    run_tests()
