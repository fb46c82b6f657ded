#include "pipeline/core/device_name.hpp"
#include "pipeline/device/device.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

TEST_CASE("devices --json lists the devices and marks one as chosen, with a reason") {
    const Outcome outcome = sluice_program({"devices", "--json"});
    REQUIRE(outcome.code == 0);
    const nlohmann::json json = outcome.json();
    CHECK(json.at("sluice") == 1);
    REQUIRE(json.at("devices").size() > 0);
    int chosen = 0;
    for (const nlohmann::json& device : json.at("devices")) {
        CHECK_FALSE(device.at("name").get<std::string>().empty());
        for (const char* key :
             {"index", "compute_units", "global_bytes", "max_allocation", "max_image_width"})
            CHECK(device.at(key).is_number_unsigned());
        for (const char* key : {"fp64", "fp16", "unified_memory", "packed_texels", "chosen"})
            CHECK(device.at(key).is_boolean());
        CHECK(device.at("formats").is_array());
        CHECK(device.at("natural_texels").is_array());
        if (!device.at("chosen").get<bool>()) continue;
        ++chosen;
        CHECK(device.at("missing") == "");
        CHECK_FALSE(device.at("reason").get<std::string>().empty());
    }
    CHECK(chosen == 1);
}

TEST_CASE("devices shows people short names first, and the full names of processors") {
    const std::string first = sluice_program({"devices", "--json"}).json().at("devices").at(0).at("name");
    const std::string shown = sluice::short_name(sluice::list_devices().at(0).facts);
    const Outcome outcome = sluice_program({"devices"});
    CHECK(outcome.code == 0);
    CHECK(contains(outcome.out, "[0] " + shown + "\n"));
    CHECK((shown == first || contains(outcome.out, "\n    name          " + first + "\n")));
    CHECK(contains(outcome.out, "chosen"));
}

TEST_CASE("a machine without OpenCL has no devices: an empty list, a hint, and exit code 3") {
    const Outcome outcome = sluice_program({"devices", "--json"}, without_devices());
    CHECK(outcome.code == 3);
    CHECK(outcome.json().at("devices").empty());
    CHECK(contains(outcome.err, "there is no OpenCL device"));
}
