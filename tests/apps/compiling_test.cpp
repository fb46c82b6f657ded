// What a first run, with an empty kernel cache, says and does.
#include "pipeline/device/device.hpp"
#include "tests/apps/program.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>

using namespace sluice;

namespace {

// Whose kernels nobody has compiled, and whose helper nobody starts.
Surroundings fresh(const std::string& folder) {
    return {.environment = {"POCL_CACHE_DIR=" + folder, "POCL_KERNEL_CACHE=0"}};
}

bool has_pocl() {
    const std::vector<DeviceEntry> devices = list_devices();
    return !devices.empty() && devices.front().facts.platform == "Portable Computing Language";
}

// A run of one picture with a kernel cache of its own.
struct Cached {
    Scratch folder;
    std::string input = folder.put("a.png", ramp(9, 7, 3, 10, 90));
    std::vector<std::string> environment{"POCL_CACHE_DIR=" + (folder / "cache"), "POCL_KERNEL_CACHE=1"};

    Cached() { std::filesystem::create_directories(folder / "cache"); }
    ::Program start(const std::string& output, std::vector<std::string> more = {}) const {
        Surroundings around{.environment = environment};
        around.environment.insert(around.environment.end(), more.begin(), more.end());
        return ::Program({"run", "load " + input + " | normalize | save " + (folder / output)}, around);
    }
    std::string result(const std::string& output, std::vector<std::string> more = {}) const {
        CHECK(start(output, std::move(more)).wait().code == 0);
        return content(output);
    }
    std::string content(const std::string& output) const {
        std::ifstream file(folder / output, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::vector<std::string> binaries() const { return folder.files("cache/sluice"); }
};

}  // namespace

TEST_CASE("the second run keeps programs as binaries, and damaged ones are made again") {
    if (!has_pocl()) return report_skip("no PoCL, whose binaries are kept");
    const Cached cached;
    const std::string expected = cached.result("1.png");
    const std::vector<std::string> names = cached.binaries();
    REQUIRE_FALSE(names.empty());
    const auto sizes = [&] {
        std::vector<std::uintmax_t> all;
        for (const std::string& name : names)
            all.push_back(std::filesystem::file_size(cached.folder / ("cache/sluice/" + name)));
        return all;
    };
    const std::vector<std::uintmax_t> marks = sizes();
    CHECK(cached.result("2.png") == expected);
    const std::vector<std::uintmax_t> binaries = sizes();
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(binaries[i] > marks[i]);
    CHECK(cached.result("3.png") == expected);
    CHECK(sizes() == binaries);
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::fstream file(cached.folder / ("cache/sluice/" + names[i]),
                          std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(static_cast<std::streamoff>(marks[i] + 1000));
        file << "no machine has this code";
    }
    CHECK(cached.result("4.png") == expected);
    CHECK(sizes() == marks);
    CHECK(cached.result("5.png") == expected);
    CHECK(sizes() == binaries);
    CHECK(cached.binaries() == names);
}

TEST_CASE("runs that begin together do not disturb each other, whatever is kept") {
    if (!has_pocl()) return report_skip("no PoCL, whose binaries are kept");
    const Cached cached;
    std::string expected;
    for (const char* round : {"a", "b", "c"}) {
        const auto name = [&](const char* number) { return std::string(round) + number + ".png"; };
        {
            ::Program one = cached.start(name("1")), two = cached.start(name("2")),
                      three = cached.start(name("3"));
            CHECK(one.wait().code == 0);
            CHECK(two.wait().code == 0);
            CHECK(three.wait().code == 0);
        }
        if (expected.empty()) expected = cached.content(name("1"));
        CHECK_FALSE(expected.empty());
        for (const char* number : {"1", "2", "3"}) CHECK(cached.content(name(number)) == expected);
    }
    const std::vector<std::string> binaries = cached.binaries();
    CHECK(std::none_of(binaries.begin(), binaries.end(),
                       [](const std::string& name) { return name.starts_with("new-"); }));
}

TEST_CASE("no binaries are kept where they cannot be, or where PoCL's variable says otherwise") {
    if (!has_pocl()) return report_skip("no PoCL, whose binaries are kept");
    const Cached cached;
    const std::string expected = cached.result("1.png", {"POCL_WORK_GROUP_SPECIALIZATION=1"});
    CHECK_FALSE(std::filesystem::exists(cached.folder / "cache/sluice"));
    cached.folder.put("cache/sluice", std::string("a file, in which there can be no other"));
    CHECK(cached.result("2.png") == expected);
}

TEST_CASE("a run that compiles for long says so once, and not with -q") {
    if (!has_pocl()) return report_skip("no PoCL, whose compiler is known to be slow");
    const Scratch folder;
    const std::string input = folder.put("a.png", ramp(9, 7, 3, 10, 90));
    std::filesystem::create_directories(folder / "cache");
    const Surroundings around{.environment = {"POCL_CACHE_DIR=" + (folder / "cache")}};
    const auto words = [&](std::vector<std::string> more) {
        std::vector<std::string> all{"batch", input, "-o", folder / "out", "--overwrite", "always"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    const Outcome quiet = sluice_program(words({"-q"}), fresh(folder / "cache"));
    CHECK(quiet.code == 0);
    CHECK(quiet.err.empty());
    CHECK(quiet.compiling_notes == 0);
    const Outcome first = sluice_program(words({}), around);
    CHECK(first.code == 0);
    CHECK(first.compiling_notes == 1);
}
