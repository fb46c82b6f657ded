// What a first run, with an empty kernel cache, says and does.
#include "pipeline/device/device.hpp"
#include "tests/apps/program.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

using namespace sluice;

namespace {

// Whose kernels nobody has compiled, and whose helper nobody starts.
Surroundings fresh(const std::string& folder) {
    return {.environment = {"POCL_CACHE_DIR=" + folder, "POCL_KERNEL_CACHE=0"}};
}

}  // namespace

TEST_CASE("a run that compiles for long says so once, and not with -q") {
    const std::vector<DeviceEntry> devices = list_devices();
    if (devices.empty() || devices.front().facts.platform != "Portable Computing Language")
        return report_skip("no PoCL, whose compiler is known to be slow");
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
