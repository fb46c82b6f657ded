// What the program shows on a terminal: the bar, its width, messages above it.
#include "tests/apps/terminal/terminal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

// A picture that comes in when the test wants: until then the program has begun and is not over.
class SlowPicture {
public:
    explicit SlowPicture(const Scratch& folder) : path(folder / "slow.png") {
        bytes_ = bytes_of(folder.put("as-a-file.png", ramp(8, 8, 3, 0, 50)));
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    }
    void arrive() const {
        const int end = ::open(path.c_str(), O_WRONLY);
        REQUIRE(end >= 0);
        CHECK(::write(end, bytes_.data(), bytes_.size()) == static_cast<ssize_t>(bytes_.size()));
        ::close(end);
    }
    const std::string path;

private:
    std::string bytes_;
};

void check_widths(const std::string& written, std::size_t columns) {
    const std::vector<std::string> all = bars(written);
    CHECK(!all.empty());
    for (const std::string& bar : all) CHECK_MESSAGE(bar.size() < columns, bar);
}

}  // namespace

TEST_CASE("the bar of batch follows the width of the terminal, and nothing of it is left") {
    const Scratch folder;
    const SlowPicture slow(folder);
    for (int i = 0; i < 3; ++i) folder.put("in/" + std::to_string(i) + ".png", ramp(8, 8, 3, 0, 50));
    folder.put("in/bad.png", std::string("bad"));
    OnTerminal program({"batch", folder / "in", slow.path, "-o", folder / "out", "--normalize", "minmax"},
                       {.columns = 40});
    REQUIRE(program.writes("4/5, 1 failed"));
    const std::string narrow = program.written();
    check_widths(narrow, 40);
    program.resize(80);
    CHECK(program.writes(" files/s, "));
    slow.arrive();
    CHECK(program.wait() == 1);
    check_widths(program.written(), 80);
    std::vector<std::string> lines = screen(program.written());
    std::erase(lines, "compiling kernels (first use of this format)");  // said by machines that are busy
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].starts_with("4 done, 1 failed in "));
    CHECK(lines[1].starts_with("failed: "));
    CHECK(lines[2].empty());
}

TEST_CASE("messages and results stand above the bar, each on a line of its own") {
    const Scratch folder;
    const SlowPicture slow(folder);
    folder.put("in/a.png", ramp(8, 8, 3, 0, 50));
    OnTerminal program({"batch", "-v", folder / "in", slow.path, "-o", folder / "out", "--manifest", "-",
                        "--normalize", "minmax"},
                       {.columns = 60, .out = true});
    REQUIRE(program.writes("1/2, "));
    slow.arrive();
    CHECK(program.wait() == 0);
    check_widths(program.written(), 60);
    std::size_t manifest = 0, told = 0;
    for (const std::string& line : screen(program.written())) {
        if (line.starts_with("{\"path\":")) ++manifest;
        if (line.starts_with("[1/2] ") || line.starts_with("[2/2] ")) ++told;
        CHECK_FALSE(contains(line, "#"));
        CHECK_FALSE(contains(line, "--]"));
    }
    CHECK(manifest == 2);
    CHECK(told == 2);
}

TEST_CASE("stats has the bar of batch") {
    const Scratch folder;
    const SlowPicture slow(folder);
    folder.put("in/bad.png", std::string("bad"));
    OnTerminal program({"stats", folder / "in", slow.path}, {.columns = 40});
    REQUIRE(program.writes("1/2, 1 failed"));
    slow.arrive();
    CHECK(program.wait() == 1);
    check_widths(program.written(), 40);
    std::vector<std::string> lines = screen(program.written());
    std::erase(lines, "compiling kernels (first use of this format)");  // said by machines that are busy
    REQUIRE(lines.size() == 2);
    CHECK(contains(lines[0], "is not an image"));
}

TEST_CASE("bench says which measurement runs") {
    OnTerminal program({"reduce", "--size", "64x64", "--runs", "1"},
                       {.columns = 60, .program = "sluice-bench"});
    CHECK(program.wait() == 0);
    const std::string written = program.written();
    check_widths(written, 60);
    CHECK(contains(written,
                   ", 64x64 "));  // and the format: a fast machine is past the first before it is shown
    for (const std::string& line : screen(written)) CHECK_MESSAGE(line.empty(), line);
}

TEST_CASE("there is no bar with -q, on a terminal that cannot redraw a line, or in a file") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 8, 3, 0, 50));
    for (const bool quiet : {true, false}) {
        std::vector<std::string> words = {"stats", input};
        if (quiet) words.emplace_back("-q");
        OnTerminal program(words, {.kind = quiet ? "xterm" : "dumb"});
        CHECK(program.wait() == 0);
        CHECK(program.written().empty());
    }
    CHECK(sluice_program({"stats", input}).err.empty());
}

