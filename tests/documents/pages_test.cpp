// The pages in docs/stages are what the declarations of the stages say. `./dev docs` writes them anew.
#include "io/codecs.hpp"
#include "io/formats_table.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/places.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

namespace {

const fs::path pages = fs::path(SLUICE_SOURCE_DIR) / "docs/stages";

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string in_cell(std::string text) {  // of a Markdown table
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
}

fs::path image_of(const std::string& stage) { return pages / "../images/stages" / (stage + ".jpg"); }

// What docs/images/stages/shown.txt has each stage shown by.
std::map<std::string, std::string> shown_by() {
    std::istringstream table(text_of(pages / "../images/stages/shown.txt"));
    std::map<std::string, std::string> chains;
    std::string line, stage, inputs, chain;
    while (std::getline(table, line)) {
        std::istringstream row(line);
        if (row >> stage >> inputs && std::getline(row >> std::ws, chain) && stage != "#" && stage != "=")
            chains[stage] = chain;
    }
    return chains;
}

// With its image behind the summary.
std::string page_of(const sluice::StageDef& stage, const std::map<std::string, std::string>& chains) {
    std::string page = sluice::stage_markdown(stage);
    const std::size_t summary = page.find("\n\n") + 2;
    if (const auto chain = chains.find(stage.name); chain != chains.end())
        page.insert(page.find("\n\n", summary) + 2, "![Before and after](../images/stages/" + stage.name +
                                                        ".jpg)\n\nBefore, and after `" + chain->second +
                                                        "`.\n\n");
    return page;
}

}  // namespace

TEST_CASE("the table of formats is a fresh rendering of the declarations of the codecs") {
    for (const sluice::Codec& codec : sluice::codecs())
        if (!codec.missing.empty()) return report_skip("sluice was built without " + codec.missing);
    CHECK_MESSAGE(text_of(fs::path(SLUICE_SOURCE_DIR) / "docs/formats.md") == sluice::formats_markdown(),
                  "./dev docs writes it");
}

TEST_CASE("the pages of the stages are fresh renderings of their declarations") {
    const sluice::Registry registry(sluice::stage_table());
    REQUIRE(!registry.names().empty());
    std::set<std::string> stale;
    std::map<std::string, std::string> expected;
    std::string rows;
    const std::map<std::string, std::string> chains = shown_by();
    for (const std::string& name : registry.names()) {
        expected[name + ".md"] = page_of(*registry.find(name), chains);
        rows += "| [" + name + "](" + name + ".md) | " + in_cell(registry.find(name)->summary) + " |\n";
    }
    for (const auto& [page, text] : expected)
        if (text_of(pages / page) != text) stale.insert(page);
    const std::string list = text_of(pages / "README.md");
    if (list.substr(std::min(list.size(), list.find("| ["))) != rows) stale.insert("README.md");
    for (const auto& entry : fs::directory_iterator(pages))
        if (const std::string page = entry.path().filename().string();
            page != "README.md" && expected.count(page) == 0)
            stale.insert(page);  // of a stage that is gone

    std::string names;
    for (const std::string& page : stale) names += (names.empty() ? "docs/stages/" : ", docs/stages/") + page;
    CHECK_MESSAGE(stale.empty(), "not what the stages declare: " << names << "; ./dev docs writes them anew");
}

TEST_CASE("every stage that makes an image of images is shown by itself, on images") {
    const sluice::Registry registry(sluice::stage_table());
    const std::map<std::string, std::string> chains = shown_by();
    for (const std::string& name : registry.names()) {
        const sluice::StageDef& stage = *registry.find(name);
        const bool shown =
            !stage.inputs.empty() && !stage.outputs.empty() && stage.outputs.front().is_image();
        CHECK_MESSAGE(fs::exists(image_of(name)) == shown, name << ": ./dev docs makes its image");
        const auto chain = chains.find(name);
        CHECK_MESSAGE((chain != chains.end()) == shown,
                      name << ": docs/images/stages/shown.txt says how it is shown");
        if (chain != chains.end())
            CHECK_MESSAGE(("| " + chain->second + " ").find("| " + name + " ") != std::string::npos,
                          name << ": is not in the chain that shows it");
    }
    for (const auto& [name, chain] : chains)
        CHECK_MESSAGE(registry.find(name) != nullptr,
                      "docs/images/stages/shown.txt: there is no stage " << name);
}
