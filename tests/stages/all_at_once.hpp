// What several stages make of the same images: in one plan, since each kernel takes long to compile.
#pragma once

#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace sluice::test {

// Images as rows of numbers, and back.
using reference::row_of;
using reference::Samples;
using reference::samples_of;

// Of "input", and of "b" where there is one: "add from=input,b".
inline std::vector<HostImage> images_of(const std::vector<std::string>& stages, const Images& images) {
    std::string chain;
    for (const auto& [id, image] : images) chain += (chain.empty() ? "input id=" : "; input id=") + id;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::string n = std::to_string(i);
        const bool takes = stages[i].find("from=") != std::string::npos;
        chain += "; " + stages[i] + (takes ? "" : " from=input") + " id=s" + n + "; output id=o" + n +
                 " from=s" + n;
    }
    const Found all = found(chain, images, {});
    std::vector<HostImage> results;
    for (std::size_t i = 0; i < stages.size(); ++i) results.push_back(all.images.at("o" + std::to_string(i)));
    return results;
}

// Stages with what they must give.
using Expected = std::vector<std::pair<std::string, Samples>>;

inline void check_each(const Images& images, const Expected& expected, double off_by = 0) {
    std::vector<std::string> stages;
    for (const auto& [stage, samples] : expected) stages.push_back(stage);
    const std::vector<HostImage> results = images_of(stages, images);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        CAPTURE(stages[i]);
        const Samples samples = samples_of(results[i].view());
        REQUIRE(samples.size() == expected[i].second.size());
        for (std::size_t k = 0; k < samples.size(); ++k) {
            CAPTURE(k);
            CHECK(std::fabs(samples[k] - expected[i].second[k]) <= off_by);
        }
    }
}

inline Images images(const HostImage& input) {
    Images images;
    images.emplace("input", input);
    return images;
}
inline Images images(const HostImage& input, const HostImage& b) {
    Images both = images(input);
    both.emplace("b", b);
    return both;
}

// What is said of a chain, of images of the formats of "input" and "b".
inline std::string refused(const std::string& chain, const SourceFormats& formats) {
    return error_of([&] { Plan(Graph::from_chain(chain), formats, device()); });
}
inline bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace sluice::test
