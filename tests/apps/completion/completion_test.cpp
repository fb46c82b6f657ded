// Completion of command lines, in the shells that are there.
#include "pipeline/plan/options.hpp"
#include "tests/apps/shell.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

namespace {

using Words = std::vector<std::string>;

bool has_shell(const std::string& name) {
    return std::system((name + " -c 'exit 0' >/dev/null 2>&1").c_str()) == 0;
}

// What bash offers for the last of these words, which are as the user has typed them.
std::vector<std::set<std::string>> offered(const std::vector<Words>& lines) {
    const Scratch folder;
    folder.put("pictures/a.png", ramp(1, 1, 1, 0, 1));
    const auto quoted = [](std::string word) {
        for (std::size_t at = 0; (at = word.find('\'', at)) != std::string::npos; at += 4)
            word.replace(at, 1, "'\\''");
        return "'" + word + "'";
    };
    std::string script = "eval \"$(sluice completion bash)\"\ncomplete -p sluice >&2 || exit 9\n";
    for (const Words& line : lines) {
        script += "COMP_WORDS=(";
        for (const std::string& word : line) script += " " + quoted(word);
        script += ")\nCOMP_CWORD=" + std::to_string(line.size() - 1) +
                  "\nCOMPREPLY=()\n_sluice\nprintf '%s\\n' \"${COMPREPLY[@]}\" END\n";
    }
    folder.put("script", script);
    const Outcome outcome = shell("bash script", folder / ".");
    CAPTURE(outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(outcome.err == "complete -o bashdefault -o default -F _sluice sluice\n");
    std::vector<std::set<std::string>> all(1);
    std::istringstream out(outcome.out);
    for (std::string word; std::getline(out, word);) {
        if (word == "END")
            all.emplace_back();
        else if (!word.empty())
            all.back().insert(word);
    }
    all.pop_back();
    REQUIRE(all.size() == lines.size());
    return all;
}

bool includes(const std::set<std::string>& all, const Words& words) {
    return std::all_of(words.begin(), words.end(), [&](const auto& word) { return all.contains(word); });
}

}  // namespace

TEST_CASE("bash completes commands, options and the values of options") {
    if (!has_shell("bash")) return report_skip("there is no bash");
    const auto all = offered({
        {"sluice", ""},
        {"sluice", "ba"},
        {"sluice", "batch", "in", "--overw"},
        {"sluice", "batch", "in", "--overwrite", "ne"},
        {"sluice", "batch", "in", "--overwrite", "=", "al"},
        {"sluice", "batch", "in", "--storage", "="},
        {"sluice", "batch", "--normalize", ""},
        {"sluice", "run", "--device", ""},
        {"sluice", "batch", "in", "-o", "pic"},
        {"sluice", "stages", "norm"},
        {"sluice", "help", "pip"},
        {"sluice", "completion", ""},
        {"sluice", "batch", "--jobs", ""},
        {"sluice", "batch", "in", "--no-re"},
    });
    CHECK(includes(all[0], {"devices", "stages", "plan", "run", "stats", "batch", "completion", "help"}));
    CHECK(all[1] == std::set<std::string>{"batch"});
    CHECK(all[2] == std::set<std::string>{"--overwrite"});
    CHECK(all[3] == std::set<std::string>{"never", "newer"});
    CHECK(all[4] == std::set<std::string>{"always"});
    const auto& storages = sluice::names_of<sluice::StorageChoice>;
    CHECK(all[5] == std::set<std::string>(storages.begin(), storages.end()));
    CHECK(includes(all[6], {"minmax", "percentile", "clahe", "grayworld"}));
    CHECK(all[7] == std::set<std::string>{"cpu", "gpu"});
    CHECK(all[8] == std::set<std::string>{"pictures"});
    CHECK(all[9] == std::set<std::string>{"normalize"});
    CHECK(all[10] == std::set<std::string>{"pipelines"});
    CHECK(all[11] == std::set<std::string>{"bash", "zsh", "fish"});
    CHECK(all[12].empty());
    CHECK(all[13] == std::set<std::string>{"--no-recursive", "--no-resume"});
}

TEST_CASE("bash completes stages, parameters, values and files inside of a chain in quotes") {
    if (!has_shell("bash")) return report_skip("there is no bash");
    const auto all = offered({
        {"sluice", "run", "\"load a.png | norm"},
        {"sluice", "run", "\"load a.png|inv"},
        {"sluice", "run", "'load pict"},
        {"sluice", "plan", "\"normalize mo"},
        {"sluice", "batch", "in", "-p", "\"invert | normalize mode=per"},
        {"sluice", "run", "pipeline.y"},  // left to bash: a file
    });
    CHECK(all[0] == std::set<std::string>{"load a.png | normalize"});
    CHECK(all[1] == std::set<std::string>{"load a.png|invert"});
    CHECK(includes(all[2], {"load pictures"}));
    CHECK(all[3] == std::set<std::string>{"normalize mode="});
    CHECK(all[4] == std::set<std::string>{"invert | normalize mode=percentile"});
    CHECK(all[5].empty());
}

TEST_CASE("the scripts of zsh and fish are such, and know options and their values") {
    for (const std::string name : {"zsh", "fish"}) {
        const Outcome outcome = sluice_program({"completion", name}, without_devices());
        CHECK(outcome.code == 0);
        CHECK(contains(outcome.out, "auto image buffer natural rows"));
        CHECK(contains(outcome.out, name == "fish" ? "-l overwrite" : "--overwrite="));
        if (!has_shell(name)) {
            report_skip("there is no " + name + " to check its script");
            return;
        }
        const Scratch folder;
        folder.put("script", outcome.out);
        CHECK_MESSAGE(shell(name + " -n script", folder / ".").code == 0, name);
    }
}

TEST_CASE("a shell that completion does not know is refused with those that it does") {
    const Outcome outcome = sluice_program({"completion", "zhs"});
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err,
                   "there is no script for 'zhs' (did you mean 'zsh'?); there are: bash, zsh, fish"));
}
