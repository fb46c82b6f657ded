#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

TEST_CASE("plan shows the passes of a pipeline and touches no output") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const Outcome outcome =
        sluice_program({"plan", "load " + input + " | normalize | save " + (folder / "b.png")});
    CHECK(outcome.code == 0);
    CHECK(
        outcome.out.starts_with("stages: load (40 x 30, RGB, 8 bit), normalize, save (40 x 30, RGB, 8 bit)\n"
                                "passes over the pixels: 2 (measure for normalize; normalize), on "));
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 3);
    CHECK_FALSE(std::filesystem::exists(folder / "b.png"));
}

TEST_CASE("plan -v and run -v say each step and each decision behind the three lines") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(400, 300, 3, 20, 100));
    const std::string chain = "load " + input + " | gamma exponent=2 | save " + (folder / "b.png");
    const Outcome brief = sluice_program({"plan", chain});
    const Outcome full = sluice_program({"plan", chain, "-v"});
    CHECK(full.out.starts_with(brief.out + "\nsteps\n  1. upload  load  400x300 u8 x3\n"));
    for (const char* part :
         {"\ndecisions\n  gamma is evaluated for the 256 levels of load", "rows (", "slot 1"})
        CHECK(contains(full.out, part));
    CHECK(contains(sluice_program({"run", chain, "-v"}).err, full.out));
}

TEST_CASE("plan has its facts as JSON, as a graph and with kernels") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string chain = "load " + input + " | normalize | save " + (folder / "b.png");
    const nlohmann::json json = sluice_program({"plan", chain, "--json"}).json();
    CHECK(json.at("sluice") == 1);
    CHECK(json.at("passes") == 2);
    CHECK(json.at("steps").front().at("kind") == "upload");
    CHECK(json.at("steps").back().at("kind") == "download");
    CHECK(sluice_program({"plan", chain, "--dot"}).out.starts_with("digraph"));
    CHECK(contains(sluice_program({"plan", chain, "--kernels"}).out, "__kernel "));
}

TEST_CASE("--input stands in for the file that a pipeline does not name") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(17, 9, 1, 20, 100));
    for (const std::string chain : {"normalize", "load | normalize | save", "normalize | save out.png"}) {
        INFO(chain);
        const Outcome outcome = sluice_program({"plan", chain, "--input", input});
        CHECK(outcome.code == 0);
        CHECK(contains(outcome.out, "(17 x 9, grey, 8 bit)"));

        const Outcome without = sluice_program({"plan", chain});
        CHECK(without.code == 2);
        CHECK(contains(without.err, "--input"));
    }
    const Outcome twice = sluice_program({"plan", "load " + input + " | invert", "--input", input});
    CHECK(twice.code == 2);
    CHECK(contains(twice.err, "--input: this pipeline already names its input file"));
}

TEST_CASE("an input that is no picture ends with 1") {
    const Scratch folder;
    const Outcome outcome =
        sluice_program({"plan", "normalize", "--input", folder.put("a.png", "no picture")});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "a.png: it is not an image"));
}

TEST_CASE("--check finds every fault at once with its place, and needs neither files nor devices") {
    const Scratch folder;
    const std::string good = folder.put("good.yaml",
                                        "sluice: 1\nstages:\n  - load: {path: missing.png}\n  - normalize:\n"
                                        "  - save: {path: missing/out.png}\n");
    const Outcome fine = sluice_program({"plan", good, "--check"}, without_devices());
    CHECK(fine.code == 0);
    CHECK(fine.out.empty());
    CHECK(fine.err.empty());

    const std::string bad = folder.put("bad.yaml",
                                       "sluice: 1\nstages:\n  - load: {path: a.png, lenint: true}\n"
                                       "  - gamma: {exponent: -1}\n  - save: {path: b.png}\n");
    const Outcome faulty = sluice_program({"plan", bad, "--check"}, without_devices());
    CHECK(faulty.code == 2);
    CHECK(contains(faulty.err, "bad.yaml:3:"));
    CHECK(contains(faulty.err, "did you mean 'lenient'?"));
    CHECK(contains(faulty.err, "bad.yaml:4:"));
    CHECK(contains(faulty.err, "gamma.exponent: -1 is outside"));
}

