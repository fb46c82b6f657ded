// What is refused, and in which words: one table for all who put files through a pipeline.
//
// `run`, `plan` and Plan take a graph that names its files. `batch`, Batch and Python's batch() take the
// stages between them, and name the results themselves.
#include "apps/options/spelled.hpp"
#include "apps/python/spelling.hpp"
#include "io/codecs.hpp"
#include "io/save_format.hpp"
#include "pipeline/run/process_memory.hpp"
#include "pipeline/sluice/batch.hpp"
#include "pipeline/sluice/sluice.hpp"
#include "tests/apps/program.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace sluice;

namespace {

struct Refusal {
    std::string where;
    Wording what;

    std::string in(Spelling spelling) const {
        return (where.empty() ? what : where + ": " + what).in(spelling);
    }
};

// "$/" is the folder of the files, and N a number that depends on the machine or on the length of names.
struct Case {
    std::string name;
    std::vector<std::string> inputs;
    std::string output;
    std::string stages = "invert";  // between `load` and `save`
    std::string load = "";          // parameters of both
    std::string save = "";
    Refusal refusal;
    // Where it differs, and why: `plan` reads no pixels and writes nothing; a batch names the results, so
    // that what helps is an option of its own.
    bool planned = false;
    std::optional<Refusal> of_batch = {};
    bool limited = false;  // in memory; a Plan is not, since it may be for images of the application's
};
constexpr std::size_t mebibyte = std::size_t{1} << 20;
const std::string limit = "700M";

const Wording is_there = "exists; " + Remedy{"overwrite", "skip"} + " keeps it and counts it as done, " +
                         Remedy{"overwrite", "newer"} + " or " + Remedy{"overwrite", "always"} +
                         " replaces it";

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {.name = "no such file",
         .inputs = {"$/none.png"},
         .output = "$/out.png",
         .refusal = {"$/none.png", "there is no such file"}},
        {.name = "unknown format",
         .inputs = {"$/text.png"},
         .output = "$/out.png",
         .refusal = {"$/text.png", "it is not an image that sluice can read; sluice reads " +
                                       readable_formats() + "; " + Remedy{"load.format", "yuv"} +
                                       " reads raw video"}},
        {.name = "broken header",
         .inputs = {"$/header.png"},
         .output = "$/out.png",
         .refusal = {"$/header.png", "its data ends early"}},
        {.name = "broken pixels",
         .inputs = {"$/cut.png"},
         .output = "$/out.png",
         .refusal = {"$/cut.png",
                     "its data ends early; " + Remedy{"load.lenient", true} + " takes what can be read"},
         .planned = true},
        {.name = "a page that is not there",
         .inputs = {"$/a.png"},
         .output = "$/out.png",
         .load = "page=9",
         .refusal = {"$/a.png", "it has no page 9: a PNG holds one image"}},
        {.name = "too many pixels",
         .inputs = {"$/a.png"},
         .output = "$/out.png",
         .load = "max_pixels=10",
         .refusal = {"$/a.png", "it is too large: 8x6 pixels are more than the limit of 10, which " +
                                    Remedy{"load.max_pixels"} + " sets"}},
        {.name = "too large for the memory",
         .inputs = {"$/large.psd"},
         .output = "$/out.png",
         .refusal = {"$/large.psd",
                     "it needs N MiB of memory at once (its pixels N MiB), " + Remedy{"limit_memory"} +
                         " leaves N MiB for images; N would be enough; it cannot be streamed by rows, which "
                         "would need less: load: PSD is always decoded as a whole"},
         .limited = true},
        {.name = "no stage of that name",
         .inputs = {"$/a.png"},
         .output = "$/out.png",
         .stages = "gama 2",
         .refusal = {"chain:1:N", "there is no stage 'gama' (did you mean 'gamma'?)"}},
        {.name = "a parameter out of its range",
         .inputs = {"$/a.png"},
         .output = "$/out.png",
         .stages = "posterize 1000",
         .refusal = {"chain:1:N", "posterize.levels: 1000 is outside [2, 256]"}},
        {.name = "a stage that is not for this image",
         .inputs = {"$/a.png"},
         .output = "$/out.png",
         .stages = "crop 100x1+0+0",
         .refusal = {"chain:1:N", "crop: takes 100 columns, but the image has 8"},
         .of_batch = Refusal{"$/a.png", "chain:1:N: crop: takes 100 columns, but the image has 8"}},
        {.name = "a format that nobody writes",
         .inputs = {"$/a.png"},
         .output = "$/out.png",
         .save = "format=xyz",
         .refusal = {"chain:1:N", "save: " + cannot_write("xyz")}},
        {.name = "an output that exists",
         .inputs = {"$/a.png"},
         .output = "$/there.png",
         .refusal = {"$/there.png", is_there},
         .planned = true,
         .of_batch = Refusal{"$/a.png", "its output '$/there.png' " + is_there}},
        {.name = "an output that is a source",
         .inputs = {"$/a.png"},
         .output = "$/link.png",
         .refusal = {"$/link.png", "the pipeline reads this file; save the result under another name"},
         .of_batch =
             Refusal{"batch", "'$/a.png' would overwrite the input '$/a.png'; choose another folder, " +
                                  Remedy{"name"} + " or " + Remedy{"format"}}},
        {.name = "stdin for two sources",
         .inputs = {"-", "-"},
         .output = "$/out.png",
         .refusal = {"chain:1:N",
                     "load.2: reads stdin, which 'load' also reads; take the image of 'load' with "
                     "from=load, or save stdin as a file first"},
         .of_batch = Refusal{"batch", "stdin is named twice as an input; name it once"}},
        {.name = "two results in one file",
         .inputs = {"$/a.png", "$/b.png"},
         .output = "$/out.png",
         .refusal =
             {"chain:1:N",
              "save.2: writes '$/out.png', which 'save' also writes; save one of them under another name"},
         .of_batch =
             Refusal{"batch", Remedy{"output"} + " '$/out.png' is a file, so there must be exactly one "
                                                 "input file; to name a folder, end it with '/'"}},
        {.name = "stdout for two results",
         .inputs = {"$/a.png", "$/b.png"},
         .output = "-",
         .refusal = {"chain:1:N",
                     "save.2: writes '-', which 'save' also writes; save one of them under another name"},
         .of_batch = Refusal{"batch", Remedy{"output"} + " '-' is a file, so there must be exactly one "
                                                         "input file; to name a folder, end it with '/'"}},
    };
    return all;
}

