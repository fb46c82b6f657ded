// sluice batch as a user meets it.
#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

struct Normalized {
    sluice::HostImage image;
    nlohmann::json resolved;  // what the manifest says that it was normalized by
};

}  // namespace

TEST_CASE("batch normalizes a folder into another and sums up on stderr") {
    const Scratch folder;
    folder.put("in/a.png", ramp(16, 8, 3, 10, 100));
    folder.put("in/b.jpg", ramp(16, 8, 3, 10, 100));
    folder.put("in/sub/c.png", ramp(4, 4, 1, 100, 16));
    const Outcome outcome = sluice_program({"batch", folder / "in", "-o", folder / "out"});
    CHECK(outcome.code == 0);
    CHECK(outcome.out == "");
    CHECK(contains(outcome.err, "2 done in "));
    CHECK(folder.files("out") == Names{"a.png", "b.jpg"});
    const sluice::HostImage result = sluice::read(folder / "out/a.png");
    CHECK(sluice::sample(result.view(), 0, 0, 0) == 0);

    const Outcome all = sluice_program({"batch", folder / "in", "-o", folder / "all", "--recursive",
                                        "--format", "png", "--name", "n-{stem}.{ext}"});
    CHECK(all.code == 0);
    CHECK(folder.files("all") == Names{"n-a.png", "n-b.png", "sub/n-c.png"});
}

TEST_CASE("batch normalizes in every mode, and the manifest has the numbers that people read") {
    const Scratch folder;
    folder.put("a.png", ramp(10, 10, 1, 50, 100));
    const auto run = [&](const std::string& mode, const std::string& output) {
        const Outcome outcome =
            sluice_program({"batch", folder / "a.png", "-o", folder / output, "--normalize", mode,
                            "--manifest", folder / "m.jsonl", "--overwrite", "always"});
        CHECK(outcome.code == 0);
        CHECK(outcome.err.find("error") == std::string::npos);
        const nlohmann::json numbers = json_lines(bytes_of(folder / "m.jsonl")).at(0).at("numbers");
        CHECK(numbers.at("normalize.stats").at(0).at("name") == "Y");
        const nlohmann::json resolved = numbers.contains("normalize.range")  ? numbers.at("normalize.range")
                                        : numbers.contains("normalize.line") ? numbers.at("normalize.line")
                                                                             : nlohmann::json();
        CHECK(numbers.size() == (resolved.is_null() ? 1 : 2));
        return Normalized{sluice::read(folder / output), resolved};
    };
    const auto range = [](double low, double high) {
        return nlohmann::json::array({{{"name", "Y"}, {"low", low}, {"high", high}}});
    };
    // Of 100 levels that occur once each the percentiles 10 and 80 are 60 and 129.
    const Normalized percentile = run("percentile:10,80", "p.png");
    CHECK(percentile.resolved == range(60, 129));
    const std::vector<int> stretched{0, 0, 0, 255, 255};
    const std::vector<std::size_t> at{0, 5, 10, 79, 99};
    for (std::size_t i = 0; i < at.size(); ++i)
        CHECK(sluice::sample(percentile.image.view(), at[i] % 10, at[i] / 10, 0) == stretched[i]);
    CHECK(sluice::sample(run("percentile", "q.png").image.view(), 0, 0, 0) == 0);
    CHECK(run("minmax", "m.png").resolved == range(50, 149));
    const Normalized even = run("equalize", "e.png");
    CHECK(even.resolved.is_null());
    CHECK(sluice::sample(even.image.view(), 0, 0, 0) == 0);
    const Normalized standard = run("standardize", "s.pfm");
    CHECK(standard.image.format().pixel == sluice::Pixel::f32);
    CHECK(sluice::sample(standard.image.view(), 0, 0, 0) < -1.4);
    CHECK(standard.resolved.at(0).at("mean") == 99.5);
    const double std = standard.resolved.at(0).at("std").get<double>();
    CHECK(std == doctest::Approx(std::sqrt(9999.0 / 12)).epsilon(1e-6));
}