TEST_CASE("without a device there is still a plan, and a warning; a device that is asked for must be there") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(17, 9, 1, 20, 100));
    const Outcome outcome = sluice_program({"plan", "normalize", "--input", input}, without_devices());
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "passes over the pixels: 2"));
    CHECK(contains(outcome.err, "the plan is for an imaginary CPU"));

    const Outcome named =
        sluice_program({"plan", "normalize", "--input", input, "--device", "0"}, without_devices());
    CHECK(named.code == 3);
    CHECK(named.out.empty());
}

TEST_CASE("--storage decides where images lie") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(17, 9, 1, 20, 100));
    const Outcome outcome =
        sluice_program({"plan", "invert", "--input", input, "--storage", "buffer", "--json"});
    const nlohmann::json json = outcome.json();
    for (const nlohmann::json& image : json.at("images")) CHECK(image.at("storage") == "buffer");
}

// A file of a large picture, of which there is only the header.
std::string large_picture(const Scratch& folder) { return folder.put("a.pgm", "P5 30000 30000 255\n"); }

TEST_CASE("--limit-memory takes large pictures through in strips, by rows; sizes have units") {
    const Scratch folder;
    const std::string chain = "load " + large_picture(folder) + " | normalize | save " + (folder / "b.png");
    // Under a limit that has room for it, the picture is decoded once and stays.
    const auto holds_under = [&](const std::string& limit) {
        return sluice_program({"plan", chain, "--json", "--limit-memory", limit}).json().at("holds");
    };
    const auto json = sluice_program({"plan", chain, "--json", "--limit-memory", "1G"}).json();
    CHECK(json.at("strips") > 2);
    CHECK(json.at("by_rows") == true);
    CHECK(json.at("peak_device_bytes") <= std::size_t{1} << 30);
    CHECK(json.at("holds") == false);
    const auto roomy = sluice_program({"plan", chain, "--json", "--limit-memory", "8G"}).json();
    CHECK(roomy.at("strips") > 2);
    CHECK(roomy.at("by_rows") == true);
    CHECK(roomy.at("holds") == true);
    CHECK(roomy.at("peak_device_bytes") <= std::size_t{1} << 26);
    for (const char* wrong : {"1x", "0", "", "K", "-5M"}) {
        const auto outcome = sluice_program({"plan", chain, "--limit-memory", wrong});
        CHECK(outcome.code == 2);
        CHECK(outcome.err.find("write 512K, 1.5M or 2G") != std::string::npos);
    }
    for (const char* large : {"8 GB", "8GB", "8 GiB", "8g", "8.5G", "8gb", "8e9", "8000000000"}) {
        CAPTURE(large);
        CHECK(holds_under(large) == true);
    }
    for (const char* small : {"900 MB", "900mib", "900m", "900000KB"}) {
        CAPTURE(small);
        CHECK(holds_under(small) == false);
    }
    // As it is typed without quotes.
    CHECK(sluice_program({"plan", "--limit-memory", "8", "GB", chain, "--json"}).json().at("holds") == true);
    CHECK(sluice_program({"plan", chain, "--json", "--limit-memory=900", "M"}).json().at("holds") == false);
    for (const std::string bare : {"2", "2.5", "1000"}) {
        const Outcome outcome = sluice_program({"plan", chain, "--limit-memory", bare});
        CHECK(outcome.code == 2);
        CHECK(contains(outcome.err, "with a unit it is " + bare + "M or " + bare + "G"));
    }
}

TEST_CASE("large pictures go by rows where that is as fast, small ones and those of one piece as a whole") {
    const Scratch folder;
    const auto plan = [&](const std::string& size, const std::string& chain) {
        const std::string file = folder.put("a.ppm", "P6 " + size + " 255\n");
        return sluice_program({"plan", "load " + file + " | " + chain, "--device", "cpu", "--json"}).json();
    };
    const auto by_rows = [&](const char* size, const char* chain) {
        return plan(size, chain).at("by_rows") == true;
    };
    CHECK(by_rows("8000 6000", "gaussian 2 | save b.jpg"));
    CHECK(plan("8000 6000", "gaussian 2 | save b.jpg").at("holds") == false);
    CHECK(plan("8000 6000", "normalize | save b.tif").at("holds") == true);
    CHECK_FALSE(by_rows("800 600", "gaussian 2 | save b.jpg"));
    CHECK_FALSE(by_rows("8000 6000", "invert | save b.bmp"));     // written in one piece
    CHECK_FALSE(by_rows("8000 6000", "rotate 45 | save b.tif"));  // all strips need nearly all of it
}

