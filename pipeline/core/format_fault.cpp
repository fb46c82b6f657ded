#include "pipeline/core/format_fault.hpp"

#include "pipeline/core/value.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace sluice {
namespace {

constexpr std::size_t most_bytes = PTRDIFF_MAX;  // of one piece of memory
constexpr std::size_t most_pixel_bytes = 4 * 8;  // four f64

std::optional<std::size_t> product(std::size_t a, std::size_t b) {
    std::size_t result = 0;
    if (__builtin_mul_overflow(a, b, &result) || result > most_bytes) return std::nullopt;
    return result;
}

// Bytes of its rows on a device, which are no shorter than those of the host.
std::optional<std::size_t> padded_bytes(const ImageFormat& format) {
    if (format.width > most_bytes / most_pixel_bytes - most_pixel_bytes) return std::nullopt;
    const auto rows = product(format.height, format.layers);
    return rows ? product(format.device_pitch(), *rows) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> span_of_rows(std::size_t rows, std::size_t pitch, std::size_t row_bytes) {
    const auto before = product(rows == 0 ? 0 : rows - 1, pitch);
    if (!before || row_bytes > most_bytes - *before) return std::nullopt;
    return *before + row_bytes;
}

std::string enumerator_fault(const ImageFormat& format) {
    const Space of_profile = format.profile ? format.profile->space : Space::encoded;
    for (std::string fault :
         {enumerator_fault("pixel", format.pixel), enumerator_fault("space", format.space),
          enumerator_fault("order", format.order), enumerator_fault("model", format.model),
          enumerator_fault("profile.space", of_profile)})
        if (!fault.empty()) return fault;
    return "";
}

std::string memory_fault(const ImageFormat& format) {
    if (std::string fault = enumerator_fault(format); !fault.empty()) return fault;
    if (format.channels < 0 || format.channels > 4)
        return "an image has 1 to 4 channels, not " + std::to_string(format.channels);
    if (!padded_bytes(format)) return "an image with more bytes than can be addressed: " + format.text();
    return "";
}

std::string format_fault(const ImageFormat& format) {
    if (std::string fault = enumerator_fault(format); !fault.empty()) return fault;
    if (format.channels < 1 || format.channels > 4)
        return "an image has 1 to 4 channels, not " + std::to_string(format.channels);
    if (format.grey_alpha && format.channels != 2)
        return "grey_alpha is for two channels, not " + std::to_string(format.channels);
    if (format.width == 0 || format.height == 0 || format.layers == 0)
        return "an image without pixels: " + format.text();
    constexpr std::size_t most = 0x7fffffff;  // kernels count columns and rows in int
    if (format.width > most || format.height > most / format.layers)
        return "an image has at most " + std::to_string(most) +
               " columns and rows, counting all layers: " + format.text();
    if (!std::isfinite(format.white) || format.white < 0)
        return "white must be a pixel value above 0, or 0 for the default, not " + number_text(format.white);
    if (format.model != Model::rgb && format.colors() != 3)
        return std::string(name(format.model)) + " has three colours, not " + std::to_string(format.colors());
    if (format.model != Model::rgb && format.order != Order::rgb)
        return "order=bgr is only for red, green and blue; the channels of " +
               std::string(name(format.model)) + " keep their own order: use order=rgb";
    return memory_fault(format);
}

}  // namespace sluice
