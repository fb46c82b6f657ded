// What tests ask of the declaration of any stage.
#pragma once

#include "pipeline/graph/stage.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace sluice::test {

inline bool computes(const StageDef& stage) { return stage.kind() != Kind::source && !stage.outputs.empty(); }

inline bool is_point(const StageDef& stage) { return stage.kind() == Kind::point; }

inline bool gives_image(const StageDef& stage) {
    return !stage.outputs.empty() && stage.outputs.front().is_image();
}

// It needs them.
inline bool takes_tables(const StageDef& stage) {
    return std::any_of(stage.inputs.begin(), stage.inputs.end(),
                       [](const PortDecl& port) { return !port.is_image() && !port.optional; });
}

// A stage that random graphs and the contract test can use as a user does: from images alone, and in one plan
// for all images of a format.
inline bool is_for_users(const StageDef& stage) {
    return computes(stage) && !stage.internal && !takes_tables(stage) && stage.kind() != Kind::measured;
}

// The stages that SLUICE_TEST_STAGES names, separated by commas: tests that go over all stages look at these
// only.
inline std::vector<std::string> asked_stages() {
    const char* wanted = std::getenv("SLUICE_TEST_STAGES");
    std::istringstream names(wanted == nullptr ? "" : wanted);
    std::vector<std::string> stages;
    for (std::string name; std::getline(names, name, ',');) stages.push_back(name);
    return stages;
}

inline bool claims_monotone(const StageDef& stage) {
    const auto* point = stage.as<PointDef>();
    return point != nullptr && point->monotone;
}
inline bool claims_affine(const StageDef& stage) {
    const auto* point = stage.as<PointDef>();
    return point != nullptr && point->affine;
}

}  // namespace sluice::test
