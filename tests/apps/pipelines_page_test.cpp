// docs/pipelines.md, docs/own-kernel.md, docs/tasks.md and docs/from-*.md work as they stand, and the program
// prints the first.
#include "tests/apps/shell.hpp"
#include "tests/error_of.hpp"
#include "tests/places.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Block {
    std::string kind, file;  // "```yaml percentile.yaml"
    std::string text;
};

std::vector<Block> blocks(const std::string& name) {
    std::vector<Block> all;
    std::istringstream page(bytes_of(std::string(SLUICE_SOURCE_DIR) + "/docs/" + name));
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("```")) {
            if (inside) all.back().text += line + "\n";
            continue;
        }
        inside = !inside;
        if (!inside) continue;
        std::istringstream words(line.substr(3));
        Block block;
        words >> block.kind >> block.file;
        all.push_back(block);
    }
    REQUIRE_FALSE(inside);
    return all;
}

struct PageCounts {
    std::size_t commands = 0, files = 0;
};

// Writes the files of a page into a folder, checks them and runs its commands there.
PageCounts run_page(const std::string& name, const Scratch& folder) {
    PageCounts counts;
    for (const Block& block : blocks(name)) {
        INFO(block.text);
        if (block.kind == "sh") {
            ++counts.commands;
            const Outcome outcome = shell("set -e\n" + block.text, folder / "");
            CHECK_MESSAGE(outcome.code == 0, outcome.err);
        } else if (!block.file.empty()) {
            ++counts.files;
            folder.put(block.file, block.text);
            const std::string check = block.kind == "c" ? "stages --from " : "plan --check ";
            const Outcome outcome = shell("sluice " + check + block.file, folder / "");
            CHECK_MESSAGE(outcome.code == 0, outcome.err);
            CHECK(outcome.err.empty());
        } else {
            CHECK(
                (block.kind.empty() || name == "own-kernel.md"));  // for other programs, or a part of a file
        }
    }
    return counts;
}

// What stands in the last column of a table's rows, where it is code and nothing else; `|` is written `\\|`
// there.
std::vector<std::string> chains(const std::string& name) {
    std::vector<std::string> found;
    std::istringstream page(bytes_of(std::string(SLUICE_SOURCE_DIR) + "/docs/" + name));
    for (std::string line; std::getline(page, line);) {
        const std::size_t begin = line.rfind(" | `");
        if (!line.starts_with("| ") || begin == std::string::npos || !line.ends_with("` |")) continue;
        std::string chain = line.substr(begin + 4, line.size() - begin - 7);
        for (std::size_t at = 0; (at = chain.find("\\|", at)) != std::string::npos;) chain.erase(at, 1);
        found.push_back(chain);
    }
    return found;
}

}  // namespace

TEST_CASE("every example of docs/pipelines.md runs, and its files are pipelines") {
    const Scratch folder;
    const sluice::HostImage picture = ramp(16, 12, 3, 40, 100);
    for (const char* name : {"photo.jpg", "my photo.jpg", "it's.jpg", "folder/a.jpg", "folder/b.png"})
        folder.put(name, picture);
    folder.put("mask.png", ramp(16, 12, 1, 0, 2));
    const PageCounts counts = run_page("pipelines.md", folder);
    CHECK(counts.commands >= 8);
    CHECK(counts.files >= 5);
    // What is said to be the same is the same.
    const Outcome files_run = shell("sluice run branches.yaml && sluice run percentile.json", folder / "");
    CHECK_MESSAGE(files_run.code == 0, files_run.err);
    CHECK(bytes_of(folder / "print.png") == bytes_of(folder / "print-yaml.png"));
    CHECK(bytes_of(folder / "negative.png") == bytes_of(folder / "negative-yaml.png"));
    CHECK(bytes_of(folder / "masked.png") == bytes_of(folder / "masked-too.png"));
    CHECK(bytes_of(folder / "masked.png") != bytes_of(folder / "print.png"));
    CHECK_FALSE(bytes_of(folder / "out.png").empty());
    CHECK(bytes_of(folder / "out.png") == bytes_of(folder / "out-yaml.png"));
    CHECK(bytes_of(folder / "out.png") == bytes_of(folder / "out-json.png"));
}

