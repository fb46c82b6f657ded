// What the papers measured, as far as their text gives figures.
#pragma once

#include "apps/bench/ladder/element.hpp"
#include "pipeline/core/format.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct Paper {
    const char* source;
    const char* device;
    double limit;  // GB/s of the device's memory
    const char* limit_is;
};

// One figure, beside the step that it was measured for.
struct Published {
    const Paper* paper;
    const char *ladder, *step;
    Element element;
    Storage storage;
    std::size_t count;    // elements
    double us = 0;        // 0: only the speed-up is known
    double speed_up = 0;  // against the paper's serial loop; 0: not known
    const char* note = "";

    double rate() const;   // GB/s
    double share() const;  // of the limit
    // "74.8 us, 53 % (HD 5850)".
    std::string text() const;
};

const std::vector<Published>& published();
std::vector<Published> published(const std::string& ladder, const std::string& step, Element element,
                                 Storage storage);

}  // namespace sluice::apps
