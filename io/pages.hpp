// What is said of files that hold several images.
#pragma once

#include "pipeline/core/message.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// When the others are left out; `count` says how many there are in all.
inline Wording only_page(int page, const std::string& count) {
    return "only page " + std::to_string(page) + " of " + count + " is taken; " + Remedy{"load.page"} +
           " takes another, or 0 all of one size as layers";
}

[[noreturn]] inline void throw_no_page(int page, std::size_t count) {
    throw_input("it has no page " + std::to_string(page) + ": it has " + std::to_string(count) +
                (count == 1 ? " page" : " pages"));
}

}  // namespace sluice
