#include "tests/apps/program.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>

using sluice::HostImage;

namespace {

std::pair<int, int> range_of(const HostImage& image) {
    const auto* bytes = image.as<std::uint8_t>(0);
    const auto [low, high] = std::minmax_element(bytes, bytes + image.format().host_bytes());
    return {*low, *high};
}

}  // namespace

TEST_CASE("run --counters of load, normalize, save: one upload, one download, no table read, one wait") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100)), output = folder / "b.png";
    const Outcome outcome =
        sluice_program({"run", "--counters", "load " + input + " | normalize | save " + output});
    REQUIRE(outcome.code == 0);
    CHECK(contains(outcome.err, "saved " + output + ": PNG, 40x30 u8 x3, "));
    const nlohmann::json counters = outcome.json();
    CHECK(counters.at("uploads") == 1);
    CHECK(counters.at("downloads") == 1);
    CHECK(counters.at("table_reads") == 0);
    CHECK(counters.at("waits") == 1);
    CHECK(counters.at("passes") == 2);
    CHECK(counters.at("bytes_to_device") == 40 * 30 * 3);
    CHECK(counters.at("bytes_to_host") == 40 * 30 * 3);
    CHECK(counters.at("launches") >= 3);
    CHECK(counters.at("peak_device_bytes") >= 40 * 30 * 4);
    CHECK(range_of(sluice::read(output)) == std::pair(0, 255));
}

TEST_CASE("a picture of 12 bits is saved with the white of the format that it goes to") {
    const Scratch folder;
    // Values 0, 1, 2048 and 4095 of 4095, the higher byte first.
    const std::string text("P5 4 1 4095\n\0\0\0\x01\x08\0\x0f\xff", 20);
    const std::string input = folder.put("a.pgm", text);
    for (const std::string name : {"b.png", "c.pgm"})
        REQUIRE(sluice_program({"run", "load " + input + " | save " + (folder / name)}).code == 0);
    const HostImage png = sluice::read(folder / "b.png"), pgm = sluice::read(folder / "c.pgm");
    CHECK(pgm.format().white_value() == 4095);
    CHECK(png.format().white_value() == 65535);
    const std::array<std::pair<int, int>, 4> expected{{{0, 0}, {1, 16}, {2048, 32776}, {4095, 65535}}};
    for (std::size_t x = 0; x < 4; ++x) {
        CHECK(sluice::sample(pgm.view(), x, 0, 0) == expected[x].first);
        CHECK(sluice::sample(png.view(), x, 0, 0) == expected[x].second);
    }
}

TEST_CASE("run prints nothing on stdout when nothing is asked for") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const Outcome outcome =
        sluice_program({"run", "load " + input + " | invert | save " + (folder / "b.png")});
    CHECK(outcome.code == 0);
    CHECK(outcome.out.empty());
    CHECK(range_of(sluice::read(folder / "b.png")) == std::pair(255 - 119, 255 - 20));
}

TEST_CASE("--set changes parameters, of files too") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string pipeline =
        folder.put("p.yaml", "sluice: 1\nstages:\n  - load: {path: " + input +
                                 "}\n  - normalize:\n  - save: {path: unused.png}\n");
    const Outcome outcome = sluice_program(
        {"run", pipeline, "--set", "normalize.out=100,120", "--set", "save.path=" + (folder / "b.png")});
    CHECK(outcome.code == 0);
    CHECK(range_of(sluice::read(folder / "b.png")) == std::pair(100, 120));
    const Outcome bad = sluice_program({"run", pipeline, "--set", "normalize.out=100"});
    CHECK(bad.code == 2);
    CHECK(contains(bad.err, "normalize.out"));
}

TEST_CASE("files for load and save are words of the command line") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100)), output = folder / "b.png";
    REQUIRE(sluice_program({"run", "load | normalize out=100,120 | save", input, output}).code == 0);
    CHECK(range_of(sluice::read(output)) == std::pair(100, 120));
    // Without load and save the pipeline gets them.
    REQUIRE(sluice_program({"run", "normalize out=100,110", input, folder / "c.png"}).code == 0);
    CHECK(range_of(sluice::read(folder / "c.png")) == std::pair(100, 110));
    // By name; the results of both saves are those of one load.
    const std::string two = "load id=photo | save id=copy | normalize out=1,2 | save id=dark";
    const Outcome outcome = sluice_program({"run", two, "dark=" + (folder / "dark.png"), "photo=" + input,
                                            "copy=" + (folder / "copy.png"), "--counters"});
    REQUIRE(outcome.code == 0);
    CHECK(outcome.json().at("uploads") == 1);
    CHECK(range_of(sluice::read(folder / "copy.png")) == std::pair(20, 119));
    CHECK(range_of(sluice::read(folder / "dark.png")) == std::pair(1, 2));
    CHECK(sluice_program({"run", "reduce", input}).json().at("tables").contains("reduce"));
}