struct Front {
    const char* name;
    Spelling spelling;
    bool of_batch;
    std::string (*said)(const Case&, const Scratch&);
};

// With the names of files as they are.
std::string placed(std::string text, const Scratch& folder) {
    const std::string path = (folder / "x").substr(0, (folder / "x").size() - 1);
    for (std::size_t at = 0; (at = text.find("$/", at)) != std::string::npos;) text.replace(at, 2, path);
    return text;
}

std::string plain(std::string text, const Scratch& folder) {
    constexpr std::string_view program = "sluice ";  // as the program calls its commands
    if (text.starts_with(program)) text.erase(0, program.size());
    const std::string path = placed("$/", folder);
    for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos;)
        text.replace(at, path.size(), "$/");
    text = std::regex_replace(text, std::regex("chain:1:[0-9]+"), "chain:1:N");
    text = std::regex_replace(text, std::regex("[0-9]+ MiB"), "N MiB");
    return std::regex_replace(text, std::regex("\"?[0-9]+M?\"? would be enough"), "N would be enough");
}

// Of one channel; what is not written is a hole.
std::string large_psd(std::uint32_t side) {
    std::string text = "8BPS";
    const auto add = [&](std::uint32_t number, int bytes) {
        while (bytes-- > 0) text += static_cast<char>(number >> (8 * bytes));
    };
    add(1, 2);
    text += std::string(6, '\0');
    add(1, 2);
    add(side, 4);
    add(side, 4);
    add(8, 2);
    add(1, 2);                              // grey
    for (int i = 0; i < 3; ++i) add(0, 4);  // no colours, no resources, no layers
    add(0, 2);                              // not compressed
    return text;
}

