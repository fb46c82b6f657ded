#include "io/npy/npy.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace sluice {
namespace {

// Two levels are truth values.
bool is_bool(const ImageFormat& format) { return format.pixel == Pixel::u8 && format.white_value() == 1; }

std::string_view layout_for(const ImageFormat& format, const EncodeOptions& options) {
    const ArrayLayout given = npy_writing().filled(options.own).layout;
    if (given != ArrayLayout::automatic) return name(given);
    return format.layers > 1 ? "nhwc" : format.channels > 1 ? "hwc" : "hw";
}

std::size_t side_of(const ImageFormat& format, char axis) {
    return axis == 'n'   ? format.layers
           : axis == 'h' ? format.height
           : axis == 'w' ? format.width
                         : static_cast<std::size_t>(format.channels);
}

std::vector<std::size_t> shape(const ImageFormat& format, std::string_view layout) {
    const auto needs = [&](char axis, const char* what) {
        if (layout.find(axis) == layout.npos && side_of(format, axis) > 1)
            throw_input("layout=" + std::string(layout) + " has no axis for the " +
                        std::to_string(side_of(format, axis)) + " " + what + " of the image");
    };
    needs('n', "layers");
    needs('c', "channels");
    std::vector<std::size_t> sides;
    for (const char axis : layout) sides.push_back(side_of(format, axis));
    return sides;
}

class NpyWriter : public RowWriter {
public:
    NpyWriter(Output& file, const ImageFormat& format, std::string_view layout, const Warn& warn)
        : file_(file), warn_(warn), bool_(is_bool(format)), height_(format.height) {
        file_.append(npy_head(bool_ ? "|b1" : npy_type(format.pixel), shape(format, layout)));
        if (is_planar(layout) && format.channels > 1)
            planes_.resize(static_cast<std::size_t>(format.channels),
                           std::vector<std::uint8_t>(format.width * height_ * bytes(format.pixel)));
    }

    void write(const ConstHostView& rows) override {
        const std::size_t row = rows.format.host_bytes() / rows.format.rows();
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            const Bytes samples{reinterpret_cast<const std::uint8_t*>(rows.row(y)), row};
            if (planes_.empty())
                append(samples);
            else
                part(samples, bytes(rows.format.pixel));
        }
    }
    void finish() override {
        if (clamped_ > 0) warn_(std::to_string(clamped_) + " samples above the white of 1 were clamped");
    }

private:
    void append(Bytes samples) { file_.append(bool_ ? truths(samples) : samples); }

    // The next row of a layer, whose planes are written when it is whole.
    void part(Bytes samples, std::size_t sample) {
        const std::size_t channels = planes_.size(), row = samples.size() / channels;
        for (std::size_t c = 0; c < channels; ++c) {
            std::uint8_t* to = planes_[c].data() + filled_ * row;
            for (std::size_t at = c * sample; at < samples.size(); at += channels * sample, to += sample)
                std::memcpy(to, samples.data() + at, sample);
        }
        if (++filled_ < height_) return;
        filled_ = 0;
        for (const std::vector<std::uint8_t>& plane : planes_) append(plane);
    }

    Bytes truths(Bytes samples) {
        row_.assign(samples.begin(), samples.end());
        for (std::uint8_t& sample : row_) {
            clamped_ += sample > 1 ? 1 : 0;
            sample = std::min<std::uint8_t>(sample, 1);
        }
        return row_;
    }

    Output& file_;
    Warn warn_;
    bool bool_;
    std::size_t height_;
    std::size_t clamped_ = 0;
    std::vector<std::uint8_t> row_;
    std::vector<std::vector<std::uint8_t>> planes_;  // of a layer; none where channels lie side by side
    std::size_t filled_ = 0;                         // rows of these
};

}  // namespace

std::vector<std::uint8_t> npy_head(const std::string& type, const std::vector<std::size_t>& shape) {
    std::string dictionary =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + npy_shape(shape) + ", }";
    constexpr std::size_t before = 10;  // magic, version, length
    while ((before + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
    dictionary += '\n';
    std::vector<std::uint8_t> head{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    append_number(head, dictionary.size(), 2, false);
    head.insert(head.end(), dictionary.begin(), dictionary.end());
    return head;
}

std::unique_ptr<RowWriter> npy_begin(Output& file, const ImageFormat& format, const Metadata&,
                                     const EncodeOptions& options, const Warn& warn) {
    return std::make_unique<NpyWriter>(file, format, layout_for(format, options), warn);
}

std::size_t npy_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    const std::size_t file = options.little_memory ? 0 : format.host_bytes() + format.host_bytes() / 10;
    const std::size_t row = format.host_bytes() / format.rows();
    return file + (is_planar(layout_for(format, options)) ? 2 * row * format.height : row);
}

}  // namespace sluice
