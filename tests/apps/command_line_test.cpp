// What all commands have in common: help, mistakes, exit codes, outputs that cannot be written.
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <regex>

TEST_CASE("help lists every command and goes to stdout") {
    for (const std::string word : {"help", "--help", "-h"}) {
        const Outcome outcome = sluice_program({word});
        CHECK(outcome.code == 0);
        CHECK(outcome.err.empty());
        for (const char* command :
             {"devices", "stages", "plan", "run", "stats", "batch", "doctor", "completion"})
            CHECK_MESSAGE(contains(outcome.out, std::string("\n  ") + command + " "), command);
    }
}

TEST_CASE("every command has a help page, in two spellings") {
    for (const std::string command :
         {"devices", "stages", "plan", "run", "stats", "batch", "doctor", "completion"}) {
        const Outcome outcome = sluice_program({"help", command});
        INFO(command);
        CHECK(outcome.code == 0);
        CHECK(outcome.out.starts_with("Usage: sluice " + command));
        CHECK(contains(outcome.out, "--verbose"));
        CHECK(sluice_program({command, "--help"}).out == outcome.out);
    }
}

TEST_CASE("--version names the program and its version, the commit, and the libraries") {
    const Outcome outcome = sluice_program({"--version"});
    CHECK(outcome.code == 0);
    INFO(outcome.out);
    const std::regex lines(
        "sluice [0-9]+\\.[0-9]+\\.[0-9]+\ncommit: (unknown|[0-9a-f]+(-dirty)?)\n"
        "libraries: OpenCL.*, libjpeg.* [0-9].*, libpng [0-9].*, zlib [0-9].*, yaml-cpp.*, Boost [0-9].*\n");
    CHECK(std::regex_match(outcome.out, lines));
    CHECK(sluice_program({"-V"}).out == outcome.out);
}

TEST_CASE("without a command the help goes to stderr and the exit code is 2") {
    const Outcome outcome = sluice_program({});
    CHECK(outcome.code == 2);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, "Usage: sluice COMMAND"));
}

TEST_CASE("command lines that must fail end with 2, say what is wrong, and print no result") {
    struct Line {
        std::vector<std::string> words;
        std::string said;
    };
    const std::vector<Line> lines = {
        {{"pln"}, "there is no command 'pln' (did you mean 'plan'?)"},
        {{"xyzzy"}, "there is no command 'xyzzy'; 'sluice help' lists them"},
        {{""}, "there is no command ''"},
        {{"--json"}, "a command comes first"},
        {{"help", "plan", "run"}, "the name of one command"},
        {{"help", "runn"}, "did you mean 'run'?"},
        {{"devices", "--jsn"}, "sluice devices: there is no option '--jsn' (did you mean '--json'?)"},
        {{"devices", "--jso"}, "there is no option '--jso'"},  // no abbreviations
        {{"devices", "--json=yes"}, "--json takes no value"},
        {{"devices", "--json", "--json"}, "--json is given twice"},
        {{"devices", "extra"}, "'extra' is one argument too many"},
        {{"devices", "-v", "-q"}, "--verbose and --quiet do not go together"},
        {{"plan"}, "sluice plan: needs PIPELINE: a .yaml or .json file, or a chain in quotes"},
        {{"plan", "--input"}, "--input needs a value: --input FILE"},
        {{"plan", "load a.png", "|", "save b.png"}, "put it in quotes"},
        {{"plan", "invert", "--json", "--dot"}, "--json and --dot do not go together"},
        {{"plan", "invert", "--storage", "imge"}, "(did you mean 'image'?)"},
        {{"plan", ""}, "chain"},
        {{"run"}, "needs PIPELINE"},
        {{"run", "load a.png | save b.png", "--set", "load.path"}, "NODE.PARAM=VALUE is expected"},
        {{"run", "load a.png | save b.png", "--set", "lod.path=c.png"}, "(did you mean 'load'?)"},
        {{"run", "load a.png | normalize"}, "the pipeline has no result"},
        {{"run", "normalize | save b.png"}, "is not connected"},
        {{"run", "load a.png | reduce | save b.png"}, "chain:1:"},
        {{"run", "load a.png | normalise | save b.png"}, "(did you mean 'normalize'?)"},
        {{"run", "missing.yaml"}, "missing.yaml: there is no such file"},
        {{"run", "load a.png | save -", "--counters"}, "standard output cannot be both an image and JSON"},
        {{"stages", "normalise"}, "there is no stage 'normalise' (did you mean 'normalize'?)"},
        {{"stages", "norm"}, "there is no stage 'norm' (did you mean 'normalize'?)"},
        {{"help", "normalize"}, "'normalize' is a stage: 'sluice stages normalize' shows it"},
        {{"run", "a.png | invert | b.png"}, "'load FILE' reads a file and 'save FILE' writes one"},
        {{"run", "load a.png | save b.png ; load c.png | save ./b.png"},
         "save.2: writes './b.png', which 'save' also writes"},
        {{"run", "load a.png | normalize out=0:255 | save b.png"}, "several are written with commas: 0,255"},
        {{"run", "load a.png, invert, save b.png"}, "'invert' is a stage: put '|' before it"},
        {{"stats", "a.png", "--json", "/no/such/folder/s.json"}, "there is no folder '/no/such/folder'"},
        {{"stages", "--json", "--markdown"}, "do not go together"},
        {{"stages", "invert", "--schema"}, "takes no name"},
        {{"stats"}, "needs PATH..."},
        {{"doctor", "--limit", "0"}, "'0' is not an integer from 1 to 3600"},
        {{"stats", "a.png", "--group", "jont"}, "(did you mean 'joint'?)"},
        {{"stats", "a.png", "--percentiles", "1,x"}, "'x' is not a number"},
        {{"stats", "a.png", "--percentiles", "101"}, "--percentiles: 101 is outside [0, 100]"},
        {{"stats", "a.png", "--percentiles", ""}, "percentiles"},
        {{"stats", "a.png", "--histogram", "0"}, "--histogram: 0 is outside [1, 65536]"},
        {{"stats", "a.png", "--histogram", "-3"}, "--histogram: -3 is outside [1, 65536]"},
    };
    for (const Line& line : lines) {
        std::string words;
        for (const std::string& word : line.words) words += " '" + word + "'";
        INFO(words);
        const Outcome outcome = sluice_program(line.words);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK_MESSAGE(contains(outcome.err, line.said), outcome.err);
    }
}

