// What libavif is given, and what its results mean. Needs libavif.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <avif/avif.h>

#include <new>
#include <string>

namespace sluice {

// `what`: before the words of the library.
inline void check_avif(avifResult result, const std::string& what) {
    switch (result) {
        case AVIF_RESULT_OK: return;
        case AVIF_RESULT_TRUNCATED_DATA: throw EndOfData();
#if AVIF_VERSION >= 1000000
        case AVIF_RESULT_OUT_OF_MEMORY: throw std::bad_alloc();
#endif
        default: throw_input(what + avifResultToString(result));
    }
}

}  // namespace sluice
