// The pages for people link to each other: every file and heading that a link names is there.
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace fs = std::filesystem;

namespace {

// Of what stands outside of blocks of code.
template <class Use>
void each_line(const fs::path& page, Use use) {
    std::ifstream file(page);
    bool code = false;
    for (std::string line; std::getline(file, line);)
        if (line.rfind("```", 0) == 0)
            code = !code;
        else if (!code)
            use(line);
}

// What GitHub calls a heading in a link: small letters, digits, `-`, `_`, a `-` for each space.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : std::regex_replace(heading, std::regex(R"(\[([^\]]*)\]\([^)]*\))"), "$1"))
        if (c == ' ')
            anchor += '-';
        else if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return anchor;
}

std::set<std::string> anchors_of(const fs::path& page) {
    std::set<std::string> anchors;
    each_line(page, [&](const std::string& line) {
        std::smatch heading;
        if (std::regex_match(line, heading, std::regex("#+ +(.*)"))) anchors.insert(anchor_of(heading[1]));
    });
    return anchors;
}

// "" or what is wrong with a link that stands on a page.
std::string fault_of(const std::string& link, const fs::path& page) {
    const std::size_t at = link.find('#');
    const std::string path = link.substr(0, at);
    const fs::path target = path.empty() ? page : page.parent_path() / path;
    if (!fs::exists(target)) return "no such file";
    if (at == std::string::npos || target.extension() != ".md") return "";
    return anchors_of(target).count(link.substr(at + 1)) != 0 ? "" : "no such heading";
}

}  // namespace

TEST_CASE("links between pages lead somewhere") {
    const fs::path root = SLUICE_SOURCE_DIR;
    std::set<fs::path> written;
    for (const fs::path& folder : {root, root / "docs", root / "docs/decisions", root / "docs/stages"})
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().extension() == ".md") written.insert(entry.path());
    REQUIRE(written.size() > 100);
    std::size_t links = 0;
    const std::regex link(R"(\]\(([^)\s]+)\))"), elsewhere("[a-z]+:.*");
    for (const fs::path& page : written)
        each_line(page, [&](const std::string& line) {
            for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at) {
                const std::string target = (*at)[1];
                if (std::regex_match(target, elsewhere)) continue;
                ++links;
                const std::string fault = fault_of(target, page);
                CHECK_MESSAGE(fault.empty(), fs::relative(page, root).string()
                                                 << ": " << target << ": " << fault);
            }
        });
    CHECK(links > 200);
}
