#include "io/memory.hpp"

#include "io/codecs.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"

#include <sys/stat.h>

namespace sluice {
namespace {

constexpr std::size_t head_bytes = std::size_t{64} << 10;  // as read.cpp takes them

std::size_t times(double copies, std::size_t bytes) {
    return static_cast<std::size_t>(copies * static_cast<double>(bytes));
}

// Stdin, whose size nobody knows, is taken to be no larger than its pixels; it grows by copying.
std::size_t file_bytes(const std::string& path, const ImageFormat& format) {
    struct stat facts {};
    if (path != "-" && ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
        return static_cast<std::size_t>(facts.st_size);
    return 3 * format.host_bytes();
}

}  // namespace

ReadMemory memory_to_read(const std::string& path, const ImageFormat& format, int shrink) {
    try {
        Input input(path);
        const Codec* codec = codec_of_content(input.head(head_bytes));
        if (codec == nullptr) codec = codec_of_extension(extension_of(path));
        const CodecMemory memory = codec == nullptr ? CodecMemory{} : codec->memory;
        const double whole = memory.read * shrink * shrink;  // coefficients of all of a progressive file
        return {placed_bytes(format), file_bytes(path, format) + times(whole, format.host_bytes()),
                codec != nullptr && codec->places};
    } catch (const Error& error) {
        throw Error(error.kind(), input_name(path), error.message());
    }
}

std::size_t memory_to_write(std::string_view extension, const ImageFormat& format) {
    const Codec* codec = codec_of_extension(extension);
    if (codec == nullptr) return 0;
    const bool copied = format.channels == 3 && !codec->holds.lanes;
    return times(codec->memory.write + (copied ? 1 : 0), format.host_bytes()) + codec->memory.write_more;
}

}  // namespace sluice