TEST_CASE("Ctrl-C takes the bar away") {
    const Scratch folder;
    const SlowPicture slow(folder);
    OnTerminal program({"batch", slow.path, "-o", folder / "out"}, {});
    REQUIRE(program.writes("0/1"));
    for (int i = 0; i < 3; ++i) {  // the first only ends the run after the file at hand
        program.type(3);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    CHECK(program.wait() == 130);
    CHECK(screen(program.written()).back().find('#') == std::string::npos);
    CHECK(screen(program.written()).back().find("0/1") == std::string::npos);
}

TEST_CASE("a warning that many files share is told once, with their number") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(8, 8, 3, 0, 50)));
    for (int i = 0; i < 9; ++i)
        folder.put("in/" + std::to_string(i) + ".png", picture.substr(0, picture.size() - 20));
    const std::vector<std::string> words = {"batch",        folder / "in", "-o",
                                            folder / "out", "--lenient",   "--overwrite",
                                            "always",       "--manifest",  folder / "m"};
    const auto count = [](const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    };
    const Outcome outcome = sluice_program(words);
    CHECK(outcome.code == 0);
    CHECK_MESSAGE(count(outcome.err, "warning: ") == 2, outcome.err);
    CHECK(count(outcome.err, ".png: its data ends early") == 1);
    CHECK(contains(outcome.err, "warning: 8 more files: its data ends early"));
    for (const nlohmann::json& line : json_lines(bytes_of(folder / "m"))) CHECK(line["warnings"].size() == 1);
    std::vector<std::string> verbose = words;
    verbose.emplace_back("-v");
    CHECK(count(sluice_program(verbose).err, ".png: its data ends early") == 9);
    const Outcome stats = sluice_program({"stats", "--lenient", folder / "in"});
    CHECK_MESSAGE(count(stats.err, "warning: ") == 2, stats.err);
    CHECK(contains(stats.err, "warning: 8 more files: its data ends early"));
}

TEST_CASE("no control character of a file or of a name reaches the terminal") {
    const Scratch folder;
    const std::string hdr =
        folder.put("in/a\x1b[31m\nwarning: b.hdr",
                   "#?RADIANCE\nFORMAT=\x1b]0;owned\x07\x1b[31mRED\n\n-Y 1 +X 1\n\1\2\3\4");
    const std::string ppm = folder.put("in/b\xC2\x9B\xE2\x80\xAEgnp.ppm", "P6\n\x1b[31m 2\n255\n");
    const auto check = [&](const std::vector<std::string>& words) {
        const Outcome outcome = sluice_program(words);
        INFO(outcome.err);
        CHECK(outcome.code == 1);
        CHECK(std::none_of(outcome.err.begin(), outcome.err.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }));
        CHECK_FALSE(contains(outcome.err, "\xC2\x9B"));
        CHECK_FALSE(contains(outcome.err, "\xE2\x80\xAE"));
        CHECK_FALSE(contains(outcome.err, "\nwarning: b.hdr"));
        CHECK(contains(outcome.err, "\\x1b[31m"));
    };
    check({"batch", folder / "in", "-o", folder / "out"});
    check({"stats", folder / "in"});
    for (const std::string& input : {hdr, ppm})
        check({"run", "load '" + input + "' | save '" + folder / "x.png" + "'"});
}

TEST_CASE("a manifest on a terminal shows no control character, and is the same JSON in a file") {
    const Scratch folder;
    const std::string name =
        "b\xC2\x9B"
        "31m\xE2\x80\xAEgnp.ppm";
    folder.put("in/" + name, "P6\n\x1b[31m 2\n255\n");
    const auto batch_to = [&](const std::string& manifest) -> std::vector<std::string> {
        return {"batch", folder / "in", "-o", folder / "out", "--manifest", manifest};
    };
    OnTerminal shown(batch_to("-"), {.columns = 200, .out = true});
    CHECK(shown.wait() == 1);
    CHECK(contains(shown.written(), "b\\u009b31m\\u202egnp.ppm"));
    CHECK_FALSE(contains(shown.written(), "\xC2\x9B"));
    CHECK_FALSE(contains(shown.written(), "\xE2\x80\xAE"));
    REQUIRE(sluice_program(batch_to(folder / "m.jsonl")).code == 1);
    const nlohmann::json line = json_lines(bytes_of(folder / "m.jsonl")).front();
    CHECK(line["path"] == folder / ("in/" + name));
    CHECK(contains(line["error"].get<std::string>(), "'\\x1b[31m'"));
}

TEST_CASE("words of a file end no line of a message") {
    const Scratch folder;
    const std::string header = "{'descr': 'x\nwarning: sluice\n', 'fortran_order': False, 'shape': (1, 1)}\n";
    const std::string npy =
        folder.put("a.npy", std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) +
                                std::string(1, '\0') + header);
    const Outcome outcome = sluice_program({"run", "load '" + npy + "' | save '" + folder / "x.png" + "'"});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "its numbers are of type 'x\\x0awarning: sluice\\x0a'"));
    CHECK_FALSE(contains(outcome.err, "\nwarning: sluice"));
}

TEST_CASE("a pipe that nobody reads ends the program as SIGPIPE does, and without a word") {
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(8, 8, 3, 0, 50));
    for (const std::vector<std::string>& words : {std::vector<std::string>{"help"},
                                                  {"stages", "--schema"},
                                                  {"stats", input},
                                                  {"run", "load " + input + " | invert | save -"},
                                                  {"batch", input, "-o", "-", "--normalize", "minmax"}}) {
        const Outcome outcome = sluice_program(words, {.unread = true});
        INFO(words[0]);
        CHECK(outcome.code == -SIGPIPE);
        CHECK_MESSAGE(outcome.err.empty(), outcome.err);
    }
    // What goes wrong otherwise is still said.
    CHECK(contains(sluice_program({"stats", folder / "none.png"}, {.unread = true}).err, "none.png"));
}

TEST_CASE("a batch whose manifest nobody reads makes all of its pictures") {
    const Scratch folder;
    for (int i = 0; i < 5; ++i) folder.put("in/" + std::to_string(i) + ".png", ramp(8, 8, 3, 0, 50));
    const Outcome outcome =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--manifest", "-"}, {.unread = true});
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.err, "5 done"));
    CHECK(folder.files("out").size() == 5);
}