void put_files(const Scratch& folder) {
    const std::string a = folder.put("a.png", ramp(8, 6, 3, 0, 50));
    folder.put("b.png", ramp(8, 6, 3, 0, 60));
    folder.put("text.png", "no picture");
    folder.put("header.png", bytes_of(a).substr(0, 20));
    folder.put("cut.png", bytes_of(a).substr(0, 60));
    folder.put("there.png", "mine");
    std::filesystem::create_symlink(a, folder / "link.png");
    const std::uint32_t side = 20000;
    std::filesystem::resize_file(folder.put("large.psd", large_psd(side)), std::size_t{side} * side + 40);
}

std::string with(const std::string& stage, const std::string& params) {
    return params.empty() ? stage : stage + " " + params;
}

std::string chain(const Case& one, const Scratch& folder) {
    std::string text;
    for (const std::string& input : one.inputs)
        text += (text.empty() ? "" : "; ") + with("load " + input, one.load) + " | " + one.stages + " | " +
                with("save " + one.output, one.save);
    return placed(text, folder);
}

std::string stages(const Case& one) {
    return with("load", one.load) + " | " + one.stages + " | " + with("save", one.save);
}

std::vector<std::string> limited(const Case& one, std::vector<std::string> words) {
    if (one.limited) words.insert(words.end(), {"--limit-memory", limit});
    return words;
}

// What the program says, without how many files it did, the excerpt of the pipeline and where help is.
std::string of_program(const std::vector<std::string>& words) {
    std::string said;
    const std::string err = sluice_program(words).err;
    std::istringstream lines(err);
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_search(line, std::regex("^  |^'sluice help pipelines'|^[0-9]+ done, "))) continue;
        constexpr std::string_view failed = "failed: ";
        if (line.starts_with(failed)) line.erase(0, failed.size());
        said += (said.empty() ? "" : "\n") + line;
    }
    return said;
}

std::string by_run(const Case& one, const Scratch& folder) {
    return of_program(limited(one, {"run", chain(one, folder)}));
}
std::string by_plan(const Case& one, const Scratch& folder) {
    return of_program(limited(one, {"plan", chain(one, folder)}));
}
std::string by_batch(const Case& one, const Scratch& folder) {
    std::vector<std::string> words = {"batch", "-o", placed(one.output, folder), "--pipeline", stages(one)};
    for (const std::string& input : one.inputs) words.push_back(placed(input, folder));
    return of_program(limited(one, words));
}

