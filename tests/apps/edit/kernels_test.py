"""`sluice edit` with kernels of one's own: files, texts, and what is wrong with them.

kernels_test.py --sluice PROGRAM --photos FOLDER
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import EditorTest, options, run_tests


class Kernels(EditorTest):
    def spotlight(self, body="return v * ((V)(1) - 2 * strength * (x * x + y * y));", high=1):
        file = self.folder / "own" / "spotlight.cl"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"""/*
sluice: 1
name: spotlight
kind: point
summary: Darkens the corners of an image.
params:
  strength: {{default: 0.5, range: [0, {high}], live: true, help: 1 makes the corners black.}}
*/
V spotlight(V v, V X, V Y, REAL strength, REAL width, REAL height) {{
    const V x = X / width - (REAL)0.5, y = Y / height - (REAL)0.5;
    {body}
}}
""")
        return file

    def test_kernels_of_ones_own(self):
        self.spotlight()
        text = ("sluice: 1\nstages:\n  - kernel: {file: spotlight.cl, strength: 0.8} # dark\n"
                "  - kernel: spotlight.cl\n  - gamma: 0.8\n")
        (self.folder / "own" / "p.yaml").write_text(text)
        editor = self.edit("own/p.yaml", self.photo)
        start = editor.json("start")
        stage, = start["stages"]
        self.assertEqual((stage["name"], stage["parameters"][0]["name"], stage["parameters"][0]["maximum"]),
                         ("spotlight", "strength", 1))
        pipeline = start["pipeline"]
        kernel = {"file": "spotlight.cl"}
        self.assertEqual(pipeline["nodes"][0], {"stage": "spotlight", "params": {"strength": "0.8"}, "kernel": kernel})
        self.assertEqual(pipeline["nodes"][1], {"stage": "spotlight", "params": {}, "kernel": kernel})
        facts, dark = editor.preview(pipeline, width=80, height=60)
        pipeline["nodes"][0]["params"]["strength"] = "0"
        facts, bright = editor.preview(pipeline, width=80, height=60)
        self.assertFalse(facts["planned"])  # it is live
        self.assertGreater(sum(bright), sum(dark))

        # The text keeps the reference, with values where there were none.
        pipeline["nodes"][1]["params"]["strength"] = "0.25"
        found = editor.json("check", {"pipeline": pipeline, "text": text})
        self.assertEqual((found["faults"], found["stages"][0]["name"]), ([], "spotlight"))
        self.assertEqual(found["yaml"], text.replace("0.8} #", "0} #").replace(
            "kernel: spotlight.cl", "kernel: {file: spotlight.cl, strength: 0.25}"))
        self.assertEqual(found["chain"],
                         "kernel own/spotlight.cl strength=0 | kernel own/spotlight.cl strength=0.25 | gamma exponent=0.8")
        anew = editor.json("check", {"pipeline": pipeline})["yaml"]
        for again in (editor.json("parse", {"text": anew}), editor.json("parse", {"chain": found["chain"]}),
                      editor.json("parse", {"text": found["yaml"]})):
            self.assertEqual((again["pipeline"], again["faults"]), (pipeline, []))
        self.assertEqual(editor.json("save", {"text": found["yaml"]})["saved"], "own/p.yaml")
        status, content = editor.ask("result", {"pipeline": pipeline})
        self.assertEqual(status, 200)
        subprocess.run([options.sluice, "run", "own/p.yaml", self.photo, "own.png"], cwd=self.folder, check=True,
                       stderr=subprocess.DEVNULL)
        self.assertEqual(content.split(b"\n", 1)[1], (self.folder / "own.png").read_bytes())

        # Other files are not read, by whatever name.
        (self.folder / "secret.cl").write_text(self.spotlight().read_text())
        for name in ("secret.cl", "../secret.cl", "/etc/hostname", "./spotlight.cl"):
            node = {"stage": "spotlight", "params": {}, "kernel": {"file": name}}
            for request in ("check", "preview", "result"):
                with self.subTest(name=name, request=request):
                    body = {"pipeline": {"nodes": [node]}, "width": 9, "height": 9}
                    self.assertEqual(editor.ask(request, body)[0], 403)

    def test_kernels_that_change_and_fail(self):
        file = self.spotlight()
        (self.folder / "own" / "p.yaml").write_text("sluice: 1\nstages:\n  - gamma: 0.8\n  - kernel: spotlight.cl\n")
        editor = self.edit("own/p.yaml", self.photo)
        pipeline = editor.json("start")["pipeline"]
        ask = {"pipeline": pipeline, "width": 80, "height": 60}
        before = editor.preview(pipeline, width=80, height=60)[1]
        self.spotlight("return v * (REAL)0;", high=3)
        self.assertNotEqual(editor.preview(pipeline, width=80, height=60)[1], before)
        self.assertEqual(editor.json("check", {"pipeline": pipeline})["stages"][0]["parameters"][0]["maximum"], 3)
        # What the device's compiler says stands at the card, with the line of the file.
        self.spotlight("return v * (REAL)0 + x.nothing;")
        status, content = editor.ask("preview", ask)
        fault, = json.loads(content)["faults"]
        self.assertEqual((status, fault["node"]), (422, 1))
        self.assertIn("own/spotlight.cl:11: ", fault["message"])
        # So does what is wrong with the declaration, and a file that is gone.
        file.write_text(file.read_text().replace("kind: point", "kind: pint"))
        fault, = editor.json("check", {"pipeline": pipeline})["faults"]
        self.assertEqual(fault["node"], 1)
        self.assertIn("own/spotlight.cl:4:7: kind: 'pint' is not one of ", fault["message"])
        status, content = editor.ask("preview", ask)
        self.assertEqual((status, json.loads(content)["faults"]), (422, [fault]))
        file.unlink()
        fault, = editor.json("check", {"pipeline": pipeline})["faults"]
        self.assertEqual(fault["node"], 1)
        self.assertIn("own/spotlight.cl", fault["message"])
        self.spotlight()
        self.assertEqual(editor.preview(pipeline, width=80, height=60)[1], before)

    def test_kernels_in_the_pipeline_and_in_included_files(self):
        self.spotlight()
        text = """sluice: 1