TEST_CASE("a device that is not there ends with 3") {
    const Outcome outcome = sluice_program({"run", "load a.png | save b.png", "--device", "no such device"});
    // The pipeline's files are looked at after the device: nothing was done.
    CHECK(outcome.code == 3);
    CHECK(outcome.out.empty());
    CHECK(contains(outcome.err, "no such device"));
}

TEST_CASE("SLUICE_DEVICE stands in for --device, which goes before it") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 8, 1, 0, 9));
    const std::vector<std::string> words = {"plan", "invert", "--input", input};
    const Surroundings around{.environment = {"SLUICE_DEVICE=no such device"}};
    const Outcome outcome = sluice_program(words, around);
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.err, "no such device"));
    CHECK(sluice_program({"plan", "invert", "--input", input, "--device", "0"}, around).code == 0);
}

TEST_CASE("results that cannot be written end with 1 and a message") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"help"}, {"stages"}, {"stages", "--schema"}, {"devices", "--json"}}) {
        const Outcome outcome = sluice_program(words, {.out = "/dev/full"});
        INFO(words[0]);
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.err, "standard output: cannot be written: No space left on device"));
    }
}

TEST_CASE("-q keeps notes away and leaves errors") {
    const Scratch folder;
    const std::string chain = "load " + folder.put("a.png", ramp(8, 6, 3, 0, 50)) + " | save " +
                              folder / "b.png" + " overwrite=always";
    CHECK(contains(sluice_program({"run", chain}).err, "saved "));
    CHECK(sluice_program({"run", chain, "-q"}).err.empty());
    CHECK(contains(sluice_program({"stats", "missing.png", "-q"}).err, "missing.png"));
}

TEST_CASE("every command that reads pictures has the ways out that errors name: --lenient and --max-pixels") {
    const Scratch folder;
    const std::string whole = folder.put("whole.png", ramp(90, 50, 3, 0, 250));
    const std::string bytes = bytes_of(whole);
    const std::string cut = folder.put("cut.png", bytes.substr(0, bytes.size() / 2));
    int number = 0;
    const auto lines_for = [&](const std::string& input) {
        const std::string output = folder / (std::to_string(++number) + ".png");
        return std::vector<std::vector<std::string>>{{"run", "load " + input + " | invert | save " + output},
                                                     {"batch", input, "-o", output, "--overwrite", "always"},
                                                     {"stats", input}};
    };
    for (const std::vector<std::string>& words : lines_for(cut)) {
        CAPTURE(words[0]);
        const Outcome strict = sluice_program(words);
        CHECK(strict.code == 1);
        CHECK(contains(strict.err, "its data ends early; --lenient takes what can be read"));
        std::vector<std::string> more = words;
        more.push_back("--lenient");
        const Outcome lenient = sluice_program(more);
        CHECK(lenient.code == 0);
        CHECK(contains(lenient.err, "the part that could be read is used"));
    }
    for (std::vector<std::string> words : lines_for(whole)) {
        CAPTURE(words[0]);
        words.insert(words.end(), {"--max-pixels", "4499"});
        const Outcome outcome = sluice_program(words);
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.err, "the limit of 4499, which --max-pixels sets"));
        words.back() = "4500";
        CHECK(sluice_program(words).code == 0);
        words.back() = "-1";
        CHECK(sluice_program(words).code == 2);
    }
}
