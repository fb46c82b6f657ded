"""The page of `sluice edit` in Chromium: a slider, the order, a fault and its repair, the file that is saved.

page_test.py --sluice PROGRAM --photos FOLDER
"""

import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import browser
from editor import Editor

HASH = """(() => {
    const canvas = document.getElementById('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let hash = 0;
    for (let i = 0; i < data.length; ++i) hash = (Math.imul(hash, 31) + data[i]) | 0;
    return hash; })()"""
PIPELINE = """sluice: 1
stages:
  - load: autumn.jpg
  - exposure: 0.25
  - gamma: 1.5
  - save: out.png
"""


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copy(pathlib.Path(options.photos) / "autumn.jpg", self.folder)
        (self.folder / "p.yaml").write_text(PIPELINE)

    def open(self, *words):
        editor = Editor(options.sluice, *words, cwd=self.folder)
        self.addCleanup(editor.end)
        self.browser.events.clear()
        self.browser.open(editor.address)
        self.browser.wait("document.body.dataset.exact === 'true' && document.getElementById('yaml').value !== ''")
        return editor

    def picture(self, other_than=None):
        """The hash of the picture at rest."""
        page = self.browser
        for _ in range(200):
            page.wait("document.body.dataset.exact === 'true'")
            now = page.js(HASH)
            if now != other_than:
                return now
            page.js("new Promise((done) => setTimeout(done, 50))")
        self.fail("the picture has not changed")

    def stages(self):
        return self.browser.js("[...document.querySelectorAll('.card h3')].map((h) => h.textContent)")

    def run_result(self, name):
        output = self.folder / name
        subprocess.run([options.sluice, "run", "p.yaml", "--set", f"save.path={output}"], cwd=self.folder, check=True,
                       stderr=subprocess.DEVNULL)
        return hashlib.sha256(output.read_bytes()).hexdigest()

    def test_slider_order_fault_and_file(self):
        editor, page = self.open("p.yaml"), self.browser
        self.assertEqual(self.stages(), ["load", "exposure", "gamma", "save"])
        before = self.picture()

        # A slider is dragged: the picture follows while the button is down, in more than one step.
        x, y, width, _ = page.place("#card-1 input[type=range]")
        count = int(page.js("document.body.dataset.computed"))
        page.mouse("mousePressed", x, y, clickCount=1)
        seen = set()
        for step in range(1, 13):
            page.mouse("mouseMoved", x + width / 60 * step, y, buttons=1)
            page.js("new Promise((done) => setTimeout(done, 60))")
            seen.add(page.js(HASH))
        page.mouse("mouseReleased", x + width / 60 * 12, y, clickCount=1)
        moved = self.picture(other_than=before)
        self.assertGreater(len(seen), 3)
        self.assertGreater(int(page.js("document.body.dataset.computed")), count + 3)
        self.assertGreater(float(page.js("document.getElementById('p-1-amount').value")), 0.25)

        # One undo takes back all of the drag.
        page.click("#undo")
        self.assertEqual(self.picture(other_than=moved), before)
        page.click("#redo")
        self.assertEqual(self.picture(other_than=before), moved)

        # gamma moves before exposure, by the keyboard.
        page.js("document.getElementById('card-2').focus()")
        page.key("ArrowUp", modifiers=1)
        self.assertEqual(self.stages(), ["load", "gamma", "exposure", "save"])
        self.assertEqual(page.js("document.activeElement.id"), "card-1")
        reordered = self.picture(other_than=moved)

        # A fault stands at its card, and the picture stays.
        page.js("document.getElementById('p-1-exponent').select()")
        page.type("-3")
        page.key("Enter", text="\r")
        message = page.wait("document.querySelector('#card-1 .fault')?.textContent")
        self.assertIn("-3 is outside", message)
        self.assertEqual(page.js("document.getElementById('p-1-exponent').getAttribute('aria-invalid')"), "true")
        self.assertEqual(page.js(HASH), reordered)
        page.js("document.getElementById('p-1-exponent').select()")
        page.type("0.8")
        # What was typed stays when the cards are made again.
        page.js("document.getElementById('show-0').click()")
        page.js("document.getElementById('show-0').click()")
        page.key("Enter", text="\r")
        page.wait("!document.querySelector('.faulty')")
        self.picture(other_than=reordered)

        # What is saved gives the bytes that the page offers.
        page.wait("document.getElementById('yaml').value.includes('0.8')")
        page.click("#save")
        page.wait("document.getElementById('say').textContent.startsWith('Saved')")
        self.assertIn("gamma", (self.folder / "p.yaml").read_text())
        pipeline = editor.json("start")["pipeline"]
        status, content = editor.ask("result", {"pipeline": pipeline})
        self.assertEqual(status, 200)
        self.assertEqual(hashlib.sha256(content.split(b"\n", 1)[1]).hexdigest(), self.run_result("run.png"))
        self.assertEqual(page.faults(), [])

    def test_text_both_ways(self):
        self.open("p.yaml")
        page = self.browser
        before = self.picture()
        page.js("""{ const chain = document.getElementById('chain');
            chain.focus(); chain.value = 'load autumn.jpg | invert | save out.png'; }""")
        page.js("document.getElementById('chain').dispatchEvent(new Event('input'))")
        after = self.picture(other_than=before)
        self.assertEqual(self.stages(), ["load", "invert", "save"])
        self.assertIn("- invert:", page.js("document.getElementById('yaml').value"))
        # A text with a fault says where, and changes nothing.
        page.js("""{ const yaml = document.getElementById('yaml'); yaml.focus();
            yaml.value = 'sluice: 1\\nstages:\\n  - load: autumn.jpg\\n - gamma: 1'; yaml.dispatchEvent(new Event('input')); }""")
        self.assertRegex(page.wait("document.getElementById('fault').textContent"), r"p\.yaml:4")
        self.assertEqual(self.stages(), ["load", "invert", "save"])
        self.assertEqual(page.js(HASH), after)
        self.assertEqual(page.faults(), [])

    def test_add_remove_and_branches(self):
        self.open("p.yaml")
        page = self.browser
        page.js("document.getElementById('stage').focus()")
        page.type("grey")
        page.key("Enter", text="\r")
        self.assertEqual(self.stages(), ["load", "exposure", "gamma", "grey", "save"])
        page.click("[aria-label='Remove exposure']")
        self.assertEqual(self.stages(), ["load", "gamma", "grey", "save"])
        self.assertTrue(page.js("document.getElementById('graph').hasAttribute('hidden')"))
        page.click("#branch")
        page.js("document.getElementById('stage').focus()")
        page.type("invert")
        page.key("Enter", text="\r")
        self.assertEqual(self.stages(), ["load", "gamma", "grey", "save", "invert"])
        self.assertIn("invert reads grey", page.js("document.getElementById('graph').getAttribute('aria-label')"))
        page.wait("document.getElementById('yaml').value.includes('from: grey')")
        # References follow when their node gets another name, because one of the same stage comes before it.
        page.click("#branch")
        page.click("#show-0")
        page.js("document.getElementById('stage').focus()")
        page.type("grey")
        page.key("Enter", text="\r")
        self.assertEqual(self.stages(), ["load", "grey", "gamma", "grey.2", "save", "invert"])
        page.wait("document.getElementById('yaml').value.includes('from: grey.2')")
        # A card is dropped on another one.
        page.js("""{ const data = new DataTransfer(), options = { dataTransfer: data, bubbles: true };
            document.querySelector('#card-1 header').dispatchEvent(new DragEvent('dragstart', options));
            document.getElementById('card-3').dispatchEvent(new DragEvent('drop', options)); }""")
        self.assertEqual(self.stages(), ["load", "gamma", "grey", "grey.2", "save", "invert"])
        page.wait("document.getElementById('yaml').value.includes('from: grey\\n')")
        page.key("z", code="KeyZ", modifiers=2)
        self.assertEqual(self.stages(), ["load", "grey", "gamma", "grey.2", "save", "invert"])
        self.assertEqual(page.faults(), [])

    def test_comments_stay_as_long_as_values_change(self):
        (self.folder / "p.yaml").write_text(PIPELINE.replace("exposure: 0.25", "exposure: 0.25  # my note"))
        self.open("p.yaml")
        page = self.browser
        page.js("document.getElementById('p-1-amount').select()")
        page.type("0.5")
        page.key("Enter", text="\r")
        page.wait("document.getElementById('yaml').value.includes('- exposure: 0.5  # my note')")
        page.click("[aria-label='Remove gamma']")
        page.wait("!document.getElementById('yaml').value.includes('# my note') && !document.getElementById('note').hidden")
        page.click("#undo")
        page.wait("document.getElementById('yaml').value.includes('- exposure: 0.5  # my note')")
        self.assertTrue(page.js("document.getElementById('note').hidden"))
        page.click("#save")
        page.wait("document.getElementById('say').textContent.startsWith('Saved')")
        self.assertIn("- exposure: 0.5  # my note", (self.folder / "p.yaml").read_text())
        self.assertEqual(page.faults(), [])

    def test_a_file_that_is_no_pipeline_yet(self):
        (self.folder / "p.yaml").write_text("sluice: 1\nstages:\n  - load:\n - gamma: 1\n")
        editor = Editor(options.sluice, "p.yaml", "autumn.jpg", cwd=self.folder)
        self.addCleanup(editor.end)
        page = self.browser
        page.events.clear()
        page.open(editor.address)
        self.assertRegex(page.wait("document.getElementById('fault')?.textContent"), r"p\.yaml:4")
        page.js("""{ const yaml = document.getElementById('yaml'); yaml.focus();
            yaml.value = yaml.value.replace('\\n -', '\\n  -'); yaml.dispatchEvent(new Event('input')); }""")
        page.wait("document.querySelectorAll('.card').length === 2 && document.body.dataset.exact === 'true'")
        page.click("#save")
        page.wait("document.getElementById('say').textContent.startsWith('Saved')")
        self.assertIn("\n  - gamma: 1", (self.folder / "p.yaml").read_text())
        self.assertEqual(page.faults(), [])

    def test_an_editor_that_ends(self):
        editor, page = self.open("p.yaml"), self.browser
        editor.end()
        page.js("document.getElementById('p-1-amount').select()")
        page.type("1")
        page.key("Enter", text="\r")
        self.assertIn("The editor has ended", page.wait("document.getElementById('faults').textContent"))
        self.assertEqual(self.stages(), ["load", "exposure", "gamma", "save"])

    def test_folder(self):
        shutil.copy(self.folder / "autumn.jpg", self.folder / "b.jpg")
        (self.folder / "images").mkdir()
        for name in ("autumn.jpg", "b.jpg"):
            shutil.move(self.folder / name, self.folder / "images" / name)
        self.open("gamma 0.5", "images", "-o", "results")
        page = self.browser
        self.assertEqual(page.js("document.getElementById('image').options.length"), 2)
        self.assertIn("sluice batch images -o results", page.js("document.getElementById('command').value"))
        page.click("#next")
        page.wait("document.getElementById('image').value === '1' && document.body.dataset.exact === 'true'")
        self.assertTrue(page.js("document.getElementById('next').disabled"))
        self.assertTrue(page.js("document.getElementById('save').hidden"))
        # All images are run, and the page says how it went.
        page.click("#run")
        self.assertIn("2 done", page.wait("/ in /.test(document.getElementById('ran').textContent) && document.getElementById('ran').textContent"))
        self.assertEqual(sorted(path.name for path in (self.folder / "results").iterdir()), ["autumn.jpg", "b.jpg"])
        self.assertEqual(page.faults(), [])

    def test_everything_has_a_name(self):
        self.open("load autumn.jpg | normalize percentile | curves | gaussian 2 | convert pixel=u16")
        tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        controls = ("button", "slider", "textbox", "combobox", "checkbox", "ColorWell", "image")
        nameless = [node for node in tree if not node.get("ignored") and node["role"]["value"] in controls and
                    not node.get("name", {}).get("value")]
        self.assertEqual(nameless, [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--photos", required=True)
    parser.add_argument("--fault-layer", help="not used here")
    options = parser.parse_args()
    if browser.program() is None:
        print("[skipped] apps/edit/page_test: there is no Chromium; ./dev setup --browser installs one")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1], verbosity=2)
