// What fuzzers begin with, and what they have found, goes through all targets: nothing crashes.
#include "tests/fuzz/targets.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
#include <string>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

// Findings that are kept, with names that say what was wrong.
std::vector<std::string> kept(const std::string& target) {
    std::vector<std::string> all;
    const fs::path folder = SLUICE_SOURCE_DIR "/tests/fuzz/kept/" + target;
    if (!fs::is_directory(folder)) return all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        std::ifstream file(entry.path(), std::ios::binary);
        all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return all;
}

// One byte is another, or some are gone.
std::string mutated(std::string bytes, std::mt19937& random) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 3) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes.resize(at); break;
        default: bytes.erase(at, 1 + random() % 8);
    }
    return bytes;
}

}  // namespace

TEST_CASE("what the fuzzers begin with, some mutations of it, and what they have found, is read or refused") {
    std::mt19937 random(1);
    std::size_t with_seeds = 0;
    for (const fuzz::Target& target : fuzz::targets()) {
        CAPTURE(target.name);
        const std::vector<std::string> seeds = seeds_of(target);
        if (!seeds.empty()) ++with_seeds;
        for (const std::string& bytes : kept(target.name)) CHECK_NOTHROW(target.run(as_bytes(bytes)));
        for (const std::string& seed : seeds) {
            CHECK_NOTHROW(target.run(as_bytes(seed)));
            for (int i = 0; i < 20 && !seed.empty(); ++i)
                CHECK_NOTHROW(target.run(as_bytes(mutated(seed, random))));
        }
        CHECK_NOTHROW(target.run({}));
    }
    CHECK(with_seeds >= 12);
}

TEST_CASE("each target has a program of libFuzzer and a dictionary, and no other has one") {
    std::istringstream list(SLUICE_FUZZ_TARGETS);
    std::set<std::string> programs, targets;
    for (std::string name; list >> name;) programs.insert(name);
    for (const fuzz::Target& target : fuzz::targets()) targets.insert(target.name);
    CHECK(programs == targets);
    std::set<std::string> dictionaries;
    for (const auto& entry : fs::directory_iterator(SLUICE_SOURCE_DIR "/tests/fuzz/dictionaries"))
        dictionaries.insert(entry.path().stem().string());
    CHECK(dictionaries == targets);
}