TEST_CASE("every kernel of docs/own-kernel.md runs, and says what is wrong in its line") {
    const Scratch folder;
    const sluice::HostImage picture = ramp(40, 30, 3, 40, 100);
    for (const char* name : {"photo.jpg", "folder/a.jpg", "folder/b.png"}) folder.put(name, picture);
    const PageCounts counts = run_page("own-kernel.md", folder);
    CHECK(counts.commands >= 7);
    CHECK(counts.files >= 8);
    CHECK(bytes_of(folder / "dark.png") == bytes_of(folder / "dark-too.png"));
    const Outcome plan = shell("sluice plan dark.yaml", folder / "");
    CHECK_MESSAGE(contains(plan.out, "passes over the pixels: 1 (spotlight, invert)"), plan.out);
    const Outcome table = shell("sluice run \"load photo.jpg | kernel midpoint.cl\"", folder / "");
    CHECK(table.json().at("tables").at("midpoint").dump().find("level") != std::string::npos);
    // A mistake has its line, and its command writes nothing.
    std::string text = bytes_of(folder / "spotlight.cl");
    folder.put("spotlight.cl", text.replace(text.find("REAL strength"), 13, "REAL strenght"));
    const Outcome wrong =
        shell("sluice run \"load photo.jpg | kernel spotlight.cl | save no.png\"", folder / "");
    CHECK(wrong.code == 2);
    CHECK_MESSAGE(contains(wrong.err,
                           "spotlight.cl:9: spotlight: argument 'strenght' is not declared (did you "
                           "mean 'strength'?)"),
                  wrong.err);
    CHECK_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_CASE("every command of docs/tasks.md runs, and makes its picture or prints its list") {
    const Scratch folder;
    const sluice::HostImage picture = ramp(16, 12, 3, 40, 100);
    for (const char* name : {"photo.jpg", "other.jpg", "third.jpg", "folder/a.jpg", "folder/b.png"})
        folder.put(name, picture);
    folder.put("mark.png", ramp(6, 4, 3, 0, 255));
    std::size_t tasks = 0;
    for (const Block& block : blocks("tasks.md")) {
        INFO(block.text);
        REQUIRE(block.kind == "sh");
        const bool batch = block.text.starts_with("sluice batch");
        const std::string result = folder / (batch ? "results/b.png" : "out.png");
        std::filesystem::remove_all(batch ? folder / "results" : result);
        const Outcome outcome = shell(block.text, folder / "");
        CHECK_MESSAGE(outcome.code == 0, outcome.err);
        if (batch || block.text.find("save") != std::string::npos)
            CHECK(std::filesystem::exists(result));
        else
            CHECK(outcome.out.find("\"found\"") != std::string::npos);  // it prints a list
        ++tasks;
    }
    CHECK(tasks >= 20);
}

TEST_CASE("every chain of the pages for those who come from elsewhere can be planned") {
    const Scratch folder;
    folder.put("photo.png", ramp(64, 48, 3, 40, 100));
    const sluice::Device device = sluice::Device::pick();
    for (const auto& [page, least] : {std::pair{"from-opencv.md", 39}, std::pair{"from-dali.md", 17}}) {
        const std::vector<std::string> all = chains(page);
        CHECK(all.size() >= static_cast<std::size_t>(least));
        for (const std::string& chain : all) {
            CAPTURE(chain);
            const std::string whole = "load " + folder / "photo.png" + " | " + chain + " | save out.tif";
            CHECK(error_of([&] {  // as `sluice plan` does, which takes longer to start
                      sluice::Plan(sluice::Graph::from_chain(whole), sluice::SourceFormats{}, device);
                  }) == "");
        }
    }
}

TEST_CASE("sluice help pipelines prints the page, and a message about a pipeline names it") {
    const Outcome outcome = sluice_program({"help", "pipelines"});
    CHECK(outcome.code == 0);
    CHECK(outcome.out.starts_with("Pipelines\n\nA pipeline is a list of stages."));
    CHECK(contains(outcome.out, "\n  branches.yaml:\n    sluice: 1\n"));
    CHECK(contains(
        outcome.out,
        "\n    sluice run \"load photo.jpg | normalize mode=percentile low=1 high=99 | save out.png\"\n"));
    for (const std::vector<std::string>& words : {std::vector<std::string>{"help"}, {"help", "run"}}) {
        std::istringstream help(sluice_program(words).out);  // broken anywhere
        std::string text;
        for (std::string word; help >> word;) text += word + " ";
        CHECK(contains(text, "'sluice help pipelines'"));
    }
    const std::string tail = "\n'sluice help pipelines' shows how a pipeline is written\n";
    const Scratch folder;
    const std::string file = folder.put("p.yaml", "sluice: 1\nstages: [{lod: {path: a}}]\n");
    for (const std::vector<std::string>& words : {std::vector<std::string>{"run", "lod a | save b.png"},
                                                  {"plan", "lod a"},
                                                  {"run", file},
                                                  {"batch", file, "-o", folder / "out", "-p", "nomalize"}})
        CHECK(sluice_program(words).err.ends_with(tail));
    CHECK_FALSE(contains(sluice_program({"run", "load a.png | save b.png", "--colour"}).err, tail));
}