TEST_CASE("a plan by rows says how often files are decoded, and what does not go by rows says why") {
    const Scratch folder;
    const std::string load = "load " + large_picture(folder);
    const auto plan = [&](const std::string& rest) {
        return sluice_program({"plan", load + rest, "--limit-memory", "1G"});
    };
    CHECK(contains(plan(" | invert | save b.tif").out, "files: by rows; load is decoded once\n"));
    CHECK(contains(plan(" | normalize | save b.tif").out, "files: by rows; load is decoded 2 times\n"));
    // Strips are as large as the limit allows: their halos are read again by each.
    const auto halos = sluice_program(
        {"plan", load + " | gaussian sigma=20 | save b.tif", "--limit-memory", "1G", "--json"});
    CHECK(halos.json().at("strips") < 100);
    const Outcome refused = plan(" | normalize | save b.bmp");
    CHECK(refused.code != 0);
    CHECK(contains(refused.err, "save: BMP is written in one piece"));
    CHECK(contains(refused.err, "M would be enough"));
}

TEST_CASE("--no-fuse makes each step a pass; the result is the same") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string chain = "load " + input + " | invert | gamma exponent=0.8 | save " + (folder / "b.png");
    CHECK(sluice_program({"plan", chain, "--json"}).json().at("passes") == 1);
    CHECK(sluice_program({"plan", chain, "--json", "--no-fuse"}).json().at("passes") == 2);
    CHECK(sluice_program({"run", chain, "--counters"}).json().at("passes") == 1);
    const std::string fused = bytes_of(folder / "b.png");
    CHECK(sluice_program({"run", chain, "--counters", "--no-fuse", "--overwrite", "always"})
              .json()
              .at("passes") == 2);
    CHECK(bytes_of(folder / "b.png") == fused);
}

TEST_CASE("--store puts images in memory; the result is the same") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string chain =
        "load " + input + " | invert | grey | brightness 0.1 | save " + (folder / "b.png");
    const auto passes = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"plan", chain, "--json"});
        return sluice_program(more).json().at("passes").get<int>();
    };
    CHECK(passes({}) == 1);
    CHECK(passes({"--store", "invert"}) == 2);
    CHECK(passes({"--store", "invert,grey"}) == 3);
    CHECK(passes({"--store", "invert", "--store", "grey"}) == 3);
    CHECK(sluice_program({"run", chain}).code == 0);
    const std::string fused = bytes_of(folder / "b.png");
    CHECK(sluice_program({"run", chain, "--counters", "--store", "invert,grey", "--overwrite", "always"})
              .json()
              .at("passes") == 3);
    CHECK(bytes_of(folder / "b.png") == fused);
    const Outcome unknown = sluice_program({"plan", chain, "--store", "inver"});
    CHECK(unknown.code == 2);
    CHECK(contains(unknown.err, "store: there is no image 'inver' (did you mean 'invert'?)"));
    CHECK(sluice_program({"plan", chain, "--store", "invert", "--no-fuse"}).code == 2);
}

TEST_CASE("plan --steps shows each step of planning in the columns that there are") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string chain = "load " + input + " | invert | gaussian 1 | normalize | save out.png";
    for (const std::string columns : {"60", "80"}) {
        const Outcome outcome =
            sluice_program({"plan", chain, "--steps"}, {.environment = {"COLUMNS=" + columns}});
        CHECK(outcome.code == 0);
        CHECK(outcome.out.starts_with("parse\n    load, path="));
        for (const char* part : {"\nexpand\n", "\nsimplify\n", "\nsplit: changes nothing\n", "\nfuse\n",
                                 "\n    download save\n", "\ncut: fits in one piece"})
            CHECK(contains(outcome.out, part));
        std::istringstream lines(outcome.out);
        for (std::string line; std::getline(lines, line);)
            if (!contains(line, "path=")) CHECK(line.size() <= std::stoul(columns));
    }
    CHECK(sluice_program({"plan", chain, "--steps", "--json"}).code == 2);
}
