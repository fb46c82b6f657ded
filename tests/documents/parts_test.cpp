// Where the file of a stage stands says who writes its name.
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/places.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace fs = std::filesystem;

TEST_CASE("the stages in stages/parts are internal, and of the others only the ends of an application") {
    const sluice::Registry registry(sluice::stage_table());
    const fs::path folder = fs::path(SLUICE_SOURCE_DIR) / "stages";
    CHECK(registry.all().size() > 30);
    for (const sluice::StageDef* stage : registry.all()) {
        INFO(stage->name);
        const bool part = fs::exists(folder / "parts" / (stage->name + ".cpp"));
        const bool end = stage->name == "input" || stage->name == "output";
        CHECK(stage->internal == (part || end));
    }
}
