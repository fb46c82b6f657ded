// The library reads the file of 'sluice tune', and takes what it is given.
#include "pipeline/plan/tuning/json.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "pipeline/run/tuning_file.hpp"

#include <sluice/sluice.hpp>

#include "tests/sluice/devices.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/variable.hpp"

using namespace sluice;
using sluice::test::Variable;

namespace {

const ImageFormat small_format{40, 30, 3, Pixel::u8};

DeviceTuning tuning_of_today(const DeviceFacts& device) {
    DeviceTuning tuning = nearest_tuning(device);
    tuning.device = device.name;
    tuning.date = "2026-11-28";
    return tuning;
}

std::string plan_with(const PlanOptions& options = {}) {
    return Plan(Graph::from_chain("invert"), small_format, test::device(), options).text();
}

}  // namespace

TEST_CASE("the folder of tunings is that of the environment, else one of the user's caches") {
    const Variable home("HOME", "/home/a");
    {
        const Variable own("SLUICE_TUNING_DIR", "/t"), caches("XDG_CACHE_HOME", "/c");
        CHECK(tuning_folder() == "/t");
    }
    const Variable own("SLUICE_TUNING_DIR", "");  // as if it were not there
    {
        const Variable caches("XDG_CACHE_HOME", "/c");
        CHECK(tuning_folder() == "/c/sluice");
    }
    const Variable caches("XDG_CACHE_HOME", nullptr);
    CHECK(tuning_folder() == "/home/a/.cache/sluice");
    DeviceFacts device;
    device.name = "Some GPU (TM)/../x";
    CHECK(tuning_file(device) == "/home/a/.cache/sluice/some-gpu-tm-x.json");
    const Variable homeless("HOME", nullptr);
    CHECK(tuning_file(device).empty());
}

TEST_CASE("a Plan is made by the file of its device, and one that is no use is like none") {
    const TemporaryFolder folder;
    const Variable own("SLUICE_TUNING_DIR", (folder / "").c_str());
    const DeviceFacts device = test::device().facts();
    const std::string name = tuning_file(device).filename().string(), said = "costs: tuned on this device";
    CHECK(plan_with().find(said) == std::string::npos);
    folder.put(name, tuning_json(tuning_of_today(device)));
    CHECK(plan_with().find(said + " 2026-11-28\n") != std::string::npos);

    for (const char* broken : {"", "{}", "\xff\xfe", "[[[["}) {
        CAPTURE(std::string(broken));
        folder.put(name, broken);
        CHECK(plan_with().find(said) == std::string::npos);
        std::string warning;
        CHECK(own_tuning(device, [&](const std::string& what) { warning = what; }) == nullptr);
        CHECK(warning.find(name) != std::string::npos);
    }
    folder.put(name, std::string(2 << 20, ' '));
    CHECK(own_tuning(device) == nullptr);
    std::filesystem::remove(folder / name);
    std::filesystem::create_directory(folder / name);
    CHECK(own_tuning(device) == nullptr);
}

TEST_CASE("a tuning that the caller gives stands before the file") {
    const TemporaryFolder folder;
    const DeviceFacts device = test::device().facts();
    DeviceTuning given = tuning_of_today(device);
    given.date = "2020-01-01";
    const std::string file = folder.put("a.json", tuning_json(given)).string();
    PlanOptions options;
    options.tuning = read_tuning(file);
    CHECK(plan_with(options).find("costs: tuned on this device 2020-01-01\n") != std::string::npos);
    CHECK_THROWS_AS(read_tuning((folder / "missing.json").string()), Error);
}