TEST_CASE("batch balances colours, leaves grey as it is, and tells the gains") {
    const Scratch folder;
    sluice::HostImage warm({1, 1, 3});
    for (int c = 0; c < 3; ++c) sluice::set_sample(warm.view(), 0, 0, c, 200 - 50 * c);
    folder.put("in/warm.png", warm);
    folder.put("in/grey.png", ramp(4, 4, 1, 100, 16));
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "out", "--normalize", "grayworld",
                          "--manifest", folder / "m.jsonl"})
              .code == 0);
    for (int c = 0; c < 3; ++c)
        CHECK(sluice::sample(sluice::read(folder / "out/warm.png").view(), 0, 0, c) == 150);
    CHECK(sluice::sample(sluice::read(folder / "out/grey.png").view(), 1, 0, 0) == 101);
    for (const nlohmann::json& line : json_lines(bytes_of(folder / "m.jsonl"))) {
        const nlohmann::json& numbers = line.at("numbers");
        const bool balanced = line.at("path") == folder / "in/warm.png";
        CHECK(numbers.size() == (balanced ? 2 : 0));
        if (balanced)
            CHECK(numbers.at("normalize.gain").dump() ==
                  R"([{"gain":0.75,"name":"R"},{"gain":1.0,"name":"G"},{"gain":1.5,"name":"B"}])");
    }
}

TEST_CASE("batch goes on after bad files, lists them with reasons and ends with exit code 1") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("in/bad.png", std::string("bad"));
    const Outcome outcome =
        sluice_program({"batch", folder / "in", folder / "missing.png", "-o", folder / "out", "--normalize",
                        "minmax", "--manifest", folder / "m.jsonl"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "1 done, 2 failed in "));
    CHECK(contains(outcome.err, "failed: " + folder / "in/bad.png" + ": "));
    CHECK(contains(outcome.err, "failed: " + folder / "missing.png" + ": "));
    CHECK(folder.files("out") == Names{"a.png"});

    const std::vector<nlohmann::json> manifest = json_lines(bytes_of(folder / "m.jsonl"));
    REQUIRE(manifest.size() == 3);
    for (const nlohmann::json& line : manifest) {
        const bool good = line.at("path") == folder / "in/a.png";
        CHECK(line.at("status") == (good ? "done" : "failed"));
        CHECK(line.at("error").is_null() == good);
        if (!good) continue;
        CHECK(line.at("output") == folder / "out/a.png");
        CHECK(line.at("sizes").at("width") == 8);
        const nlohmann::json& red = line.at("numbers").at("normalize.stats").at(0);
        CHECK(red.at("name") == "R");
        CHECK(red.at("min") == 0);
        CHECK(red.at("max") == 49);
    }
}

TEST_CASE("a wrong pipeline ends batch with exit code 2 before a file is touched") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const std::vector<std::string> start = {"batch", folder / "in", "-o", folder / "out"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), start.begin(), start.end());
        const Outcome outcome = sluice_program(more);
        CHECK(outcome.code == 2);
        CHECK_FALSE(fs::exists(folder / "out"));
        return outcome.err;
    };
    CHECK(contains(with({"--pipeline", "gama exponent=2"}), "did you mean 'gamma'?"));
    CHECK(contains(with({"--pipeline", "gamma exponent=1000"}), "gamma.exponent: 1000 is outside"));
    CHECK(contains(with({"--pipeline", folder / "none.yaml"}), "none.yaml"));
    CHECK(contains(with({"--normalize", "minmx"}), "did you mean 'minmax'?"));
    CHECK(contains(with({"--normalize", "minmax:1,2"}), "only percentile:LOW,HIGH accepts numbers"));
    CHECK(contains(with({"--set", "normalize.out=1"}), "normalize.out"));
    CHECK(contains(with({"--set", "x"}), "NODE.PARAM=VALUE is expected"));
    CHECK(contains(with({"--quality", "0"}), "save.quality: 0 is outside [1, 100]"));
    CHECK(contains(with({"--pipeline", "invert", "--normalize", "minmax"}), "do not go together"));
    CHECK(contains(with({"--format", "psd"}), "--format: sluice cannot write PSD"));
    CHECK(contains(with({"--name", "{stm}.{ext}"}), "there is no field {stm}"));
    CHECK(contains(with({"--name", "same.{ext}", folder / "in/../in/a.png"}), "would both be saved as"));
    CHECK(contains(with({"--overwrite", "sometimes"}), "not one of never, skip, newer, always"));
    CHECK(contains(with({"--on-error", "cry"}), "not one of skip, stop"));
    CHECK(contains(with({"--jobs", "-1"}), "--jobs: -1 is outside [0, 1024]"));
    CHECK(contains(with({"--manifest", folder / "in/a.png"}), "is an input or an output"));
    CHECK(contains(with({"-0"}), "give both"));
    CHECK(contains(with({"--resume"}), "--resume needs --manifest FILE"));
    CHECK(contains(with({"--resume", "--manifest", "-"}), "--resume needs --manifest FILE"));
    CHECK(contains(with({"--resume", "--manifest", folder.put("notes", "my notes")}),
                   "is not a line of a manifest"));
    CHECK(bytes_of(folder / "notes") == "my notes");
    CHECK(contains(sluice_program({"batch", "-o", folder / "out"}).err, "needs INPUT..."));
    CHECK(contains(sluice_program({"batch", folder / "in"}).err, "needs -o DIR"));
    CHECK(bytes_of(folder / "in/a.png").size() > 0);
}

