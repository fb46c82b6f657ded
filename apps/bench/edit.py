"""How soon `sluice edit` answers a slider: three live stages on 1920 x 1080 pixels, the median of 50.

edit.py --sluice PROGRAM [--device SPEC] [--browser] [--pixels WIDTHxHEIGHT]

"request": from the first byte of the request to the last byte of the preview, over the loopback. "browser": from the
change of a control until the canvas is drawn, in a Chromium without a GPU of its own.
"""

import argparse
import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests" / "apps" / "edit"))
from editor import Editor

PIPELINE = "load photo.png | exposure 0.2 | gamma 1.1 | saturation 1.2"


def requests(editor, count, size):
    connection = http.client.HTTPConnection(editor.host)
    pipeline = editor.json("start")["pipeline"]
    times, inside = [], []
    for i in range(count + 5):
        pipeline["nodes"][1]["params"]["amount"] = str(round(0.2 + i / 100, 2))
        body = json.dumps({"pipeline": pipeline, "width": size[0], "height": size[1]})
        start = time.perf_counter()
        connection.request("POST", f"/{editor.token}/preview", body)
        content = connection.getresponse().read()
        times.append((time.perf_counter() - start) * 1e3)
        facts = json.loads(content.split(b"\n", 1)[0])
        assert facts["exact"] and (facts["width"], facts["height"]) == size, facts
        inside.append(facts["ms"])
    return statistics.median(times[5:]), statistics.median(inside[5:])


def in_browser(editor, count, size):
    import browser
    page = browser.Browser()
    try:
        # The canvas has the size of the image.
        page.call("Emulation.setDeviceMetricsOverride", width=size[0] + 800, height=size[1] + 200, deviceScaleFactor=1,
                  mobile=False)
        page.open(editor.address)
        page.wait("document.body.dataset.exact === 'true'")
        return page.js("""(async () => {
            const slider = document.querySelector('#card-1 input[type=range]'), times = [];
            for (let i = 0; i < %d; ++i) {
                const before = document.body.dataset.computed, start = performance.now();
                slider.value = 505 + i;
                slider.dispatchEvent(new Event('input'));
                while (document.body.dataset.computed === before) await new Promise((done) => setTimeout(done, 0));
                times.push(performance.now() - start);
            }
            return times.slice(5).sort((a, b) => a - b)[Math.floor((times.length - 5) / 2)]; })()""" % (count + 5))
    finally:
        page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sluice", required=True)
    parser.add_argument("--device", default="")
    parser.add_argument("--browser", action="store_true", help="measure the page, too")
    parser.add_argument("--pixels", default="1920x1080")
    parser.add_argument("--count", type=int, default=50)
    options = parser.parse_args()
    options.sluice = pathlib.Path(options.sluice).resolve()
    size = tuple(map(int, options.pixels.split("x")))
    photo = pathlib.Path(__file__).parents[1] / "examples" / "photos" / "rocket.jpg"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.sluice, "run", f"load {photo} | resize {options.pixels} | save photo.png"], cwd=folder,
                       check=True, stderr=subprocess.DEVNULL)
        words = [PIPELINE, *(["--device", options.device] if options.device else [])]
        with Editor(options.sluice, *words, cwd=folder) as editor:
            request, inside = requests(editor, options.count, size)
            print(f"device   {editor.json('start')['device']}\nrequest  {request:.1f} ms\ncomputed {inside:.1f} ms")
            if options.browser:
                print(f"browser  {in_browser(editor, options.count, size):.1f} ms")


if __name__ == "__main__":
    main()
