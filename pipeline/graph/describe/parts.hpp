// Parts of the pages about a stage, for terminals and in Markdown.
#pragma once

#include "pipeline/graph/stage.hpp"

#include <string>
#include <vector>

namespace sluice {

// A chain that works as soon as the required values are filled in.
std::string usage(const StageDef& stage);
// The name of the stage and these parameters.
std::string with_params(const StageDef& stage, const std::string& params);

// Ports as pages show them: those of one list are one.
struct ShownPort {
    std::string first, last, type, doc;
};
std::vector<ShownPort> shown(const std::vector<PortDecl>& ports);

// Whether a name in another program is shown with a number, which there may be any.
bool numbers_are_examples(const StageDef& stage);

}  // namespace sluice
