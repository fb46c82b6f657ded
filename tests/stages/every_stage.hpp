// Chains that have every stage which gives images, as users name them, and choices of some whose kernels
// differ in what is not plain arithmetic.
#pragma once

#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/stage_facts.hpp"

#include <map>
#include <string>
#include <vector>

namespace sluice::test {

struct StageChain {
    std::string chain;
    std::vector<std::string> inputs;  // ids of its images, all of one format
    bool chosen = false;              // by parameters: must give integers for some format
};

inline StageChain chain_of(const StageDef& stage, const std::string& parameters) {
    StageChain made{"", {"input"}, !parameters.empty()};
    std::string from = "input";
    for (std::size_t i = 1; i < stage.inputs.size() && !stage.inputs[i].optional; ++i) {
        made.inputs.push_back("other" + std::string(i, '_'));
        made.chain += "input id=" + made.inputs.back() + "; ";
        from += "," + made.inputs.back();
    }
    if (made.inputs.size() > 1) made.chain += "input | ";
    made.chain += stage.name + (made.inputs.size() > 1 ? " from=" + from : "");
    if (!parameters.empty()) made.chain += " " + parameters;
    return made;
}

inline std::vector<StageChain> chains_of_every_stage() {
    // What a stage must be given, and what else of it is worth a look.
    const std::multimap<std::string, std::string> given{
        {"crop", "20,11"},
        {"crops", "13,9 most=3 boxes=2,3,13,9,-4,1.5,30,17"},
        {"lut", "values=255,200,128,64,0"},
        {"resize", "width=24 height=15"},
        {"text", "Venice size=12 margin=0 font=DejaVuSans"},
        {"undistort", "fx=45 k=-0.3,0.1,0.002,-0.01"},
        {"warp", "matrix=0.87,-0.5,9,0.5,0.87,-7"},
        {"whitebalance", "grey=90,100,110"},
        {"blend", "mode=softlight"},
        {"blend", "mode=dodge"},
        {"blend", "mode=burn"},
        {"convert", "space=linear"},
        {"convert", "to=lab | convert to=rgb pixel=u16"},
        {"convert", "to=hsv | convert to=rgb pixel=u16"},
        {"normalize", "stretch=asinh"},
        {"normalize", "stretch=log"},
        {"normalize", "mode=minmax"},
        {"normalize", "mode=clahe"},
        {"normalize", "mode=equalize"},
        {"normalize", "mode=standardize pixel=u8"},
        {"normalize", "mode=grayworld"},
        {"sobel", "direction=angle pixel=u16"},
        {"sobel", "direction=magnitude pixel=u16"},
        {"scharr", "direction=angle pixel=u16"},
        {"prewitt", "direction=angle pixel=u16"},
        {"threshold", "method=otsu"},
        {"asinh", "strength=1000"},
        {"absdiff", "value=60"},
        {"add", "value=60"},
        {"and", "value=60"},
        {"divide", "value=3"},
        {"max", "value=60"},
        {"min", "value=60"},
        {"multiply", "value=0.7"},
        {"or", "value=60"},
        {"subtract", "value=60"},
        {"xor", "value=60"},
        {"log", "strength=1000"},
    };
    std::vector<StageChain> chains;
    for (const StageDef* stage : builtin_stages().all()) {
        if (!is_for_users(*stage) || !gives_image(*stage)) continue;
        chains.push_back(chain_of(*stage, ""));
        const auto [first, last] = given.equal_range(stage->name);
        for (auto one = first; one != last; ++one) chains.push_back(chain_of(*stage, one->second));
    }
    return chains;
}

}  // namespace sluice::test
