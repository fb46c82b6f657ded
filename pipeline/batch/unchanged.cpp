#include "pipeline/batch/unchanged.hpp"

#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/output.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace sluice {
namespace {

constexpr std::size_t head_bytes = std::size_t{64} << 10;  // what a Sink is asked about

// Rows of pixels whose fourth sample is padding.
bool same_colours(const std::byte* a, std::size_t step_a, const std::byte* b, std::size_t step_b,
                  std::size_t bytes, std::size_t pixels) {
    for (std::size_t x = 0; x < pixels; ++x)
        if (std::memcmp(a + x * step_a, b + x * step_b, bytes) != 0) return false;
    return true;
}

// All of a file; false where it cannot be read.
bool append(Input& src, FileOutput& dst) {
    ByteStream stream({src.at(), src.size()});
    const auto next = [&]() -> std::optional<Bytes> {
        try {
            return stream.next();
        } catch (const Error&) {
            return std::nullopt;
        }
    };
    std::optional<Bytes> part = next();
    for (; part && !part->empty(); part = next()) dst.append(*part);
    return part.has_value();
}

}  // namespace

bool same_pixels(const ConstHostView& a, const ConstHostView& b) {
    if (a.format != b.format) return false;
    const std::size_t sample = bytes(a.format.pixel);
    const std::size_t pixel = sample * static_cast<std::size_t>(a.format.channels);
    for (std::size_t y = 0; y < a.format.rows(); ++y) {
        const bool same = a.packed_pixels() && b.packed_pixels()
                              ? std::memcmp(a.row(y), b.row(y), pixel * a.format.width) == 0
                              : same_colours(a.row(y), sample * a.step(), b.row(y), sample * b.step(), pixel,
                                             a.format.width);
        if (!same) return false;
    }
    return true;
}

bool has_profile_of(const ImageFormat& format, const Metadata& file) {
    return !format.profile || *format.profile == ColourProfile{file.icc, file.icc_space};
}

bool only_says_where(const CheckedNode& sink) {
    return std::all_of(sink.param_places.begin(), sink.param_places.end(), [&](const auto& given) {
        const ParamDecl* param = sink.stage->param(given.first);
        return given.first == "durable" || given.first == "overwrite" ||
               (param != nullptr && (param->type == ParamType::path || param->alters));
    });
}

bool copy_file(const FileReport& report, ImageWriter& writer, bool durable) {
    const std::string name = report.file.input.string(), output = report.file.output.string();
    std::optional<Input> input;
    try {
        input.emplace(name);
        if (!input->regular() || !writer.writes_such(input->head(head_bytes))) return false;
    } catch (const Error&) {  // it is gone: what was read of it can still be encoded
        return false;
    }
    try {
        FileOutput copy(output, {durable, report.overwrite, name});
        if (!append(*input, copy) || stamp_of(report.file.input) != report.input_stamp) return false;
        copy.finish();
        return true;
    } catch (const FileExists&) {
        throw;
    } catch (const Error& error) {
        throw Error(error.kind(), output, error.message());
    }
}

}  // namespace sluice
