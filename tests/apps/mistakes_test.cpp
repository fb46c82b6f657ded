// What a new user types wrongly, and what is said about it: tests/data/mistakes.txt, which is to be read.
#include "tests/apps/shell.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Mistake {
    int number = 0;  // of its line in the table
    std::string command;
    std::string file;  // what stands in p.yaml and p.json
    int code = -1;
    std::vector<std::string> said;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<Mistake> table() {
    std::ifstream file(std::string(SLUICE_TEST_DATA) + "/mistakes.txt");
    REQUIRE(file);
    std::vector<Mistake> all;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line.starts_with("#")) continue;
        if (line.starts_with("$ ")) {
            all.push_back({number, line.substr(2), "", -1, {}});
            continue;
        }
        REQUIRE_MESSAGE(!all.empty(), number);
        Mistake& mistake = all.back();
        if (mistake.code < 0 && line.starts_with("|")) {
            mistake.file += (line.size() > 2 ? line.substr(2) : "") + "\n";
        } else if (mistake.code < 0) {
            REQUIRE_MESSAGE(line.starts_with("=> "), number);
            mistake.code = std::stoi(line.substr(3));
        } else {
            mistake.said.push_back(line);
        }
    }
    return all;
}

// Whether a line is as the table has it, where "..." stands for anything.
bool is_as(const std::string& line, const std::string& pattern) {
    const std::size_t gap = pattern.find("...");
    if (gap == std::string::npos) return line == pattern;
    if (line.compare(0, gap, pattern, 0, gap) != 0) return false;
    const std::string rest = pattern.substr(gap + 3);
    for (std::size_t at = gap; at <= line.size(); ++at)
        if (is_as(line.substr(at), rest)) return true;
    return false;
}

// Likewise all lines, where "..." alone stands for any number of them.
bool are_as(const std::vector<std::string>& lines, std::size_t line, const std::vector<std::string>& patterns,
            std::size_t pattern) {
    if (pattern == patterns.size()) return line == lines.size();
    if (patterns[pattern] == "...") {
        for (std::size_t at = line; at <= lines.size(); ++at)
            if (are_as(lines, at, patterns, pattern + 1)) return true;
        return false;
    }
    return line < lines.size() && is_as(lines[line], patterns[pattern]) &&
           are_as(lines, line + 1, patterns, pattern + 1);
}

// A message says where first: a command, a place in a pipeline, a file.
bool says_where(const std::string& line) {
    std::string_view rest = line;
    for (const std::string_view word : {"warning: ", "failed: "})
        if (rest.starts_with(word)) rest.remove_prefix(word.size());
    const std::size_t colon = rest.find(':');
    return colon != std::string_view::npos && colon > 0;
}

// What the commands of the table find. It is put back where one of them made or replaced something.
void furnish(const Scratch& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder / ""))
        std::filesystem::remove_all(entry.path());
    const sluice::HostImage picture = ramp(16, 12, 3, 40, 100);
    for (const char* name : {"cat.png", "my photo.png", "dog.jpg", "photos/a.jpg", "photos/b.png",
                             "photos/sub/c.png", "twins/a.png", "twins/a.jpg", "done/cat.png"})
        folder.put(name, picture);
    folder.put("alpha.png", ramp(16, 12, 4, 40, 100));
    folder.put("photos/notes.txt", "no picture");
    folder.put("fake.png", "no picture either\n");
    folder.put("cut.png", bytes_of(folder / "cat.png").substr(0, 60));
    folder.put("clip.qoi", std::string("qoif\0\0\0\1", 8));
    folder.put("pipe.txt", "sluice: 1\nstages:\n  - load: {path: cat.png}\n  - save: {path: o.png}\n");
    folder.put("list.txt", "cat.png\nmissing.png\n");
    std::filesystem::create_directory(folder / "empty");
    std::filesystem::create_directory(folder / "photos.yaml");
}

// The command with what is proposed in the place of a stage that there is not: "... (did you mean 'grey'?)".
std::string pasted(const Mistake& mistake) {
    const auto between = [](const std::string& text, const std::string& before, const std::string& behind) {
        const std::size_t begin = text.find(before);
        if (begin == std::string::npos) return std::string();
        return text.substr(begin + before.size(),
                           text.find(behind, begin + before.size()) - begin - before.size());
    };
    const std::string said = mistake.said.empty() ? "" : mistake.said[0];
    std::string word = between(said, "there is no stage '", "'");
    if (word.empty()) word = between(said, ": '", "' is part of a stage");
    const std::string stage = between(said, "did you mean '", "'");
    const std::size_t at = mistake.command.find(" " + word + " ");
    if (!mistake.command.starts_with("sluice run \"") || word.empty() || stage.empty() ||
        at == std::string::npos)
        return "";
    std::string command = mistake.command;
    return command.replace(at + 1, word.size(), stage);
}

}  // namespace

TEST_CASE("a stage that a message proposes does it when it is pasted") {
    const Scratch folder;
    std::size_t count = 0;
    for (const Mistake& mistake : table()) {
        const std::string command = pasted(mistake);
        if (command.empty() || !mistake.file.empty()) continue;
        furnish(folder);
        const Outcome outcome = shell(command, folder / "");
        CHECK_MESSAGE(outcome.code == 0, command << "\n" << outcome.err);
        ++count;
    }
    CHECK(count >= 15);
}

TEST_CASE("whatever a new user types wrongly, the message says where, what, and what would be right") {
    const std::vector<Mistake> mistakes = table();
    CHECK(mistakes.size() >= 140);
    std::set<std::string> kinds;
    const Scratch folder;
    bool furnished = false;
    for (const Mistake& mistake : mistakes) {
        if (!furnished) furnish(folder);
        folder.put("p.yaml", mistake.file);
        folder.put("p.json", mistake.file);
        const Outcome outcome = shell(mistake.command, folder / "");
        furnished = outcome.code == 2 || outcome.code == 3;  // then nothing was done
        INFO("tests/data/mistakes.txt:" << mistake.number << ": " << mistake.command << "\n=> "
                                        << outcome.code << "\n"
                                        << outcome.err << outcome.out);
        CHECK(outcome.code == mistake.code);
        CHECK(are_as(lines_of(outcome.err + outcome.out), 0, mistake.said, 0));
        CHECK(std::any_of(mistake.said.begin(), mistake.said.end(), says_where));
    }
}