TEST_CASE("a pipeline of the user's runs over every file, with its own load and save or without") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("p.yaml", std::string("sluice: 1\nstages:\n  - load: {}\n  - invert:\n  - save: {}\n"));
    for (const std::string& pipeline : {folder / "p.yaml", std::string("invert")}) {
        CAPTURE(pipeline);
        const std::string out = folder / (pipeline == "invert" ? "chain" : "file");
        const Outcome outcome = sluice_program({"batch", folder / "in", "-o", out, "--pipeline", pipeline});
        CHECK(outcome.code == 0);
        CHECK(sluice::sample(sluice::read(out + "/a.png").view(), 0, 0, 0) == 255);
    }
}

TEST_CASE("one file goes to one file, and through stdin and stdout") {
    const Scratch folder;
    const std::string in = folder.put("a.png", ramp(8, 8, 3, 0, 50));
    CHECK(sluice_program({"batch", in, "-o", folder / "b.jpg", "--quality", "30"}).code == 0);
    CHECK(sluice_program({"batch", in, "-o", folder / "c.jpg", "--quality", "100"}).code == 0);
    CHECK(bytes_of(folder / "b.jpg").size() < bytes_of(folder / "c.jpg").size());

    const Outcome piped = sluice_program({"batch", "-", "-o", "-"}, {.in = in, .out = folder / "d.png"});
    CHECK(piped.code == 0);
    CHECK(sluice_program({"batch", in, "-o", folder / "e.png"}).code == 0);
    CHECK(bytes_of(folder / "d.png") == bytes_of(folder / "e.png"));
    const Outcome jpeg = sluice_program({"batch", in, "-o", "-", "--format", "jpg", "--quality", "30"},
                                        {.out = folder / "f.jpg"});
    CHECK(jpeg.code == 0);
    CHECK(bytes_of(folder / "f.jpg") == bytes_of(folder / "b.jpg"));

    CHECK(sluice_program({"batch", in, in, folder / "b.jpg", "-o", folder / "x.png"}).code == 2);
    CHECK(sluice_program({"batch", in, "-o", in}).code == 2);
    CHECK(sluice_program({"batch", in, "-o", folder / "x.qoi"}).code == 2);
    CHECK(sluice_program({"batch", in, "-o", folder / "x.jpg", "--format", "png"}).code == 2);
}

TEST_CASE("inputs come from lists, too, with names that hold line breaks") {
    const Scratch folder;
    const std::string a = folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const std::string b = folder.put("in/line\nbreak.png", ramp(8, 8, 3, 0, 50));
    const std::string plain = folder.put("list", a + "\n\n");
    const std::string zero = folder.put("list0", a + '\0' + b + '\0');
    CHECK(sluice_program({"batch", "-o", folder / "1", "--files-from", plain}).code == 0);
    CHECK(folder.files("1") == Names{"a.png"});
    CHECK(sluice_program({"batch", "-o", folder / "2", "--files-from", "-", "-0"}, {.in = zero}).code == 0);
    CHECK(folder.files("2") == Names{"a.png", "line\nbreak.png"});
    CHECK(sluice_program({"batch", "-o", folder / "3", "--files-from", folder / "none"}).code == 2);
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "4", "--glob", "l*"}).code == 0);
    CHECK(folder.files("4") == Names{"line\nbreak.png"});
}

TEST_CASE("outputs inside of the input folder are no inputs of the next run") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const std::vector<std::string> words = {"batch", folder / "in", "-o",    folder / "in/out",
                                            "-r",    "--overwrite", "always"};
    for (int run = 0; run < 2; ++run) {
        CHECK(sluice_program(words).code == 0);
        CHECK(folder.files("in") == Names{"a.png", "out/a.png"});
    }
}

