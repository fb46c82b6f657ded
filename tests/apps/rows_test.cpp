// Pictures for which `run --limit-memory` has no room as a whole: resident memory as the system counts it.
#include "tests/apps/program.hpp"
#include "tests/sanitized.hpp"
#include "tests/skip.hpp"

#include "io/read.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <regex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t one_mebibyte = std::size_t{1} << 20;
constexpr std::size_t width = 8000, height = 4000;  // 96 MB of RGB

// The least limit under which something can be done, and a little for what varies from run to run.
std::string tight(const std::string& input) {
    const Outcome refused =
        sluice_program({"run", "load " + input + " | invert | save x.png", "--limit-memory", "16M"});
    std::smatch found;
    INFO(refused.err);
    REQUIRE(std::regex_search(refused.err, found, std::regex("the limit must be at least ([0-9]+)M")));
    return std::to_string(std::stoul(found[1]) + 16) + "M";
}

std::string picture_for_rows(const Scratch& folder) {
    std::string pixels = "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
    std::string row(3 * width, ' ');
    for (std::size_t y = 0; y < height; ++y) {
        if (y % 50 == 0)
            for (std::size_t i = 0; i < row.size(); ++i)
                row[i] = static_cast<char>(40 + (i / 64 + y / 50) % 80);
        pixels += row;
    }
    return folder.put("a.ppm", pixels);
}

bool same(const std::string& a, const std::string& b) {
    const sluice::HostImage one = sluice::read(a), other = sluice::read(b);
    return one.format() == other.format() &&
           std::memcmp(one.row(0), other.row(0), one.format().host_bytes()) == 0;
}

Outcome run(const std::string& chain, const std::string& limit) {
    std::vector<std::string> words{"run", chain, "-v", "--overwrite", "always"};
    if (!limit.empty()) words.insert(words.end(), {"--limit-memory", limit});
    return sluice_program(words);
}

}  // namespace

TEST_CASE("run --limit-memory stays below it with pictures that have no room, and results are the same") {
    if (!counts_memory) return report_skip("a sanitizer takes memory of its own");
    const Scratch folder;
    std::string input = picture_for_rows(folder);
    const std::string limit = tight(input);
    const std::size_t bytes = std::stoul(limit) * one_mebibyte;
    // Each result is the next input.
    for (const std::string extension : {"tif", "jpg", "png", "ppm"}) {
        CAPTURE(extension);
        const std::string whole = folder / ("whole." + extension), rows = folder / ("rows." + extension);
        const std::string chain = "load " + input + " | normalize | save ";
        REQUIRE(run(chain + whole, "").code == 0);
        const Outcome outcome = run(chain + rows, limit);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 0);
        CHECK(contains(outcome.err, "load is decoded 2 times"));
        CHECK_FALSE(contains(outcome.err, "please report it"));
        CHECK(outcome.peak_memory <= bytes);
        CHECK(same(whole, rows));
        input = rows;
    }
}

TEST_CASE("a large picture takes little memory though there is room, and results are those of whole ones") {
    if (!counts_memory) return report_skip("a sanitizer takes memory of its own");
    const Scratch folder;
    const std::string input = picture_for_rows(folder);
    for (const std::string chain : {"invert", "gaussian 3", "normalize", "resize scale=0.5"}) {
        CAPTURE(chain);
        const std::string whole = folder / "whole.bmp", rows = folder / "rows.tif";
        const Outcome by_whole = run("load " + input + " | " + chain + " | save " + whole, "");
        const Outcome by_rows = run("load " + input + " | " + chain + " | save " + rows, "");
        REQUIRE(by_whole.code == 0);
        REQUIRE(by_rows.code == 0);
        CHECK(contains(by_rows.err, "load is decoded once"));
        CHECK(by_rows.peak_memory + 50 * one_mebibyte <= by_whole.peak_memory);
        CHECK(same(whole, rows));
    }
}

TEST_CASE("a run by rows that is ended, or whose input ends early, leaves nothing") {
    const Scratch folder;
    const std::string input = picture_for_rows(folder);
    const std::string limit = tight(input);
    {
        const Outcome lost = run("load " + input + " | normalize | save " + (folder / "out/b.png"), limit);
        CHECK(lost.code != 0);
        CHECK(contains(lost.err, "there is no folder"));
    }
    std::filesystem::create_directory(folder / "out");
    const auto end_by = [&](int signal) {
        ::Program program({"run", "load " + input + " | normalize | save " + (folder / "out/b.png"),
                           "--limit-memory", limit});
        const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (folder.files("out").empty() && std::chrono::steady_clock::now() < patience)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        program.signal(signal);
        return program.wait().code;
    };
    CHECK(end_by(SIGTERM) == 130);
    CHECK(folder.files("out").empty());
    // Nobody can help it; the next run tidies up.
    CHECK(end_by(SIGKILL) == -SIGKILL);
    CHECK(folder.files("out").size() == 1);
    CHECK(run("load " + input + " | normalize | save " + (folder / "out/b.tif"), limit).code == 0);
    CHECK(folder.files("out") == std::vector<std::string>{"b.tif"});
    std::filesystem::remove(folder / "out/b.tif");

    std::filesystem::resize_file(input, std::filesystem::file_size(input) - 10);
    const Outcome cut = run("load " + input + " | normalize | save " + (folder / "out/b.png"), limit);
    CHECK(cut.code != 0);
    CHECK(contains(cut.err, "its data ends early"));
    CHECK(folder.files("out").empty());
}

TEST_CASE("what does not go by rows fails with the memory that would be enough") {
    const Scratch folder;
    const std::string input = picture_for_rows(folder);
    const std::string limit = tight(input);
    const Outcome refused = run("load " + input + " | normalize | save " + (folder / "b.bmp"), limit);
    CHECK(refused.code != 0);
    CHECK(contains(refused.err,
                   "M would be enough; it cannot be streamed by rows, which would need less: save: "
                   "BMP is written in one piece"));
    const Outcome piped = sluice_program(
        {"run", "load - | normalize | save " + (folder / "b.png"), "--limit-memory", limit}, {.in = input});
    CHECK(piped.code != 0);
    CHECK(contains(piped.err, "load: "));
}
