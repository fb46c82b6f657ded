// Holds every #include of the tree against the table of floors in docs/architecture.md.
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace {

using Strings = std::vector<std::string>;

// Folder of a floor -> the floors that it stands on. What those stand on may be included too.
const std::map<std::string, Strings> floors = {
    {"pipeline/core", {}},
    {"kernels", {}},
    {"pipeline/graph", {"pipeline/core"}},
    {"pipeline/files", {"pipeline/core"}},
    {"io", {"pipeline/files"}},
    {"stages", {"pipeline/graph", "io"}},
    {"pipeline/plan", {"pipeline/graph", "kernels"}},
    {"pipeline/device", {"pipeline/core", "kernels"}},
    {"pipeline/run", {"pipeline/plan", "pipeline/device"}},
    {"pipeline/batch", {"pipeline/run", "pipeline/files"}},
    {"pipeline/sluice", {"pipeline/batch", "stages"}},
    {"pipeline/isolated", {"pipeline/graph", "pipeline/files"}},
    {"apps", {"pipeline/sluice", "pipeline/isolated"}},
    {"tests", {"apps"}},
};
// Rooms of the planner; none includes one behind it.
const Strings rooms = {"pipeline/plan/primitives", "pipeline/plan/cost",     "pipeline/plan/tuning",
                       "pipeline/plan/rewrite",    "pipeline/plan/schedule", "pipeline/plan/code",
                       "pipeline/plan/strategies"};
constexpr std::size_t most_lines = 500;

bool is_below(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// The floor that a path from the repository's root belongs to, or "".
std::string floor_of(std::string_view path) {
    const auto found = std::find_if(floors.begin(), floors.end(),
                                    [&](const auto& floor) { return is_below(path, floor.first); });
    return found == floors.end() ? "" : found->first;
}

std::ptrdiff_t room_of(std::string_view path) {
    return std::find_if(rooms.begin(), rooms.end(), [&](const auto& room) { return is_below(path, room); }) -
           rooms.begin();
}

std::set<std::string> reachable(const std::string& floor) {
    std::set<std::string> all = {floor};
    for (const std::string& below : floors.at(floor)) all.merge(reachable(below));
    return all;
}

// What is wrong with `"target"` included by the file at `path`, or "".
std::string refuse_own(const std::string& path, const std::string& target) {
    const std::string from = floor_of(path);
    const std::string to = floor_of(target);
    if (from.empty()) return "this file is on no floor";
    if (to.empty()) return "is on no floor: write it from the root of the repository";
    // stages/normalize.cpp may have files of its own in stages/normalize/, and those of a room share a
    // header.
    const std::string stage = path.substr(0, path.find_first_of("/.", std::string("stages/").size()));
    if (from == "stages" && to == "stages" && !is_below(target, stage) && !is_below(target, "stages/shared"))
        return "stages never include each other";
    if (!reachable(from).contains(to)) return from + " must not include " + to;
    if (from == "pipeline/plan" && to == from && room_of(target) < std::ssize(rooms) &&
        room_of(path) < room_of(target))
        return rooms[static_cast<std::size_t>(room_of(path))] + " must not include " +
               rooms[static_cast<std::size_t>(room_of(target))];
    return "";
}

std::string refuse_library(const std::string& path, const std::string& target) {
    const bool application = is_below(path, "tests/package");  // a project of its own
    if (is_below(target, "CL") && floor_of(path) != "pipeline/device" && path != "tests/faults/layer.cpp" &&
        !application) {
        return "only pipeline/device includes OpenCL";
    }
    if (is_below(target, "sluice")) return refuse_own(path, "pipeline/" + target);
    return "";
}

// What a line includes, with the character before it, such as `"io/read.hpp` and `<string`; or "".
std::string included(std::string line) {
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t'; });
    for (const std::string_view start : {"#include\"", "#include<"}) {
        if (!line.starts_with(start)) continue;
        const std::size_t end = line.find(start.back() == '<' ? '>' : '"', start.size());
        if (end != std::string::npos) return line.substr(start.size() - 1, end - start.size() + 1);
    }
    return "";
}

// "file:line: what is wrong", one for each fault of a source file.
Strings faults(const std::string& path, const std::string& text) {
    Strings found;
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::string target = included(line);
        if (target.empty()) continue;
        const bool own = target[0] == '"';
        target.erase(0, 1);
        const std::string wrong = own ? refuse_own(path, target) : refuse_library(path, target);
        if (!wrong.empty())
            found.push_back(path + ":" + std::to_string(number) + ": " + target + ": " + wrong);
    }
    if (number > most_lines) {
        found.push_back(path + ":" + std::to_string(number) + ": longer than " + std::to_string(most_lines) +
                        " lines: one idea per file");
    }
    return found;
}

// A header that its .cpp includes first is known to compile alone.
bool includes_first(const std::string& text, const std::string& header) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::string target = included(line);
        if (!target.empty()) return target == "\"" + header;
    }
    return false;
}