TEST_CASE("what exists is kept, replaced when it is older, or replaced always") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const std::vector<std::string> words = {"batch", folder / "in", "-o", folder / "out"};
    const auto with = [&](const std::string& when) {
        std::vector<std::string> all = words;
        all.insert(all.end(), {"--overwrite", when});
        return sluice_program(all);
    };
    CHECK(sluice_program(words).code == 0);
    const Outcome again = sluice_program(words);
    CHECK(again.code == 1);
    CHECK(contains(again.err,
                   "exists; --overwrite skip keeps it and counts it as done, newer or always replaces it"));
    const Outcome newer = with("newer");
    CHECK(newer.code == 0);
    CHECK(contains(newer.err, "0 done, 1 skipped in "));
    CHECK(contains(with("always").err, "1 done in "));
}

TEST_CASE("a run that a failure stops says how many files are left") {
    const Scratch folder;
    folder.put("in/a.png", std::string("bad"));
    for (const char* name : {"in/b.png", "in/c.png", "in/d.png"}) folder.put(name, ramp(8, 8, 3, 0, 50));
    const Outcome outcome = sluice_program({"batch", folder / "in", "-o", folder / "out", "--on-error",
                                            "stop", "--jobs", "1", "--manifest", folder / "m.jsonl"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "0 done, 1 failed, 3 left in "));
    CHECK(
        contains(outcome.err, "stopped: 3 files were not started; the same command with --resume does them"));
    CHECK_FALSE(contains(outcome.err, "interrupted"));
}

TEST_CASE("a dry run tells what would be done and the memory that it takes, and does nothing") {
    const Scratch folder;
    folder.put("in/a.gif", std::string("GIF89a"));
    folder.put("in/b.png", ramp(8, 8, 3, 0, 50));
    const Outcome outcome = sluice_program({"batch", folder / "in", "-o", folder / "out", "--dry-run"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.out, folder / "in/b.png" + " -> " + folder / "out/b.png" + "  8x8 u8 x3\n"));
    CHECK(contains(outcome.out, "Device memory of the largest image: "));
    CHECK(contains(outcome.err, folder / "in/a.gif" + ": "));
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("pictures that span the full range already are counted") {
    const Scratch folder;
    folder.put("in/full.png", ramp(16, 16, 1, 0, 256));
    folder.put("in/part.png", ramp(16, 16, 1, 0, 100));
    const Outcome outcome =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--normalize", "minmax"});
    CHECK(contains(outcome.err, "1 of 2 images already spanned the full range"));
    const Outcome other =
        sluice_program({"batch", folder / "in", "-o", folder / "inverted", "--pipeline", "invert"});
    CHECK_FALSE(contains(other.err, "full range"));
}

TEST_CASE("folders inside are left out unless they are asked for, and said to be") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    folder.put("in/sub/b.png", ramp(8, 8, 3, 0, 50));
    const std::string note = "1 folder inside was left out: --recursive includes them";
    CHECK(contains(sluice_program({"stats", folder / "in"}).err, note));
    CHECK(contains(sluice_program({"batch", folder / "in", "-o", folder / "in/out"}).err, note));
    // Now the results of the last run lie there, too.
    const Outcome again =
        sluice_program({"batch", folder / "in", "-o", folder / "in/out", "--overwrite", "always"});
    CHECK(contains(again.err, note));
    CHECK_FALSE(contains(sluice_program({"stats", folder / "in", "--recursive"}).err, "left out"));
}

TEST_CASE("an output folder that cannot be is refused before anything is done") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    const std::string file = folder.put("file", "");
    const Outcome below_file = sluice_program({"batch", folder / "in", "-o", file + "/out"});
    CHECK(below_file.code == 2);
    CHECK(contains(below_file.err, "'" + file + "' is not a folder"));
    const Outcome one = sluice_program({"batch", folder / "in/a.png", "-o", file + "/out/a.png"});
    CHECK(one.code == 2);
    CHECK(contains(one.err, "'" + file + "' is not a folder"));
}

