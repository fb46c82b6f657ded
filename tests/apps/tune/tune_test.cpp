// `sluice tune`: what it measures, where it writes, and who reads that.
#include "apps/tune/measure.hpp"
#include "apps/tune/repeat.hpp"
#include "pipeline/plan/tuning/json.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace sluice;
using namespace sluice::apps;

namespace {

Surroundings tunings_in(const std::string& folder) {
    return {.environment = {"SLUICE_TUNING_DIR=" + folder}};
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::filesystem::path only_file(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    REQUIRE(files.size() == 1);
    return files[0];
}

}  // namespace

TEST_CASE("tune writes what it measured, and plan and doctor say so") {
    const Scratch scratch;
    const std::string folder = scratch / "new/folder";
    const Outcome tuned = sluice_program({"tune", "--seconds", "10"}, tunings_in(folder));
    INFO(tuned.err);
    REQUIRE(tuned.code == 0);
    CHECK(contains(tuned.out, "starting a kernel"));
    CHECK(contains(tuned.err, "wrote "));

    const std::filesystem::path file = only_file(folder);
    const DeviceTuning tuning = tuning_from_json(text_of(file));
    for (const std::string& name : measured_numbers())
        for (const ProfileNumber& number : profile_numbers())
            if (number.name == name) CHECK(tuning.profile.*number.number > 0);
    CHECK(tuning.commit != "");

    const std::string input = scratch.put("a.png", ramp(40, 30, 3, 20, 100));
    const std::vector<std::string> plan{"plan", "-v", "load " + input + " | invert"};
    const std::string said = "\ncosts: tuned on this device " + tuning.date + "\n";
    CHECK(contains(sluice_program(plan, tunings_in(folder)).out, said));
    CHECK_FALSE(contains(sluice_program(plan).out, said));
    const nlohmann::json report =
        sluice_program({"doctor", "--json", "--limit", "200"}, tunings_in(folder)).json();
    REQUIRE(report.at("devices").size() > 0);
    CHECK(std::any_of(report.at("devices").begin(), report.at("devices").end(), [&](const auto& device) {
        return device.at("costs") == "costs: tuned on this device " + tuning.date;
    }));

    SUBCASE("a broken file is a warning, and tune writes it anew") {
        std::ofstream(file, std::ios::trunc) << "{";
        const Outcome broken = sluice_program(plan, tunings_in(folder));
        CHECK(broken.code == 0);
        CHECK(contains(broken.err, "warning: the tuning of the device"));
        CHECK(contains(broken.err, "is not used: it is no JSON object"));
        CHECK_FALSE(contains(broken.out, said));
        const Outcome again = sluice_program({"tune", "--seconds", "10"}, tunings_in(folder));
        CHECK(again.code == 0);
        CHECK_FALSE(contains(again.err, "warning"));
        CHECK(tuning_from_json(text_of(file)).device == tuning.device);
    }
    SUBCASE("one of another device is a warning too") {
        DeviceTuning other = tuning;
        other.device = "another";
        std::ofstream(file, std::ios::trunc) << tuning_json(other);
        const Outcome foreign = sluice_program(plan, tunings_in(folder));
        CHECK(contains(foreign.err, "is not used: it is for 'another'"));
        CHECK_FALSE(contains(foreign.out, said));
    }
}

TEST_CASE("tune writes elsewhere, or nothing, as it is told") {
    const Scratch scratch;
    const std::string folder = scratch / "tunings";
    const Outcome dry = sluice_program({"tune", "--seconds", "10", "--dry-run"}, tunings_in(folder));
    CHECK(dry.code == 0);
    CHECK(contains(dry.out, "a division"));
    CHECK_FALSE(std::filesystem::exists(folder));

    const Outcome piped = sluice_program({"tune", "--seconds", "10", "--output", "-"}, tunings_in(folder));
    CHECK(piped.code == 0);
    CHECK_FALSE(tuning_from_json(piped.out).device.empty());
    CHECK_FALSE(std::filesystem::exists(folder));

    CHECK(sluice_program({"tune", "--output", scratch / "a/b.json"}).code == 2);  // there is no such folder
    CHECK(sluice_program({"tune", "--dry-run", "-o", "a.json"}).code == 2);
    CHECK(sluice_program({"tune"}, without_devices()).code == 3);
    const Outcome homeless =
        sluice_program({"tune"}, {.environment = {"SLUICE_TUNING_DIR=", "XDG_CACHE_HOME=", "HOME="}});
    CHECK(homeless.code == 2);
    CHECK(contains(homeless.err, "SLUICE_TUNING_DIR"));
}

TEST_CASE("the least of several runs counts, of as many rounds as take a while") {
    int runs = 0;
    const auto machine = [&](std::uint32_t rounds) {  // that others keep busy now and then
        return 100.0 * rounds * (++runs % 2 == 0 ? 1 : 5);
    };
    CHECK(least_ns_of_round(machine, std::chrono::milliseconds(0)) == 100);
    CHECK(runs > 5);
    CHECK(runs < 100);
}
