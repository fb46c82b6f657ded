// Stages from kernel texts: a function in OpenCL C, below a comment that declares the stage.
//
//   /*
//   sluice: 1
//   name: vignette
//   kind: point
//   summary: Darkens the corners of an image.
//   params:
//     strength: {default: 0.5, range: [0, 1], live: true, help: "1 makes the corners black."}
//   */
//   V vignette(V v, V X, V Y, REAL strength, REAL width, REAL height) { ... }
//
// docs/own-kernel.md describes the comment and the function. Such a stage is checked, fused, cached and shown
// like all others.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/graph/stage.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

// The stage that the text declares, and the internal stages that it is made of. Give them to Registry::add().
// `file`: what messages call the text. Throws Error(usage) with every fault and its line. Pure; any thread.
SLUICE_API std::vector<StageDef> stages_of_text(const std::string& text, const std::string& file);
// Of a file, which is named as its stage is: vignette.cl.
SLUICE_API std::vector<StageDef> stages_of_file(const std::filesystem::path& file);

}  // namespace sluice
