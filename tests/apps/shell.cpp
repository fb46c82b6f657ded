#include "tests/apps/shell.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include <sys/wait.h>

Outcome shell(const std::string& line, const std::filesystem::path& folder) {
    const TemporaryFolder scratch;
    const auto quoted = [](const std::filesystem::path& path) { return "'" + path.string() + "'"; };
    const std::filesystem::path script =
        scratch.put("script", "PATH=" + quoted(std::filesystem::path(SLUICE_PROGRAM).parent_path()) +
                                  ":$PATH\nunset SLUICE_DEVICE COLUMNS\ncd " + quoted(folder) +
                                  " || exit 99\n" + line + "\n");
    const int status = std::system(
        ("sh " + quoted(script) + " </dev/null >" + quoted(scratch / "out") + " 2>" + quoted(scratch / "err"))
            .c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    outcome.out = bytes_of(scratch / "out");
    outcome.err = bytes_of(scratch / "err");
    return outcome;
}