TEST_CASE("a path of save tells the name of the input, and other braces stand for themselves") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string chain =
        "load | save " + (folder / "{stem}-1.{ext}") + " | save " + (folder / "{other}.png");
    REQUIRE(sluice_program({"run", chain, input}).code == 0);
    CHECK(range_of(sluice::read(folder / "a-1.png")) == std::pair(20, 119));
    CHECK(range_of(sluice::read(folder / "{other}.png")) == std::pair(20, 119));
}

TEST_CASE("--var sets variables of a file, and plan --vars lists them") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::string pipeline =
        folder.put("p.yaml",
                   "sluice: 1\nvars:\n"
                   "  low: {type: integer, default: 100, range: [0, 200], unit: px,\n"
                   "        help: The darkest value.}\n"
                   "stages:\n  - normalize: {out: ['${low}', '${low + 20}']}\n");
    REQUIRE(sluice_program({"run", pipeline, input, folder / "b.png"}).code == 0);
    CHECK(range_of(sluice::read(folder / "b.png")) == std::pair(100, 120));
    REQUIRE(sluice_program({"run", pipeline, input, folder / "c.png", "--var", "low=30"}).code == 0);
    CHECK(range_of(sluice::read(folder / "c.png")) == std::pair(30, 50));
    const Outcome batch =
        sluice_program({"batch", input, "-o", folder / "out/", "-p", pipeline, "--var", "low=40"});
    REQUIRE_MESSAGE(batch.code == 0, batch.err);
    CHECK(range_of(sluice::read(folder / "out/a.png")) == std::pair(40, 60));
    CHECK(sluice_program({"plan", "--check", pipeline, "--var", "low=300"}).err ==
          pipeline +
              ":3:3: --var low: 300 is outside [0, 200]\n'sluice help pipelines' shows how a pipeline is "
              "written\n");
    const Outcome list = sluice_program({"plan", pipeline, "--vars"});
    CHECK(list.code == 0);
    for (const char* word : {"low", "integer in [0, 200]", "px", "100", "The darkest value."})
        CHECK(contains(list.out, word));
    CHECK(contains(list.out,
                   "Files\n  load: reads an image that you name\n  save: writes a result that you "
                   "name\n"));
    CHECK(contains(sluice_program({"plan", "invert", "--vars"}).err, "declares no variables"));
}

TEST_CASE(
    "the help of a command that names a pipeline file is about the file, also where variables are missing") {
    const Scratch folder;
    const std::string pipeline =
        folder.put("p.yaml",
                   "sluice: 1\nvars:\n  photo: {type: path, help: What is read.}\n"
                   "  low: {type: integer, range: [3, 200]}\n  name: soft\n"
                   "stages:\n  - load: ${photo}\n  - load:\n    id: mark\n"
                   "  - normalize: {out: ['${low}', 255]}\n    from: load\n  - save: ${name}-${low}.png\n");
    const std::string variables = sluice_program({"plan", pipeline, "--vars"}).out;
    CHECK(contains(
        variables,
        "  photo: path of a file; required\n      What is read.\n  low: integer in [3, 200]; required\n"));
    CHECK(contains(variables,
                   "\nFiles\n  load: reads ${photo}\n  mark: reads an image that you name\n"
                   "  save: writes soft-3.png\n"));
    const auto help = [&](const std::vector<std::string>& words) {
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 0);
        return outcome.out;
    };
    CHECK(help({"run", pipeline, "--help"}) == "Usage: sluice run " + pipeline +
                                                   " [IN...] [OUT...] [options]\n\n" + variables +
                                                   "\n'sluice help run' shows the options.\n");
    CHECK(help({"plan", "-h", pipeline}) == "Usage: sluice plan " + pipeline + " [options]\n\n" + variables +
                                                "\n'sluice help plan' shows the options.\n");
    CHECK(help({"batch", "in", "--pipeline", pipeline, "--help"}) ==
          "Usage: sluice batch INPUT... -o DIR --pipeline " + pipeline + " [options]\n\n" + variables +
              "\n'sluice help batch' shows the options.\n");
    CHECK(help({"run", "invert", "--help"}) == help({"run", "--help"}));
    const std::string plain = folder.put("plain.yaml", "sluice: 1\nstages: [gama]\n");
    CHECK(contains(help({"run", plain, "--help"}), "shows the options"));
    const Outcome none = sluice_program({"run", folder / "none.yaml", "--help"});
    CHECK(none.code == 2);
    CHECK(contains(none.err, "none.yaml"));
}