TEST_CASE("batch needs a device") {
    const Scratch folder;
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "out"}, without_devices()).code == 3);
    CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("--device all: batch works on every device of a kind, other commands refuse it") {
    const Scratch folder;
    folder.put("in/a.png", ramp(16, 8, 3, 10, 100));
    folder.put("in/b.png", ramp(16, 8, 1, 10, 100));
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "out", "--device", "all"}).code == 0);
    CHECK(folder.files("out") == Names{"a.png", "b.png"});
    const Outcome stats = sluice_program({"stats", folder / "in/a.png", "--device", "all"});
    CHECK(stats.code == 2);
    CHECK(contains(stats.err, "--device all: only 'sluice batch' uses several devices"));
    Surroundings by_variable;
    by_variable.environment = {"SLUICE_DEVICE=all"};
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "b"}, by_variable).code == 0);
    CHECK(contains(sluice_program({"stats", folder / "in/a.png"}, by_variable).err, "SLUICE_DEVICE all: "));
    Surroundings nothing = without_devices();
    CHECK(sluice_program({"batch", folder / "in", "-o", folder / "c", "--device", "all"}, nothing).code == 3);
}

TEST_CASE(
    "a pipeline's file has options of its batch; the command line goes before them, and the page shows "
    "both") {
    const Scratch folder;
    folder.put("in/a.png", ramp(16, 8, 3, 10, 100));
    folder.put("in/sub/b.png", ramp(16, 8, 3, 10, 100));
    const std::string file = folder.put("p.yaml",
                                        "sluice: 1\nbatch: {recursive: yes, format: bmp, name: "
                                        "'x-{stem}.{ext}', jobs: 2}\nstages: [invert: ]\n");
    const auto batch = [&](const std::string& out, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words{"batch", folder / "in", "-o", folder / out, "-p", file};
        words.insert(words.end(), more.begin(), more.end());
        return sluice_program(words);
    };
    CHECK(batch("out").code == 0);
    CHECK(folder.files("out") == Names{"sub/x-b.bmp", "x-a.bmp"});
    CHECK(batch("png", {"--format", "png", "--report", folder / "r.html"}).code == 0);
    CHECK(folder.files("png") == Names{"sub/x-b.png", "x-a.png"});
    const std::string page = bytes_of(folder / "r.html");
    CHECK(contains(page, "--recursive"));
    CHECK(contains(page, "--jobs 2"));
    CHECK(contains(page, "--format png"));
    CHECK_FALSE(contains(page, "--format bmp"));
    CHECK(batch("flat", {"--no-recursive", "--report", folder / "flat.html"}).code == 0);
    CHECK(folder.files("flat") == Names{"x-a.bmp"});
    CHECK(contains(bytes_of(folder / "flat.html"), "--no-recursive"));
    CHECK_FALSE(contains(bytes_of(folder / "flat.html"), "--recursive"));
    const Outcome both = batch("both", {"--recursive", "--no-recursive"});
    CHECK(both.code == 2);
    CHECK(contains(both.err, "--recursive and --no-recursive do not go together"));
    CHECK(contains(batch("other", {"--no-jobs"}).err, "there is no option '--no-jobs'"));
    CHECK(contains(sluice_program({"help", "batch"}).out, "--no-NAME"));
    CHECK_FALSE(contains(sluice_program({"help", "devices"}).out, "--no-NAME"));
    // Standard output and what goes on from there are options like others.
    folder.put("p.yaml", "sluice: 1\nbatch: {manifest: '-'}\nstages: [invert: ]\n");
    const Outcome lines = batch("lines");
    CHECK(lines.code == 0);
    CHECK(json_lines(lines.out).size() == 1);
}

TEST_CASE("who does not batch checks the options of a batch, and does not go by them") {
    const Scratch folder;
    folder.put("a.png", ramp(16, 8, 3, 10, 100));
    const std::string chain = "stages:\n  - load: {path: '" +
                              folder / "a.png'}\n  - invert:\n  - save: {path: '" + folder / "b.png'}\n";
    const std::string right =
        folder.put("p.yaml", "sluice: 1\nbatch: {overwrite: always, format: bmp}\n" + chain);
    CHECK(sluice_program({"plan", right}).code == 0);
    CHECK(sluice_program({"run", right}).code == 0);
    CHECK(bytes_of(folder / "b.png").starts_with("\x89PNG"));
    CHECK(contains(sluice_program({"run", right}).err, "exists; --overwrite skip keeps it"));
    const std::string wrong = folder.put("w.yaml", "sluice: 1\nbatch: {overwrit: always}\n" + chain);
    const std::string said = wrong + ":2:9: batch: there is no option 'overwrit' (did you mean 'overwrite'?)";
    for (const std::vector<std::string>& words :
         {Names{"run", wrong}, Names{"plan", wrong}, Names{"plan", "--check", wrong},
          Names{"batch", folder / "a.png", "-o", folder / "out", "-p", wrong}}) {
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, said));
    }
}
