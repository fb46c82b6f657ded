#include "pipeline/sluice/batch/outputs.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

// No file system: the current folder is /home, and there are no links.
fs::path pure(const fs::path& path) {
    const fs::path whole = ("/home" / path).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

// Inputs as they are found in the folder "in".
std::vector<InputFile> found(const std::vector<std::string>& names) {
    std::vector<InputFile> files;
    for (const std::string& name : names) files.push_back({fs::path("in") / name, name});
    return files;
}

struct Mapped {
    std::vector<std::string> outputs;  // of all Sinks
    std::string faults;
};

Mapped map(const std::vector<InputFile>& inputs, OutputRules rules) {
    if (rules.folder.empty()) rules.folder = "out";
    Diagnostics faults;
    Mapped outcome;
    for (const BatchFile& file : map_outputs(inputs, rules, faults, pure))
        for (std::size_t n = 0; n < file.outputs(); ++n)
            outcome.outputs.push_back(file.output_of(n).string());
    outcome.faults = faults.text();
    return outcome;
}

}  // namespace

TEST_CASE("an output mirrors its input's place and name") {
    struct Row {
        std::string input, output;
        OutputRules rules = {};
    };
    const std::vector<Row> rows = {
        {"a.png", "out/a.png"},
        {"sub/deep/a.jpg", "out/sub/deep/a.jpg"},
        {"a.JPG", "out/a.JPG"},
        {"a.b.c.png", "out/a.b.c.png"},
        {"two words.png", "out/two words.png"},
        {"line\nbreak.png", "out/line\nbreak.png"},
        {"bytes\xFF\xFE.png", "out/bytes\xFF\xFE.png"},
        {"{stem}.png", "out/{stem}.png"},
        // What cannot be written becomes PNG.
        {"a.gif", "out/a.gif"},
        {"a.psd", "out/a.png"},
        {"a.heic", "out/a.png"},
        {"none", "out/none.png"},
        // Options.
        {"a.png", "out/a.jpg", {.format = "jpg"}},
        {"a.png", "out/a.jpg", {.format = ".jpg"}},
        {"a.gif", "out/a.tga", {.format = "tga"}},
        {"sub/a.png", "out/sub/a_n.png", {.name = "{stem}_n.{ext}"}},
        {"sub/a.png", "out/sub/sub-a.jpg", {.name = "{parent}-{stem}.{ext}", .format = "jpg"}},
        {"a.png", "out/in-a.png", {.name = "{parent}-{stem}.{ext}"}},
        {"sub/a.png", "out/sub/1.jpg", {.name = "{index}.jpg"}},
        {"a.png", "out/001/a.png", {.name = "{index:3}/{stem}.{ext}"}},
        {"a.png", "/elsewhere/a.png", {.folder = "/elsewhere"}},
        {"sub/a.png", "one.jpg", {.one_file = "one.jpg"}},
        {"sub/a.png", "-", {.one_file = "-"}},
    };
    for (const Row& row : rows) {
        INFO(row.input << " -> " << row.output);
        const Mapped outcome = map(found({row.input}), row.rules);
        CHECK(outcome.faults == "");
        REQUIRE(outcome.outputs.size() == 1);
        CHECK(outcome.outputs[0] == row.output);
    }
}

TEST_CASE("inputs are numbered from 1 in their order") {
    const Mapped outcome = map(found({"b.png", "a/c.png", "d.png"}), {.name = "{index}.{ext}"});
    CHECK(outcome.outputs == std::vector<std::string>{"out/1.png", "out/a/2.png", "out/3.png"});
}

TEST_CASE("the folder that holds an input has a name, however the input is spelled") {
    const OutputRules rules = {.name = "{parent}/{stem}.{ext}"};
    CHECK(map({{"a.png", "a.png"}}, rules).outputs.at(0) == "out/home/a.png");
    CHECK(map({{"./a.png", "a.png"}}, rules).outputs.at(0) == "out/home/a.png");
    CHECK(map({{"sub/../a.png", "a.png"}}, rules).outputs.at(0) == "out/home/a.png");
    CHECK(map({{"/data/raw/a.png", "a.png"}}, rules).outputs.at(0) == "out/raw/a.png");
    CHECK(map({{"/a.png", "a.png"}}, rules).outputs.at(0) == "out/a.png");
    CHECK(map({{"-", "stdin"}}, rules).outputs.at(0) == "out/stdin.png");
}

TEST_CASE("two inputs with one output are refused, with both names and a way out") {
    CHECK(map(found({"a.psd", "a.png"}), {}).faults ==
          "'in/a.psd' and 'in/a.png' would both be saved as 'out/a.png'; "
          ".name = \"{stem}-{index}.{ext}\" tells them apart");
    CHECK(map({{"b/a.png", "a.png"}, {"c/a.png", "a.png"}}, {}).faults ==
          "'b/a.png' and 'c/a.png' would both be saved as 'out/a.png'; "
          ".name = \"{parent}/{stem}.{ext}\" tells them apart");
    CHECK(map({{"b/a.png", "a.png"}, {"c/a.png", "a.png"}}, {.name = "{parent}/{stem}.{ext}"}).outputs ==
          std::vector<std::string>{"out/b/a.png", "out/c/a.png"});
    CHECK(map({{"x/b/a.png", "a.png"}, {"y/b/a.png", "a.png"}}, {}).faults.find("\"{stem}-{index}.{ext}\"") !=
          std::string::npos);
    CHECK(map(found({"x/a.png", "y/a.png"}), {}).faults == "");
    CHECK(map(found({"x/a.png", "x/b.png"}), {.name = "same.{ext}"}).faults != "");
    // Another spelling of the same place.
    CHECK(map({{"in/a.png", "a.png"}, {"in/b.png", "x/../a.png"}}, {}).faults != "");
}