TEST_CASE("tables that nobody takes are printed as JSON") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 99));
    const nlohmann::json json = sluice_program({"run", "load " + input + " | reduce"}).json();
    const nlohmann::json channels = json.at("tables").at("reduce").at("rows").at(0).at("channels");
    REQUIRE(channels.size() == 3);
    CHECK(channels[0].at("name") == "R");
    CHECK(channels[0].at("count") == 40 * 30);
    CHECK(channels[0].at("min") == 20);
    CHECK(channels[2].at("max") == 118);
    CHECK(channels[1].at("mean").is_number_float());

    const nlohmann::json both = sluice_program({"run", "--counters", "load " + input + " | reduce"}).json();
    CHECK(both.at("downloads") == 0);
    CHECK(both.at("table_reads") == 1);
    CHECK(both.at("tables").contains("reduce"));
}

TEST_CASE("an assertion that fails ends with 1, says what is wrong and leaves no output") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 99)), output = folder / "b.png";
    const std::string chain =
        "load " + input + " id=a | invert | save " + output + "; compare from=a,a id=same metric=";
    const Outcome outcome = sluice_program({"run", chain + "mse | assert above=3"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "assert: of table same, mse is 0, not above 3"));
    CHECK_FALSE(std::filesystem::exists(output));
    const nlohmann::json json = sluice_program({"run", chain + "psnr | assert above=30"}).json();
    CHECK(json.at("tables").at("same").at("rows")[0].at("channels")[0].at("psnr") == "inf");
    CHECK(std::filesystem::exists(output));
    CHECK(contains(
        sluice_program({"run", "load " + input + " | compare from=load,load | assert msee below=1"}).err,
        "has no field 'msee' (did you mean 'mse'?)"));
}

TEST_CASE("rows of tiles are printed with the rectangles that they are about") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 99));
    const std::string chain = "load " + input + " | reduce region=1,0,38,30 tiles=3,1";
    const nlohmann::json rows = sluice_program({"run", chain}).json().at("tables").at("reduce").at("rows");
    REQUIRE(rows.size() == 3);
    CHECK(rows[1].at("layer") == 0);
    CHECK(rows[1].at("tile") == nlohmann::json({13, 0, 13, 30}));
    CHECK(rows[2].at("channels").at(0).at("count") == 13 * 30);
    const Outcome plan = sluice_program({"plan", chain, "-v"});
    CHECK(contains(plan.out, "a row for each of 3 x 1 tiles of 38 x 30 pixels"));
}

TEST_CASE("a list is printed with the number of its entries") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 1, 20, 99));
    const auto list = [&](const std::string& stages) {
        return sluice_program({"run", "load " + input + " | " + stages})
            .json()
            .at("tables")
            .at("label.blobs");
    };
    const nlohmann::json blobs = list("label");
    CHECK(blobs.at("found") == 1);
    REQUIRE(blobs.at("rows").size() == 1);
    CHECK(
        blobs.at("rows")[0] ==
        nlohmann::json(
            {{"area", 1200}, {"x", 0}, {"y", 0}, {"width", 40}, {"height", 30}, {"cx", 19.5}, {"cy", 14.5}}));
    CHECK(list("threshold 0.9 | label") == nlohmann::json({{"found", 0}, {"rows", nlohmann::json::array()}}));
}

TEST_CASE("a picture that cannot be read ends with 1 and leaves no output") {
    const Scratch folder;
    for (const std::string& input : {folder / "missing.png", folder.put("broken.png", "no picture")}) {
        const Outcome outcome =
            sluice_program({"run", "load " + input + " | invert | save " + (folder / "b.png")});
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.err, input));
        CHECK_FALSE(std::filesystem::exists(folder / "b.png"));
    }
}

