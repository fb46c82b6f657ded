#include "tests/apps/program.hpp"
#include "tests/apps/shell.hpp"

#include <doctest/doctest.h>

#include <filesystem>
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

TEST_CASE("stages new writes a kernel of each kind that runs") {
    const Scratch folder;
    folder.put("photo.png", ramp(40, 30, 3, 40, 100));
    for (const std::string kind : {"point", "stencil", "reduce", "source"}) {
        const std::string name = "my_" + kind, file = name + ".cl";
        const Outcome written = shell("sluice stages new " + name + " --kind " + kind, folder / "");
        CHECK_MESSAGE(written.code == 0, written.err);
        CHECK(contains(written.err, "wrote " + file + "; try: sluice run"));
        const Outcome page = shell("sluice stages --from " + file + " " + name, folder / "");
        CHECK_MESSAGE(page.code == 0, page.err);
        CHECK(contains(page.out, "kernel " + file + " ["));
        const std::string chain = (kind == "source" ? "" : "load photo.png | ") + ("kernel " + file) +
                                  (kind == "reduce" ? "" : " | save " + kind + ".png");
        const Outcome run = shell("sluice run \"" + chain + "\"", folder / "");
        CHECK_MESSAGE(run.code == 0, run.err);
        CHECK((kind == "reduce" || std::filesystem::exists(folder / (kind + ".png"))));
    }
    const Outcome all = shell("sluice stages --from .", folder / "");
    CHECK(contains(all.out, "my_point    Darkens the corners of an image."));
    const nlohmann::json schema = shell("sluice stages --from . --schema", folder / "").json();
    CHECK(contains(schema.dump(), "my_stencil.cl"));
    const auto refused = [&](const std::string& words, const std::string& said) {
        const Outcome outcome = shell("sluice stages " + words, folder / "");
        CHECK(outcome.code == 2);
        CHECK_MESSAGE(contains(outcome.err, said), outcome.err);
    };
    refused("new my_point", "'my_point.cl' exists");
    refused("new", "the name of the stage is missing");
    refused("new gamma", "sluice has a stage or a kernel 'gamma'");
    refused("new Gamma", "'Gamma' cannot be the name of a stage");
    refused("new other --kind pont", "is not one of point, stencil, reduce, source (did you mean 'point'?)");
    refused("--from none", "none");
    refused("--kind point", "--kind is for 'stages new NAME'");
}