// "sluice::Graph": those that are defined at the scope of a namespace.
std::set<std::string> types(std::istream& text) {
    static const std::regex scope(R"(^namespace ([\w:]+) \{)"),
        definition(
            R"(^(?:struct|class|union|enum class)(?: SLUICE_API)? (\w+)(?: final)?(?: :[^:;][^;]*)? ?\{)");
    std::set<std::string> found;
    std::string space;
    std::smatch match;
    for (std::string line; std::getline(text, line);) {
        if (std::regex_search(line, match, scope)) space = match[1];
        if (std::regex_search(line, match, definition)) found.insert(space + "::" + match[1].str());
    }
    return found;
}

// Words of a command line, "--overwrite", in texts of a file below the program: each front end writes options
// in its own way (pipeline/core/wording.hpp).
Strings flags_in_texts(const std::string& source) {
    static const std::regex token(R"re(//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)')re"), flag("--[a-z]");
    Strings found;
    for (std::sregex_iterator at(source.begin(), source.end(), token), end; at != end; ++at)
        if (at->str().front() == '"' && std::regex_search(at->str(), flag)) found.push_back(at->str());
    return found;
}

bool is_source(const fs::path& path) {
    static const std::set<std::string> extensions = {".cpp", ".hpp", ".h", ".c", ".cl", ".clh"};
    return extensions.contains(path.extension().string());
}

