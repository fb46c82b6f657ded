// What is said of files that hold several images.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// When the others are left out; `count` says how many there are in all.
inline Wording only_page(int page, const std::string& count) {
    return "only page " + std::to_string(page) + " of " + count + " is taken; " + Remedy{"load.page"} +
           " takes another, or 0 all of one size as layers";
}

// All pages become layers of one image.
inline void expect_same_page(std::size_t page, const ImageFormat& format, const ImageFormat& first) {
    if (format != first)
        throw_input("its pages cannot be layers of one image: page " + std::to_string(page) + " is " +
                    format.text() + ", the first " + first.text() + "; read them one by one");
}

[[noreturn]] inline void throw_no_page(int page, std::size_t count) {
    throw_input("it has no page " + std::to_string(page) + ": it has " + std::to_string(count) +
                (count == 1 ? " page" : " pages"));
}

}  // namespace sluice
