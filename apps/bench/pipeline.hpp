// sluice-bench pipeline: whole pipelines, fused and step by step, or as a stream of frames.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

Command bench_pipeline_command();

// The pipelines that are measured, of RGBA8 images.
struct BenchChain {
    const char* text;
    bool linear;    // through linear light, computed in floats
    int tolerance;  // by how much C++ and OpenCV may differ from the device
};
inline constexpr BenchChain bench_chains[] = {
    {"convert pixel=f32 space=linear | normalize mode=minmax | gamma exponent=0.8"
     " | convert pixel=u8 space=encoded",
     true, 1},
    {"normalize mode=minmax", false, 1}};

}  // namespace sluice::apps