TEST_CASE("each input has an output for each Sink, which all clash alike") {
    const OutputRules rules{.also = {{"save.2.path", "{stem}-400.webp"}, {"save.3.path", "s/{index}.{ext}"}}};
    CHECK(map(found({"x/a.png", "b.psd"}), rules).outputs ==
          std::vector<std::string>{"out/x/a.png", "out/x/a-400.webp", "out/x/s/1.png", "out/b.png",
                                   "out/b-400.webp", "out/s/2.png"});
    CHECK(map(found({"a.png", "a.jpg"}), {.also = {{"save.2.path", "{stem}-400.webp"}}}).faults ==
          "'in/a.png' and 'in/a.jpg' would both be saved as 'out/a-400.webp'; {parent} or {index} in the "
          "paths of the pipeline tell them apart");
    CHECK(map(found({"a.png"}), {.also = {{"save.2.path", "{stem}.png"}}}).faults ==
          "'in/a.png' would be saved twice as 'out/a.png'; give each save of the pipeline another path");
    CHECK(map(found({"a.png"}), {.also = {{"save.2.path", "small.png"}}}).faults ==
          "save.2.path: every file would be saved there; {stem} stands for the name of the input");
    CHECK(map(found({"a.png", "a-1.png"}),
              {.folder = "in", .name = "{stem}-new.{ext}", .also = {{"save.2.path", "{stem}-1.png"}}})
              .faults.find("'in/a.png' would overwrite the input 'in/a-1.png'") != std::string::npos);
    CHECK(map(found({"a.png"}), {.also = {{"save.2.path", "{index}.png"}}, .runs = 2})
              .faults.find("save.2.path: {index} and shard do not go together") == 0);
}

TEST_CASE("outputs that differ in upper and lower case only are a warning") {
    Diagnostics faults;
    const auto files =
        map_outputs(found({"A.png", "a.png", "B/x.png", "b/x.png"}), {.folder = "out"}, faults, pure);
    CHECK(files.size() == 4);
    CHECK(faults.ok());
    CHECK(faults.text() ==
          "warning: 'out/A.png' and 'out/a.png' are the same file on systems that ignore case\n"
          "warning: 'out/B/x.png' and 'out/b/x.png' are the same file on systems that ignore case");
}

TEST_CASE("an output that is an input is refused, be it its own or another's") {
    CHECK(map(found({"a.png"}), {.folder = "in"}).faults ==
          "'in/a.png' would overwrite the input 'in/a.png'; choose another folder, name or format");
    CHECK(map(found({"a.png"}), {.folder = "./other/../in"}).faults != "");
    CHECK(map(found({"a.png"}), {.folder = "/home/in"}).faults != "");
    CHECK(map(found({"a.png"}), {.one_file = "in/a.png"}).faults != "");
    CHECK(map(found({"1.png", "x.png"}), {.folder = "in", .name = "{index}.{ext}"})
              .faults.find("would overwrite the input") != std::string::npos);
    CHECK(map(found({"a.png"}), {.folder = "in", .format = "jpg"}).faults == "");
    CHECK(map(found({"a.png"}), {.folder = "in", .name = "{stem}-new.{ext}"}).faults == "");
}

TEST_CASE("an output in the place of another's folder is refused") {
    CHECK(map(found({"a.png/b.png", "a.jpg"}), {.format = "png"}).faults ==
          "'out/a.png' would be both the output of 'in/a.jpg' and the folder of 'out/a.png/b.png'");
}

TEST_CASE("rules that cannot be are refused before any file is looked at") {
    CHECK(map({}, {.format = "psd"}).faults.find("format: sluice cannot write PSD; it writes png, ") == 0);
    CHECK(map({}, {.name = "{stem}.png", .format = "jpg"}).faults ==
          "name: ends in '.png', but format asks for 'jpg'");
    CHECK(map({}, {.name = "{stem}.jpeg", .format = "jpg"}).faults == "");
    CHECK(map({}, {.name = "{stm}"}).faults.find("name: ") == 0);
    CHECK(map(found({"a.png"}), {.one_file = "x.doc"}).faults.find("'x.doc' has no extension of a format") ==
          0);
}

TEST_CASE("of many faults of one kind the first are told, the others are counted") {
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) names.push_back(std::to_string(i) + ".png");
    const std::string faults = map(found(names), {.name = "same.{ext}"}).faults;
    CHECK(std::count(faults.begin(), faults.end(), '\n') == 20);
    CHECK(faults.find("... and 79 more like this") != std::string::npos);
}