Strings sources_of_the_tree(const fs::path& root) {
    Strings paths;
    for (const char* folder : {"pipeline", "stages", "kernels", "io", "apps", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            if (is_source(entry.path()))
                paths.push_back(entry.path().lexically_relative(root).generic_string());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace

TEST_CASE("every #include of the tree is allowed by the table of floors, and no file is too long") {
    const fs::path root = SLUICE_SOURCE_DIR;
    const Strings paths = sources_of_the_tree(root);
    REQUIRE(std::count(paths.begin(), paths.end(), "tests/floors_test.cpp") == 1);
    for (const std::string& path : paths) {
        std::ifstream file(root / path, std::ios::binary);
        REQUIRE(file.good());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (const std::string& fault : faults(path, text)) FAIL_CHECK(fault);
        const std::string header = fs::path(path).replace_extension(".hpp").generic_string();
        if (path.ends_with(".cpp") && fs::exists(root / header) && !includes_first(text, header)) {
            FAIL_CHECK(path << ": includes " << header << " later than something else, or never");
        }
    }
}

TEST_CASE("no text of io, pipeline and stages has an option of the command line in it") {
    const fs::path root = SLUICE_SOURCE_DIR;
    for (const std::string& path : sources_of_the_tree(root)) {
        if (!is_below(path, "io") && !is_below(path, "pipeline") && !is_below(path, "stages")) continue;
        std::ifstream file(root / path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (const std::string& wrong : flags_in_texts(text))
            FAIL_CHECK(path << ": " << wrong << " is a Remedy (pipeline/core/wording.hpp)");
    }
    CHECK(flags_in_texts("// \"--a\"\nf(\"x; --over\", '\"', \"a -- b\", \"\\\"--all\");").size() == 2);
}

TEST_CASE("only the planner itself and pipeline/run/prepare.cpp make plans and open the files of a graph") {
    const fs::path root = SLUICE_SOURCE_DIR;
    static const std::regex call(R"(\b(make_plan|open_sources)\()");
    for (const std::string& path : sources_of_the_tree(root)) {
        if (is_below(path, "pipeline/plan") || is_below(path, "tests") || path == "pipeline/run/prepare.cpp")
            continue;
        std::ifstream file(root / path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        std::smatch found;
        if (std::regex_search(text, found, call))
            FAIL_CHECK(path << ": " << found[1] << "() is for prepare() and open_files() to call");
    }
}

TEST_CASE("a namespace has one type of a name: two would be one to the linker") {
    const fs::path root = SLUICE_SOURCE_DIR;
    std::map<std::string, std::set<std::string>> headers;  // of each type
    for (const std::string& path : sources_of_the_tree(root)) {
        if (!path.ends_with(".hpp") || is_below(path, "tests")) continue;
        std::ifstream file(root / path, std::ios::binary);
        for (const std::string& type : types(file)) headers[type].insert(path);
    }
    CHECK(headers.size() > 100);
    for (const auto& [type, paths] : headers)
        if (paths.size() > 1)
            FAIL_CHECK(type << " is defined in " << *paths.begin() << " and in " << *paths.rbegin());
    std::istringstream text(
        "namespace a {\nstruct B {\nclass C final : public D {\nstruct E;\nstruct B::F {\nstruct SLUICE_API "
        "G {\n");
    CHECK(types(text) == std::set<std::string>{"a::B", "a::C", "a::G"});
}

TEST_CASE("a .cpp includes the header of its name first") {
    CHECK(includes_first("// what\n#include \"io/a.hpp\"\n#include <string>\n", "io/a.hpp"));
    CHECK_FALSE(includes_first("#include <string>\n#include \"io/a.hpp\"\n", "io/a.hpp"));
    CHECK_FALSE(includes_first("int a;\n", "io/a.hpp"));
}

TEST_CASE("a floor may include itself and what it stands on, however far below") {
    CHECK(faults("pipeline/core/a.cpp", "#include \"pipeline/core/error.hpp\"\n").empty());
    CHECK(faults("pipeline/plan/a.cpp", "#include \"pipeline/core/error.hpp\"\n").empty());
    CHECK(faults("pipeline/plan/a.cpp", "#include \"pipeline/plan/code/assemble.hpp\"\n").empty());
    CHECK(faults("pipeline/plan/code/a.cpp", "#include \"pipeline/plan/plan.hpp\"\n").empty());
    CHECK(faults("pipeline/run/a.cpp", "#include \"kernels/kernels.hpp\"\n").empty());
    CHECK(faults("pipeline/device/a.hpp", "#include <CL/opencl.hpp>\n").empty());
    CHECK(faults("apps/main.cpp", "#include <sluice/sluice.hpp>\n#include <string>\n").empty());
    CHECK(faults("tests/plan/a.cpp", "#include \"pipeline/sluice/stages_table.hpp\"\n").empty());
    CHECK(faults("stages/a.cpp", "#include \"stages/a/modes.hpp\"\n").empty());
    CHECK(faults("stages/a/b.cpp", "#include \"stages/a/modes.hpp\"\n").empty());
    CHECK(faults("stages/a.cpp", "#include \"stages/shared/words.hpp\"\n").empty());
    CHECK(faults("stages/parts/a.cpp", "#include \"stages/parts/shared.hpp\"\n").empty());
    CHECK(faults("stages/a.cpp", "// see #include \"pipeline/run/session.hpp\"\n").empty());
}

TEST_CASE("an #include of a floor above or beside is a fault with file and line") {
    CHECK(faults("pipeline/core/a.cpp", "\n#include \"pipeline/graph/graph.hpp\"\n") ==
          Strings{"pipeline/core/a.cpp:2: pipeline/graph/graph.hpp: pipeline/core must not include "
                  "pipeline/graph"});
    const std::map<std::string, std::string> offending = {
        {"pipeline/run/a.cpp", "#include \"io/codec.hpp\""},
        {"pipeline/batch/a.cpp", "#include \"io/codec.hpp\""},
        {"pipeline/device/b.cpp", "#include \"pipeline/plan/plan.hpp\""},
        {"pipeline/plan/a.cpp", "  #  include \"pipeline/device/device.hpp\"  // a comment"},
        {"pipeline/plan/rewrite/a.cpp", "#include \"pipeline/plan/schedule/fuse.hpp\""},
        {"stages/a.cpp", "#include \"pipeline/plan/plan.hpp\""},
        {"stages/b.cpp", "#include \"stages/a.hpp\""},
        {"stages/b.cpp", "#include \"stages/a/modes.hpp\""},
        {"stages/b.cpp", "#include \"stages/parts/shared.hpp\""},
        {"io/a.cpp", "#include <sluice/sluice.hpp>"},
        {"kernels/a.cpp", "#include \"pipeline/core/error.hpp\""},
        {"pipeline/run/b.cpp", "#include <CL/cl.h>"},
        {"tests/run/a.cpp", "#include <CL/opencl.hpp>"},
        {"pipeline/core/b.cpp", "#include \"error.hpp\""},
        {"pipeline/core/c.cpp", "#include \"../graph/graph.hpp\""},
        {"pipeline/a.cpp", "#include \"pipeline/core/error.hpp\""},
    };
    for (const auto& file : offending) {
        INFO(file.first << ": " << file.second);
        CHECK(faults(file.first, file.second).size() == 1);
    }
}

TEST_CASE("a file of more than 500 lines is a fault") {
    std::string text;
    for (std::size_t line = 0; line < most_lines; ++line) text += "\n";
    CHECK(faults("io/a.cpp", text).empty());
    text += "\n";
    CHECK(faults("io/a.cpp", text) == Strings{"io/a.cpp:501: longer than 500 lines: one idea per file"});
}
