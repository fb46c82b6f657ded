// sluice batch --report as a user meets it.
#include "tests/apps/program.hpp"
#include "tests/apps/shell.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

TEST_CASE("batch --report writes a page of all files, failures first") {
    const Scratch folder;
    folder.put("in/a.png", ramp(300, 200, 3, 10, 100));
    folder.put("in/b \xFF\n<b>.png", ramp(16, 8, 3, 10, 100));
    folder.put("in/z.png", std::string("bad"));
    folder.put("r.html", std::string("from before"));
    const Outcome outcome = sluice_program({"batch", folder / "in", "-o", folder / "out", "--normalize",
                                            "minmax", "--report", folder / "r.html", "--quality", "80"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "2 done, 1 failed"));
    const std::string page = bytes_of(folder / "r.html");
    const std::size_t failed = page.find("<a href=\"in/z.png\">"), done = page.find("<a href=\"in/a.png\">");
    CHECK(failed < done);
    CHECK(done != std::string::npos);
    for (const std::string part :
         {"<dt>pipeline</dt><dd>--pipeline 'load | normalize mode=minmax | save quality=80'</dd>",
          "--quality 80", "<dd>2 done, 1 failed in ", "is not an image", "b \\xff\\x0a&lt;b&gt;.png",
          "<th scope=\"row\">low = min</th><td colspan=\"3\">10</td>",
          "<th scope=\"row\">high = max</th><td colspan=\"3\">109</td>", "<a href=\"out/a.png\"><img ",
          "300x200 u8 x3, ", "</html>"})
        CHECK_MESSAGE(contains(page, part), part);
    CHECK(folder.files("out").size() == 2);
    CHECK(folder.files("").size() == 6);  // no other file
}

TEST_CASE("batch refuses a report in a place where it would do harm, before anything is done") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"batch", folder / "in", "-o", folder / "out"});
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 2);
        CHECK_FALSE(std::filesystem::exists(folder / "out"));
        return outcome.err;
    };
    CHECK(contains(with({"--report", folder / "in/../in/a.png"}), "is an input or an output"));
    CHECK(contains(with({"--report", folder / "out/a.png"}), "is an input or an output"));
    CHECK(
        contains(with({"--report", folder / "m", "--manifest", folder / "m"}), "is the file of --manifest"));
    folder.put("p.yaml", std::string("sluice: 1\nstages:\n  - invert: {}\n"));
    CHECK(contains(with({"--report", folder / "p.yaml", "--pipeline", folder / "p.yaml"}),
                   "is the file of --pipeline"));
    CHECK(contains(with({"--report", "-"}), "is a file, not -"));
    CHECK(contains(with({"--report", folder / "nowhere/r.html"}), "nowhere/r.html: there is no folder '"));
    CHECK(contains(with({"--report", folder / "in"}), "a folder has that name"));
    CHECK(
        contains(with({"--manifest", folder / "nowhere/m.jsonl"}), "nowhere/m.jsonl: there is no folder '"));
}

TEST_CASE(
    "batch --resume --report tells of what was processed in an earlier run, and shows what is done now") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("in/b.png", ramp(8, 8, 3, 0, 50));
    const auto run = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"batch", "-q", folder / "in", "-o", folder / "out", "--manifest",
                                     folder / "m", "--report", folder / "r.html"});
        CHECK(sluice_program(words).code == 0);
        return bytes_of(folder / "r.html");
    };
    run({});
    std::filesystem::remove(folder / "out/b.png");
    const std::string page = run({"--resume"});
    const std::size_t done = page.find("href=\"in/b.png\""), skipped = page.find("href=\"in/a.png\"");
    CHECK(done < skipped);
    CHECK(skipped != std::string::npos);
    CHECK(contains(page, "<b>skipped</b><div>was processed in an earlier run</div>"));
    CHECK(contains(page, "/in/b.png after\""));
    CHECK_FALSE(contains(page, "/in/a.png after\""));
}

TEST_CASE("an interrupted batch leaves a whole page of what was done") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(256, 256, 3, 0, 50)));
    for (int i = 0; i < 200; ++i) folder.put("in/" + std::to_string(i) + ".png", picture);
    ::Program program({"batch", "-q", folder / "in", "-o", folder / "out", "--report", folder / "r.html"});
    while (!program.over() && folder.files("out").empty())
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    CHECK_FALSE(std::filesystem::exists(folder / "r.html"));
    program.signal(SIGINT);
    CHECK(program.wait().code == 130);
    const std::string page = bytes_of(folder / "r.html");
    CHECK(contains(page, " files were not started"));
    CHECK(page.ends_with("</html>\n"));
    std::size_t rows = 0;
    for (std::size_t at = page.find("class=\"done\""); at != std::string::npos;
         at = page.find("class=\"done\"", at + 1))
        ++rows;
    CHECK(rows == folder.files("out").size());
    for (const std::string& name : folder.files("")) CHECK_FALSE(name.starts_with(".sluice"));
}

TEST_CASE("the pipeline of a report, pasted into a shell, does the same once more") {
    const Scratch folder;
    folder.put("its mark's.png", ramp(6, 4, 4, 0, 90));
    folder.put("in/a.png", ramp(30, 20, 3, 10, 100));
    const auto batch = [&](const std::string& output, const std::string& pipeline) {
        const Outcome outcome = shell("sluice batch in -o " + output + " " + pipeline, folder / "");
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
        return bytes_of(folder / (output + "/a.png"));
    };
    const std::string first = batch("one",
                                    "--report r.html --pipeline \"load \\\"its mark's.png\\\" id=m; load | "
                                    "thumbnail 20 | blend from=thumbnail,m opacity=0.5\"");
    std::string page = bytes_of(folder / "r.html");
    page = page.substr(page.find("<dt>pipeline</dt><dd>") + 21);
    std::string pipeline = page.substr(0, page.find("</dd>"));
    for (std::size_t at; (at = pipeline.find("&quot;")) != std::string::npos;) pipeline.replace(at, 6, "\"");
    CHECK(contains(pipeline, "--pipeline 'load id=m "));
    CHECK(batch("two", pipeline) == first);
}