TEST_CASE("an output that cannot be written ends with 1; a file of its name is left alone") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const Outcome nowhere = sluice_program({"run", "load " + input + " | save " + (folder / "none/b.png")});
    CHECK(nowhere.code == 1);
    CHECK(contains(nowhere.err, "none/b.png: it cannot be created: there is no folder '" + folder / "none"));
    const Outcome full = sluice_program({"run", "load " + input + " | save -"}, {.out = "/dev/full"});
    CHECK(full.code == 1);
    CHECK(contains(full.err, "stdout"));
}

TEST_CASE("a file that cannot hold the image ends with 2 and names the way out") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const Outcome outcome = sluice_program({"run", "load " + input + " | save " + (folder / "b.pgm")});
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "convert channels=1"));
    CHECK_FALSE(std::filesystem::exists(folder / "b.pgm"));
}

TEST_CASE("'-' reads stdin and writes stdout") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100));
    const Outcome outcome = sluice_program({"run", "load - | normalize | save -"},
                                           {.in = input, .out = folder.put("out.png", "")});
    CHECK(outcome.code == 0);
    CHECK(range_of(sluice::read(folder / "out.png")) == std::pair(0, 255));
}

TEST_CASE("--trace writes a trace with the launches on the device") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(40, 30, 3, 20, 100)), trace = folder / "trace.json";
    const Outcome outcome = sluice_program(
        {"run", "--trace", trace, "load " + input + " | normalize | save " + (folder / "b.png")});
    REQUIRE(outcome.code == 0);
    const nlohmann::json json = nlohmann::json::parse(bytes_of(trace));
    std::map<std::string, nlohmann::json> spans;  // by name; the first of it
    std::map<int, std::string> processes;
    for (const nlohmann::json& event : json.at("traceEvents")) {
        if (event.at("ph") == "X") spans.emplace(event.at("name"), event);
        if (event.at("name") == "process_name") processes[event.at("pid")] = event.at("args").at("name");
    }
    double before = 0;
    for (const char* name :
         {"decode load", "submit", "normalize.stats", "normalize.stretch", "wait", "encode save"}) {
        CAPTURE(name);
        REQUIRE(spans.contains(name));
        const nlohmann::json& span = spans.at(name);
        CHECK((processes.at(span.at("pid")) == "host") == !contains(name, "normalize"));
        CHECK(span.at("dur") >= 0);
        if (processes.at(span.at("pid")) != "host") continue;
        CHECK(span.at("ts") >= before);
        before = span.at("ts").get<double>() + span.at("dur").get<double>() - 0.002;  // digits that print
    }

    const Outcome nowhere = sluice_program(
        {"run", "--trace", folder / "none/t.json", "load " + input + " | save " + (folder / "c.png")});
    CHECK(nowhere.code == 2);
    CHECK(contains(nowhere.err, "none/t.json"));
    CHECK_FALSE(std::filesystem::exists(folder / "c.png"));  // nothing was done
}

TEST_CASE("a group that holds no pixel has null for its extremes") {
    const Scratch folder;
    sluice::HostImage image = ramp(8, 4, 4, 10, 20);
    for (std::size_t i = 0; i < 32; ++i) sluice::set_sample(image.view(), i % 8, i / 8, 3, 0);
    const std::string load = "load " + folder.put("hidden.png", image) + " | reduce quantities=";
    for (const std::string quantities :
         {"min", "max", "min,max", "min_at", "max_at", "count,min,max,mean,std", "min,max,min_at,max_at"}) {
        CAPTURE(quantities);
        const nlohmann::json tables = sluice_program({"run", load + quantities}).json().at("tables");
        for (const auto& channel : tables.at("reduce").at("rows")[0].at("channels"))
            for (const auto& [name, value] : channel.items()) {
                CAPTURE(name);
                if (name != "name" && name != "count" && name != "sum" && name != "sum_sq")
                    CHECK(value.is_null());
            }
        CHECK(sluice_program({"run", load + quantities + " alpha=exclude"}).out.find("null") ==
              std::string::npos);
    }
}

TEST_CASE("all storages give the same bytes") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(41, 31, 4, 20, 100));
    std::string first;
    for (const std::string storage : {"buffer", "image", "natural"}) {
        const std::string output = folder / (storage + ".png");
        const Outcome outcome =
            sluice_program({"run", "--storage", storage, "load " + input + " | normalize | save " + output});
        REQUIRE(outcome.code == 0);
        const std::string bytes = bytes_of(output);
        if (first.empty()) first = bytes;
        CHECK(bytes == first);
    }
}