stages:
  - include: own/part.yaml
  - kernel:
      text: |
        /*
        sluice: 1
        name: halve
        kind: point
        summary: Halves each value.
        */
        V halve(V v) { return v * (REAL)0.5; }
"""
        (self.folder / "own" / "part.yaml").write_text("sluice: 1\nstages:\n  - kernel: spotlight.cl\n")
        (self.folder / "p.yaml").write_text(text)
        editor = self.edit()
        start = editor.json("start")
        self.assertEqual([stage["name"] for stage in start["stages"]], ["halve", "spotlight"])
        nodes = start["pipeline"]["nodes"]
        self.assertEqual([one["stage"] for one in nodes], ["load", "spotlight", "halve", "save"])
        self.assertEqual(nodes[1]["kernel"], {"file": "own/spotlight.cl"})
        found = editor.json("check", {"pipeline": start["pipeline"], "text": text})
        self.assertEqual((found["faults"], found["yaml"]), ([], text))
        anew = editor.json("check", {"pipeline": start["pipeline"]})
        self.assertEqual(editor.json("parse", {"text": anew["yaml"]})["pipeline"], start["pipeline"])
        self.assertEqual(editor.json("parse", {"chain": anew["chain"]})["pipeline"], start["pipeline"])
        nodes[2]["kernel"]["text"] = nodes[2]["kernel"]["text"].replace("(REAL)0.5", "x")
        status, content = editor.ask("preview", {"pipeline": start["pipeline"], "width": 9, "height": 9})
        fault, = json.loads(content)["faults"]
        self.assertEqual((status, fault["node"]), (422, 2))

    def test_images_from_nothing(self):
        (self.folder / "ramp.cl").write_text("""/*
sluice: 1
name: ramp
kind: source
summary: Makes a ramp from black to white.
params:
  width: {type: integer, default: 256, range: [2, 20000], unit: px, help: Width of the image.}
result: {width: width, height: 7, channels: 1}
*/
V ramp(V X, int width, REAL white) { return X * (white / (width - 1)); }
""")
        editor = self.edit("kernel ramp.cl width=6 | invert | normalize")
        facts, pixels = editor.preview(editor.json("start")["pipeline"], width=80, height=60)
        self.assertEqual((facts["whole"], list(pixels[:8])), ([6, 7], [255, 255, 255, 255, 204, 204, 204, 255]))


if __name__ == "__main__":
    run_tests()
