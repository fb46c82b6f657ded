"""Which requests `sluice edit` answers, and what it says of those that cannot be done.

requests_test.py --sluice PROGRAM --photos FOLDER [--fault-layer LIBRARY]
"""

import hashlib
import json
import pathlib
import shutil
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import Editor, EditorTest, node, options, run_tests


class Requests(EditorTest):
    def raw(self, editor, text):
        """The status of a request as it is written here."""
        host, port = editor.host.split(":")
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while part := connection.recv(1 << 16):
                answer += part
        return int(answer.split()[1]) if answer else 0

    def test_refused(self):
        editor = self.edit()
        t, host, port = editor.token, editor.host, editor.host.split(":")[1]
        here = {"Host": host}
        gets = [  # target, headers
            ("/", here), ("/page.js", here), ("/start", here), ("/stages", here), ("", here),
            (f"/{t}", here), (f"/{t[:-1]}/", here), (f"/{t}0/", here), (f"/{'0' * 32}/", here),
            (f"/{t.upper()}x/start", here), (f"//{t}/start", here), (f"/x/{t}/start", here), (f"/../{t}/start", here),
            (f"http://{host}/{t}/start", here), (f"*/{t}/start", here), (f"/?{t}/start", here),
            (f"/{t}/start", {"Host": "example.com"}), (f"/{t}/start", {"Host": f"example.com:{port}"}),
            (f"/{t}/start", {"Host": "127.0.0.1"}), (f"/{t}/start", {"Host": f"127.0.0.1:{int(port) + 1}"}),
            (f"/{t}/start", {"Host": f"127.0.0.1.example.com:{port}"}), (f"/{t}/start", {"Host": f"[::1]:{port}"}),
            (f"/{t}/start", {}), (f"/{t}/start", {"Host": ""}),
            (f"/{t}/start", {**here, "Origin": "http://example.com"}), (f"/{t}/start", {**here, "Origin": "null"}),
            (f"/{t}/start", {**here, "Origin": f"https://{host}"}),
            (f"/{t}/start", {**here, "Origin": f"http://127.0.0.1:{int(port) + 1}"}),
            (f"/{t}/start", {**here, "Origin": f"http://localhost:{port}"}),
            (f"/{t}/start", {**here, "Sec-Fetch-Site": "cross-site"}),
            (f"/{t}/start", {**here, "Sec-Fetch-Site": "same-site"}),
        ]
        for target, headers in gets:
            with self.subTest(target=target.replace(t, "TOKEN"), headers=headers):
                lines = [f"GET {target or '/'} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items()), "Connection: close"]
                self.assertEqual(self.raw(editor, "\r\n".join(lines) + "\r\n\r\n"), 403)
        twice = f"GET /{t}/start HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        self.assertIn(self.raw(editor, twice), (400, 403))
        # The same requests as they should be.
        self.assertEqual(editor.ask("start")[0], 200)
        self.assertEqual(editor.ask("start", Origin=f"http://{host}", Sec_Fetch_Site="same-origin")[0], 200)
        self.assertEqual(editor.ask("")[0], 200)

    def test_files_that_were_not_named(self):
        editor = self.edit()
        pixels = {"width": 100, "height": 100}
        outside = ["secret.jpg", "./secret.jpg", str(self.folder / "secret.jpg"), "/etc/hostname", "-", "/dev/stdin",
                   f"../{self.folder.name}/secret.jpg", f"{self.photo}/../secret.jpg"]
        for path in outside:
            for request in ("preview", "result"):
                with self.subTest(path=path, request=request):
                    body = {"pipeline": {"nodes": [node("load", path=path)]}, **pixels}
                    self.assertEqual(editor.ask(request, body)[0], 403)
        with self.subTest("a file of another stage"):
            body = {"pipeline": {"nodes": [node("load"), node("lut", file="secret.cube")]}, **pixels}
            self.assertEqual(editor.ask("preview", body)[0], 403)
        texts = ["include: other.yaml", "include: {file: other.yaml}", '"\\u0069nclude": other.yaml',
                 "{include: /etc/hostname}", "kernel: /etc/hostname", "kernel: {file: own.cl, strength: 1}"]
        for text in texts:
            with self.subTest(text=text):
                body = {"text": f"sluice: 1\nstages:\n  - {text}\n"}
                self.assertEqual(editor.ask("parse", body)[0], 403)
                self.assertEqual(editor.ask("save", body)[0], 403)
        for chain in ("load | kernel /etc/hostname", "load; kernel strength=1 file='own.cl'"):
            with self.subTest(chain=chain):
                self.assertEqual(editor.ask("parse", {"chain": chain})[0], 403)
        with self.subTest("the environment"):
            text = "sluice: 1\nallow_env: true\nstages:\n  - load: ${env:HOME}\n"
            self.assertEqual(editor.ask("parse", {"text": text})[0], 403)
        # The image that was named, however it is written.
        for path in (self.photo, "./" + self.photo, str(self.folder / self.photo)):
            body = {"pipeline": {"nodes": [node("load", path=path)]}, **pixels}
            self.assertEqual(editor.ask("preview", body)[0], 200)

    def test_answers_that_are_no_use(self):
        editor = self.edit()
        self.assertEqual(editor.ask("nothing")[0], 404)
        self.assertEqual(editor.ask("../p.yaml")[0], 404)
        self.assertEqual(editor.ask("preview")[0], 405)
        self.assertEqual(editor.ask("start", {}, method="DELETE")[0], 404)
        for body in ([], {}, {"pipeline": 3}, {"pipeline": {"nodes": [3]}}, {"pipeline": {"nodes": [node("load")]}, "width": -1,
                     "height": "x"}, {"pipeline": {"nodes": [node("load")]}, "image": 7, "width": 9, "height": 9}):
            with self.subTest(body=body):
                self.assertIn(editor.ask("preview", body)[0], (400, 422))
        long = f"POST /{editor.token}/check HTTP/1.1\r\nHost: {editor.host}\r\nContent-Length: 99999999\r\n\r\n"
        self.assertEqual(self.raw(editor, long), 413)
        self.assertEqual(self.raw(editor, "no HTTP at all\r\n\r\n"), 400)
        self.assertEqual(editor.ask("start")[0], 200)  # it still lives

    def test_all_faults_at_their_cards(self):
        editor = self.edit()
        nodes = [node("load"), node("gamma", exponent="-1"), node("blurr"), node("levels", black="x", white="2")]
        faults = editor.json("check", {"pipeline": {"nodes": nodes}})["faults"]
        found = {(fault["node"], fault.get("param")) for fault in faults}
        self.assertEqual(found, {(1, "exponent"), (2, None), (3, "black"), (3, "white")})
        status, content = editor.ask("preview", {"pipeline": {"nodes": nodes}, "width": 9, "height": 9})
        self.assertEqual((status, content.count(b'"message"')), (422, 4))

    def test_values_are_set_without_a_new_plan(self):
        editor = self.edit()
        pipeline = {"nodes": [node("load"), node("exposure", amount="0.1"), node("gamma", exponent="0.9")]}
        hashes = set()
        for i, amount in enumerate(("0.1", "0.2", "0.3", "-1")):
            pipeline["nodes"][1]["params"]["amount"] = amount
            facts, pixels = editor.preview(pipeline)
            self.assertEqual(facts["planned"], i == 0)
            self.assertEqual(len(pixels), 4 * facts["width"] * facts["height"])
            hashes.add(hashlib.sha256(pixels).hexdigest())
        self.assertEqual(len(hashes), 4)
        # They are those of a plan with these values.
        with Editor(options.sluice, "p.yaml", self.photo, cwd=self.folder) as again:
            self.assertEqual(again.preview(pipeline)[1], pixels)

    def test_a_quick_preview_looks_like_the_exact_one(self):
        subprocess.run([options.sluice, "run", f"load {self.photo} | resize 2400x1800 | save large.png"], cwd=self.folder,
                       check=True, stderr=subprocess.DEVNULL)
        editor = self.edit("p.yaml", "large.png")
        size = {"width": 200, "height": 150}

        def difference(one, other):
            return sum(abs(a - b) for a, b in zip(one, other)) / len(one)

        pipeline = {"nodes": [node("load"), node("gaussian", sigma="48"), node("pad", left="240", color="white")]}
        quick, quick_pixels = editor.preview(pipeline, **size)
        exact, exact_pixels = editor.preview(pipeline, **size, exact=True)
        self.assertEqual((quick["exact"], exact["exact"]), (False, True))
        self.assertEqual(quick["whole"], [2640, 1800])
        self.assertEqual((quick["width"], quick["height"]), (exact["width"], exact["height"]))
        self.assertLess(difference(quick_pixels, exact_pixels), 2)
        # Lengths that are not scaled would show.
        pipeline["nodes"][1]["params"]["sigma"] = "4"
        self.assertGreater(difference(editor.preview(pipeline, **size, exact=True)[1], exact_pixels), 4)
        # Pixels of a part are those of the full size.
        part = {"x": 1000, "y": 800, "width": 64, "height": 48}
        facts, pixels = editor.preview({"nodes": [node("load")]}, **size, part=part)
        self.assertEqual((facts["exact"], facts["width"], facts["height"]), (True, 64, 48))
        cropped = editor.preview({"nodes": [node("load"), node("crop", **{k: str(v) for k, v in part.items()})]}, **size,
                                 exact=True)[1]
        self.assertEqual(pixels, cropped)

    def test_values_that_depend_on_the_size_of_the_image(self):
        text = "sluice: 1\nstages:\n  - resize: {width: '${load.width / 4}'} # a quarter\n  - gamma: 0.8\n"
        (self.folder / "quarter.yaml").write_text(text)
        editor = self.edit("quarter.yaml", self.photo)
        pipeline = editor.json("start")["pipeline"]
        self.assertEqual(pipeline["nodes"][0]["params"], {"width": "${load.width / 4}"})
        whole = round(editor.preview({"nodes": [node("load")]})[0]["whole"][0] / 4)
        for more in ({}, {"exact": True}, {"width": 30, "height": 30}):
            self.assertEqual(editor.preview(pipeline, **more)[0]["whole"][0], whole)
        pipeline["nodes"][1]["params"]["exponent"] = "0.5"
        found = editor.json("check", {"pipeline": pipeline, "text": text})
        self.assertEqual((found["faults"], found["yaml"]), ([], text.replace("0.8", "0.5")))
        # Without its text, it is written anew.
        again = editor.json("check", {"pipeline": pipeline})["yaml"]
        self.assertEqual(editor.json("parse", {"text": again})["pipeline"], pipeline)
        pipeline["nodes"][0]["params"]["width"] = "${laod.width}"
        fault, = editor.json("check", {"pipeline": pipeline})["faults"]
        self.assertEqual((fault["node"], fault["param"]), (0, "width"))
        pipeline["nodes"][0]["params"]["width"] = "${load.width / 1e6}"
        status, content = editor.ask("preview", {"pipeline": pipeline, "width": 9, "height": 9})
        self.assertEqual(status, 422)
        self.assertIn(b'"faults":[{"message":"resize.width: 0 is outside ', content)
        self.assertIn(b'"node":0', content)
        alone = self.edit("quarter.yaml")  # nothing is known of an image that there is not
        self.assertEqual(alone.json("check", {"pipeline": alone.json("start")["pipeline"]})["faults"], [])
        self.assertIn(b"has no image", alone.ask("preview", {"pipeline": pipeline, "width": 9, "height": 9})[1])

    def test_a_quick_preview_has_the_statistics_of_the_whole_image(self):
        # Grey, with one black and one white pixel, which are nothing of a pixel of the screen.
        rows = [bytes([100 + (x + y) % 40 for x in range(1600)]) for y in range(1200)]
        rows[7] = b"\x00" + rows[7][1:-1] + b"\xff"
        (self.folder / "dots.pgm").write_bytes(b"P5 1600 1200 255\n" + b"".join(rows))
        editor = self.edit("p.yaml", "dots.pgm")
        size = {"width": 160, "height": 120}
        # The last one changes nothing, but takes so long that the full size never goes quickly.
        slow = node("bilateral", radius="12", sigma_color="0.001")
        pipeline = {"nodes": [node("load"), node("gamma", exponent="1"), node("normalize"), node("gamma", exponent="1"), slow]}

        def difference(one, other):
            return max(abs(a - b) for a, b in zip(one, other))

        small, small_pixels = editor.preview(pipeline, **size)
        self.assertEqual((small["exact"], small["measured_small"]), (False, ["normalize"]))
        exact, exact_pixels = editor.preview(pipeline, **size, exact=True)
        self.assertEqual((exact["exact"], exact["measured_small"]), (True, []))
        self.assertGreater(difference(small_pixels, exact_pixels), 20)
        quick, quick_pixels = editor.preview(pipeline, **size)
        self.assertEqual((quick["exact"], quick["measured_small"]), (False, []))
        self.assertLess(difference(quick_pixels, exact_pixels), 8)
        # What comes after the statistics does not change them, what comes before does.
        pipeline["nodes"][3]["params"]["exponent"] = "1.5"
        quick, quick_pixels = editor.preview(pipeline, **size)
        self.assertEqual((quick["planned"], quick["measured_small"]), (False, []))
        self.assertLess(difference(quick_pixels, editor.preview(pipeline, **size, exact=True)[1]), 8)
        pipeline["nodes"][1]["params"]["exponent"] = "2"
        self.assertEqual(editor.preview(pipeline, **size)[0]["measured_small"], ["normalize"])
        exact_pixels = editor.preview(pipeline, **size, exact=True)[1]
        quick, quick_pixels = editor.preview(pipeline, **size)
        self.assertEqual(quick["measured_small"], [])
        self.assertLess(difference(quick_pixels, exact_pixels), 8)
        # Percentiles, and what users see of tables.
        pipeline["nodes"][2]["params"] = {"mode": "percentile"}
        exact, exact_pixels = editor.preview(pipeline, **size, exact=True)
        quick, quick_pixels = editor.preview(pipeline, **size)
        self.assertEqual(quick["measured_small"], [])
        self.assertEqual(quick["tables"], exact["tables"])
        self.assertEqual(sorted(exact["tables"]), ["normalize.range", "normalize.stats"])
        self.assertLess(difference(quick_pixels, exact_pixels), 8)

    def test_the_image_of_each_card(self):
        editor = self.edit()
        pipeline = {"nodes": [node("load"), node("gamma"), node("save", path="a.png"), node("reduce", quantities="min")]}
        asked = {"pipeline": pipeline, "width": 50, "height": 50}
        shown = {name: editor.ask("preview", {**asked, "node": name}) for name in ("load", "gamma", "save", "reduce", "x")}
        self.assertEqual({name: status for name, (status, _) in shown.items()},
                         {"load": 200, "gamma": 200, "save": 200, "reduce": 422, "x": 422})
        self.assertIn(b"has no image to show", shown["reduce"][1])

    def faulty(self, mode, call, error, entry):
        return self.edit(OPENCL_LAYERS=options.fault_layer, SLUICE_FAULT=mode, SLUICE_FAULT_CALL=str(call),
                         SLUICE_FAULT_ERROR=str(error), SLUICE_FAULT_ENTRY=entry)

    def test_a_device_that_is_lost(self):
        if not options.fault_layer:
            print("[skipped] a device that is lost: the OpenCL loader knows no layers")
            return
        pipeline = {"nodes": [node("load"), node("exposure", amount="0.1"), node("gamma", exponent="0.9")]}
        amounts = ("0.1", "0.2", "0.3", "0.4")

        def drag(editor):
            for amount in amounts:
                pipeline["nodes"][1]["params"]["amount"] = amount
                yield editor.ask("preview", {"pipeline": pipeline, "width": 500, "height": 500})

        pixels = [content.split(b"\n", 1)[1] for _, content in drag(self.edit())]
        # It is opened again while the slider moves, and no image is missing or wrong.
        for call in (1, 3, 6):
            with self.subTest(call=call):
                for i, (status, content) in enumerate(drag(self.faulty("once", call, -36, "clEnqueueNDRangeKernel"))):
                    self.assertEqual(status, 200, content)
                    self.assertEqual(content.split(b"\n", 1)[1], pixels[i])
        # It does not come back: a sentence, and the editor and the pipeline are there.
        editor = self.faulty("from", 5, -36, "clEnqueueNDRangeKernel")
        status, content = list(drag(editor))[-1]
        self.assertEqual(status, 503)
        self.assertIn(b"clEnqueueNDRangeKernel", content)
        self.assertEqual(editor.json("check", {"pipeline": pipeline})["faults"], [])
        self.assertEqual(editor.json("start")["pipeline"], pipeline)

    def test_an_image_that_changes(self):
        editor = self.edit()
        pipeline = {"nodes": [node("load"), node("gamma", exponent="0.9")]}
        first = editor.preview(pipeline)[0]["whole"]
        shutil.copy(pathlib.Path(options.photos) / "rocket.jpg", self.folder / self.photo)
        self.assertNotEqual(editor.preview(pipeline)[0]["whole"], first)
        (self.folder / self.photo).unlink()
        status, content = editor.ask("preview", {"pipeline": pipeline, "width": 9, "height": 9})
        self.assertEqual(status, 422)
        self.assertIn(self.photo.encode(), content)

    def test_a_file_that_changes(self):
        editor = self.edit()
        text = "sluice: 1\nstages:\n  - gamma: {exponent: 0.5}  # my comment\n"
        first = editor.json("save", {"text": text, "revision": 0})
        self.assertEqual((self.folder / "p.yaml").read_text(), text)
        self.assertEqual(editor.json("start")["text"], text)
        # Another page, which was opened before that.
        status, content = editor.ask("save", {"text": "sluice: 1\nstages:\n  - invert\n", "revision": 0})
        self.assertEqual(status, 409)
        self.assertIn(b"has changed", content)
        # Another program.
        (self.folder / "p.yaml").write_text("sluice: 1\nstages:\n  - flip\n")
        body = {"text": text, "revision": first["revision"]}
        self.assertEqual(editor.ask("save", body)[0], 409)
        self.assertIn("flip", (self.folder / "p.yaml").read_text())
        editor.json("save", {**body, "anyway": True})
        self.assertEqual((self.folder / "p.yaml").read_text(), text)
        # What cannot be run is not saved.
        self.assertEqual(editor.ask("save", {"text": "sluice: 1\nstages:\n  - gama: 2\n"})[0], 422)
        self.assertEqual((self.folder / "p.yaml").read_text(), text)

    def test_a_new_file_and_a_page_that_is_opened_again(self):
        editor = self.edit("new.yaml", self.photo)
        self.assertEqual(editor.json("start")["pipeline"], {"nodes": []})
        pipeline = {"nodes": [node("exposure", amount="1")]}
        text = editor.json("check", {"pipeline": pipeline})["yaml"]
        again = editor.json("start")
        self.assertEqual((again["pipeline"], again["changed"]), (pipeline, True))
        self.assertFalse((self.folder / "new.yaml").exists())
        editor.json("save", {"text": text})
        self.assertFalse(editor.json("start")["changed"])
        subprocess.run([options.sluice, "run", "new.yaml", self.photo, "out.png"], cwd=self.folder, check=True,
                       stderr=subprocess.DEVNULL)

    def test_what_was_not_saved_is_printed(self):
        editor = self.edit()
        editor.json("check", {"pipeline": {"nodes": [node("exposure", amount="1")]}})
        self.assertIn("exposure amount=1", editor.end())
        self.assertEqual(editor.process.returncode, 0)

    def test_starts_that_fail(self):
        for words, said in (((self.photo, "p.yaml"), "it is an image"), (("p.yaml", "nothing.jpg"), "nothing.jpg"),
                            (("gamma 1 | | x",), "chain:1"), (("p.yaml", self.photo, "--port", "99999"), "--port")):
            with self.subTest(words=words), self.assertRaisesRegex(RuntimeError, said):
                self.edit(*words)
        taken = self.edit()
        with self.assertRaisesRegex(RuntimeError, "--port"):
            self.edit("p.yaml", self.photo, "--port", taken.host.split(":")[1])

    def test_yaml_is_the_same_pipeline(self):
        editor = self.edit()
        chains = ["load autumn.jpg | normalize percentile low=2 | resize 50% | save out.png",
                  "load a.png id=m; load b.png | normalize from=load,m | save c.png",
                  "load a.png id=m; load b.png | normalize from=mask:m | save c.png",
                  "load 'a b.png' | pad 10 color=#ff8800 | curves 0,0;0.5,0.6;1,1 | save \"it's.png\"",
                  "load x.png | reduce min,max,mean", "load x.png | convolve -1,0,1/-2,0,2/-1,0,1 | save 'y: #1.png'",
                  "load x.png id=a | gamma 2 | save 1.png ; invert from=a | save 2.png | flip | save '${x}.png'"]
        for chain in chains:
            with self.subTest(chain=chain):
                found = editor.json("parse", {"chain": chain})
                self.assertEqual(found["faults"], [])
                again = editor.json("parse", {"text": found["yaml"]})
                self.assertEqual(again["chain"], found["chain"])
                self.assertEqual(editor.json("parse", {"chain": found["chain"]})["chain"], found["chain"])


if __name__ == "__main__":
    run_tests()
