#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <set>

TEST_CASE("stages lists the stages of users and none of the internal ones") {
    const Outcome outcome = sluice_program({"stages"});
    REQUIRE(outcome.code == 0);
    for (const char* name : {"load", "save", "convert", "reduce", "normalize", "invert", "gamma"})
        CHECK_MESSAGE(contains("\n" + outcome.out, std::string("\n") + name + " "), name);
    CHECK_FALSE(contains("\n" + outcome.out, "\ninput "));
    CHECK_FALSE(contains("\n" + outcome.out, "\nstretch_range "));
}

TEST_CASE("stages NAME shows the page of one stage: its parameters with defaults and documentation") {
    const Outcome outcome = sluice_program({"stages", "save"});
    CHECK(outcome.code == 0);
    for (const char* part : {"path", "quality", "compression", "90 for JPEG"})
        CHECK(contains(outcome.out, part));
}

TEST_CASE("stages --json has every stage with its parameters; with a name only that one") {
    const nlohmann::json all = sluice_program({"stages", "--json"}).json();
    std::set<std::string> names;
    for (const nlohmann::json& stage : all.at("stages")) names.insert(stage.at("name"));
    CHECK(names.contains("normalize"));

    const nlohmann::json load = sluice_program({"stages", "load", "--json"}).json();
    CHECK(load.at("name") == "load");
    CHECK(load.at("parameters").at(0).at("name") == "path");
}

TEST_CASE("stages --schema is a JSON Schema") {
    const nlohmann::json schema = sluice_program({"stages", "--schema"}).json();
    CHECK(contains(schema.at("$schema"), "json-schema.org"));
}

TEST_CASE("stages --markdown holds a page of every stage in the list") {
    const Outcome outcome = sluice_program({"stages", "--markdown"});
    CHECK(outcome.code == 0);
    CHECK(outcome.out.starts_with("# Stages\n"));
    for (const char* name : {"load", "save", "normalize"})
        CHECK(contains(outcome.out, "\n## " + std::string(name) + "\n"));
    CHECK(sluice_program({"stages", "gamma", "--markdown"}).out.starts_with("# gamma\n"));
}
