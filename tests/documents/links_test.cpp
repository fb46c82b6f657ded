// The pages for people link to each other: every file and heading that a link names is there.
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct LinkedPage {
    std::set<std::string> anchors;   // what its headings are called in a link
    std::vector<std::string> links;  // to files of the project, or headings
};

// What GitHub calls a heading: small letters, digits, `-`, `_`, a `-` for each space.
std::string anchor_of(const std::string& heading) {
    static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
    std::string anchor;
    for (const char c : std::regex_replace(heading, link, "$1"))
        if (c == ' ')
            anchor += '-';
        else if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return anchor;
}

// Blocks of code have neither links nor headings.
LinkedPage page_at(const fs::path& path) {
    static const std::regex link(R"(\]\(([^)\s]+)\))"), elsewhere("[a-z]+:.*"), heading("#+ +(.*)");
    LinkedPage page;
    std::ifstream file(path);
    bool code = false;
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("```")) code = !code;
        if (code) continue;
        if (std::regex_match(line, match, heading)) page.anchors.insert(anchor_of(match[1]));
        for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at)
            if (const std::string target = (*at)[1]; !std::regex_match(target, elsewhere))
                page.links.push_back(target);
    }
    return page;
}

}  // namespace

TEST_CASE("links between pages lead somewhere") {
    const fs::path root = SLUICE_SOURCE_DIR;
    std::map<fs::path, LinkedPage> read;
    const auto add = [&](const fs::path& path) {
        if (path.extension() == ".md") read.emplace(path, page_at(path));
    };
    for (const auto& entry : fs::directory_iterator(root)) add(entry.path());
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) add(entry.path());
    REQUIRE(read.size() > 100);
    std::size_t links = 0;
    for (const auto& [path, page] : read)
        for (const std::string& link : page.links) {
            INFO(fs::relative(path, root).string() << ": " << link);
            ++links;
            const std::size_t at = link.find('#');
            const fs::path target =
                at == 0 ? path : (path.parent_path() / link.substr(0, at)).lexically_normal();
            CHECK_MESSAGE(fs::exists(target), "no such file");
            if (at == std::string::npos || target.extension() != ".md") continue;
            const LinkedPage there = read.contains(target) ? read.at(target) : page_at(target);
            CHECK_MESSAGE(there.anchors.contains(link.substr(at + 1)), "no such heading");
        }
    CHECK(links > 200);
}
