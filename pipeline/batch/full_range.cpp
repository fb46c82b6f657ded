#include "pipeline/batch/full_range.hpp"

namespace sluice {

bool spans_full_range(const Table& statistics, const ImageFormat& format) {
    const std::size_t channels = statistics.layout().channels.size();
    for (std::size_t layer = 0; layer < statistics.layout().rows; ++layer)
        for (std::size_t c = 0; c < channels; ++c)
            if (statistics.real("min", c, layer) > format.range_low() ||
                statistics.real("max", c, layer) < format.range_high())
                return false;
    return channels > 0;
}

}  // namespace sluice
