// The pages in docs/stages are what the declarations of the stages say. `./dev docs` writes them anew.
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
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

}  // namespace

TEST_CASE("the page of every stage is a fresh rendering of its declaration") {
    const sluice::Registry registry(sluice::stage_table());
    REQUIRE(!registry.names().empty());
    for (const std::string& name : registry.names()) {
        INFO("docs/stages/" << name << ".md; ./dev docs writes it anew");
        CHECK(text_of(pages / (name + ".md")) == sluice::stage_markdown(*registry.find(name)));
    }
}

TEST_CASE(
    "the list of pages names every stage with its summary, and no page is left of a stage that is gone") {
    const sluice::Registry registry(sluice::stage_table());
    std::set<std::string> expected = {"README.md"};
    std::string rows;
    for (const std::string& name : registry.names()) {
        expected.insert(name + ".md");
        rows += "| [" + name + "](" + name + ".md) | " + in_cell(registry.find(name)->summary) + " |\n";
    }
    const std::string list = text_of(pages / "README.md");
    CHECK(list.substr(std::min(list.size(), list.find("| ["))) == rows);

    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(pages)) found.insert(entry.path().filename().string());
    CHECK(found == expected);
}
