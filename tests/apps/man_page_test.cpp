#include "tests/apps/shell.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <sstream>

namespace {

bool has(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

// Each "--option" of the options in a help page.
std::vector<std::string> options_of(const std::string& help) {
    std::vector<std::string> options;
    std::istringstream lines(help.substr(help.find("\nOptions:\n")));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find("--");
        if (at == std::string::npos || at > 6 || !line.starts_with("  ") || line[2] != '-') continue;
        options.push_back(line.substr(at, line.find_first_of(" \n", at) - at));
    }
    return options;
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '-' ? "\\-" : std::string(1, c);
    return result;
}

}  // namespace

TEST_CASE("the manual has its sections, every command and every option of it") {
    const Outcome outcome = sluice_program({"help", "--man"}, without_devices());
    REQUIRE(outcome.code == 0);
    for (const char* name : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "ENVIRONMENT",
                             "EXAMPLES", "SEE ALSO"})
        CHECK_MESSAGE(contains(outcome.out, std::string("\n.SH ") + name + "\n"), name);
    for (const char* name : {"SLUICE_DEVICE", "POCL_CACHE_DIR", "SLUICE_KERNEL_DIR", "SLUICE_OPENCL_OPTIONS"})
        CHECK_MESSAGE(contains(outcome.out, name), name);
    for (const std::string command : {"devices", "plan", "run", "stats", "batch", "completion"}) {
        const std::size_t begin = outcome.out.find("\n.SS sluice " + command + "\n");
        REQUIRE_MESSAGE(begin != std::string::npos, command);
        const std::string section = outcome.out.substr(begin, outcome.out.find("\n.S", begin + 1) - begin);
        const auto options = options_of(sluice_program({"help", command}).out);
        CHECK(options.size() >= 3);
        for (const std::string& option : options)
            CHECK_MESSAGE(contains(section, "\\fB" + escaped(option) + "\\fR"), command << " " << option);
    }
}

TEST_CASE("the manual is roff without a fault") {
    const Scratch folder;
    folder.put("sluice.1", sluice_program({"help", "--man"}).out);
    const char* line = has("groff")    ? "groff -man -ww -Tutf8 -z sluice.1"
                       : has("mandoc") ? "mandoc -Tlint -Werror sluice.1"
                       : has("man")    ? "man --warnings -l sluice.1"
                                       : nullptr;
    if (line == nullptr) return report_skip("there is neither groff nor mandoc nor man");
    const Outcome outcome = shell(line, folder / ".");
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
}