std::string by_plan_in_cpp(const Case& one, const Scratch& folder) {
    try {
        Session session(Plan(Graph::from_chain(chain(one, folder)), SourceFormats{}, Device::pick()));
        run_files(session);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}
std::string by_batch_in_cpp(const Case& one, const Scratch& folder) {
    std::vector<std::filesystem::path> inputs;
    for (const std::string& input : one.inputs) inputs.emplace_back(placed(input, folder));
    const Device device = Device::pick();
    BatchOptions options;
    if (one.limited) options.limit_memory = memory_limit_of_process(0, 1).beside + 64 * mebibyte;
    try {
        const Batch batch(Graph::from_chain(stages(one)), inputs, placed(one.output, folder), options);
        std::string said;
        for (const Summary::Failure& failure : batch.run(device).failures)
            said += failure.input.string() + ": " + failure.reason;
        return said;
    } catch (const Error& error) {
        return error.what();
    }
}

#ifdef SLUICE_TEST_PYTHON
// One process for all cases: Python takes long to begin.
std::vector<std::string> all_by_python() {
    const Scratch folder;
    put_files(folder);
    nlohmann::json asked = nlohmann::json::array();
    for (const Case& one : cases()) {
        nlohmann::json inputs = nlohmann::json::array();
        for (const std::string& input : one.inputs) inputs.push_back(placed(input, folder));
        asked.push_back(
            {{"inputs", inputs},
             {"output", placed(one.output, folder)},
             {"pipeline", stages(one)},
             {"options", one.limited ? nlohmann::json{{"limit_memory", limit}} : nlohmann::json::object()}});
    }
    folder.put("asked.json", asked.dump());
    const std::string line = "PYTHONPATH='" SLUICE_TEST_PYTHON_PACKAGE "' '" SLUICE_TEST_PYTHON
                             "' '" SLUICE_SOURCE_DIR "/tests/apps/refusals.py' <'" +
                             folder / "asked.json" + "' >'" + folder / "said.json" + "'";
    REQUIRE(std::system(line.c_str()) == 0);
    std::vector<std::string> said;
    for (const auto& text : nlohmann::json::parse(bytes_of(folder / "said.json")))
        said.push_back(plain(text.get<std::string>(), folder));
    return said;
}
std::string by_python(const Case& one, const Scratch&) {
    static const std::vector<std::string> said = all_by_python();
    return said.at(static_cast<std::size_t>(&one - cases().data()));
}
#endif

const std::vector<Front> fronts = {
    {"run", apps::on_command_line, false, by_run},    {"plan", apps::on_command_line, false, by_plan},
    {"batch", apps::on_command_line, true, by_batch}, {"Plan", in_programs, false, by_plan_in_cpp},
    {"Batch", in_programs, true, by_batch_in_cpp},
#ifdef SLUICE_TEST_PYTHON
    {"Python", python::in_python, true, by_python},
#endif
};

}  // namespace

TEST_CASE("whoever puts files through a pipeline refuses the same, with the same place, reason and remedy") {
    for (const Case& one : cases())
        for (const Front& front : fronts) {
            CAPTURE(one.name);
            const std::string by = front.name;
            CAPTURE(by);
            const Scratch folder;
            put_files(folder);
            const bool planned = one.planned && by == "plan";
            const Refusal& refusal = front.of_batch && one.of_batch ? *one.of_batch : one.refusal;
            const std::string expected = planned ? "" : refusal.in(front.spelling);
            if (one.limited && front.said == by_plan_in_cpp) continue;
            CHECK(plain(front.said(one, folder), folder) == expected);
            CHECK_FALSE(std::filesystem::exists(folder / "out.png"));
            CHECK(bytes_of(folder / "there.png") == "mine");
        }
}

TEST_CASE("stages share the image of stdin by its name, however it is spelled, and nobody reads it twice") {
    const Scratch folder;
    put_files(folder);
    const std::string rest = " | save " + folder / "out.png";
    const std::string twice = "load - id=a; load /dev/stdin id=b; subtract from=a,b" + rest;
    for (const char* command : {"plan", "run"}) {
        const Outcome outcome = sluice_program({command, twice}, {.in = folder / "a.png"});
        CHECK(outcome.code == 2);
        CHECK(
            contains(outcome.err, "b: reads stdin, which 'a' also reads; take the image of 'a' with from=a"));
        const std::string once = "load - id=a; subtract from=a,a" + rest;
        CHECK(sluice_program({command, once}, {.in = folder / "a.png"}).code == 0);
    }
    CHECK(sluice_program({"batch", "-", "/dev/stdin", "-o", folder / "results/"}, {.in = folder / "a.png"})
              .code == 2);
    CHECK(sluice_program({"batch", "-", "-o", folder / "results/"}, {.in = folder / "a.png"}).code == 0);
    CHECK(folder.files("results") == std::vector<std::string>{"stdin.png"});
}
