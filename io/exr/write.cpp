#include "io/exr/alpha.hpp"
#include "io/exr/exr.hpp"
#include "io/exr/file.hpp"
#include "io/resolution.hpp"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>

#include <cstring>
#include <exception>
#include <optional>

namespace sluice {
namespace {

std::vector<std::string> exr_channels(const ImageFormat& format) {
    std::vector<std::string> names =
        format.colors() == 1 ? std::vector<std::string>{"Y"} : std::vector<std::string>{"R", "G", "B"};
    if (format.has_alpha()) names.emplace_back("A");
    return names;
}

Imf::PixelType exr_type(const ImageFormat& format) {
    return format.pixel == Pixel::f16 ? Imf::HALF : Imf::FLOAT;
}

Imf::Header exr_header_for(const ImageFormat& format, const Metadata& metadata, ExrCompression compression) {
    const Resolution& resolution = metadata.resolution;
    Imf::Header header(static_cast<int>(format.width), static_cast<int>(format.height));
    header.compression() = static_cast<Imf::Compression>(compression);
    for (const std::string& name : exr_channels(format))
        header.channels().insert(name, Imf::Channel(exr_type(format)));
    if (!resolution.empty()) {
        const Resolution dst = in_unit(resolution, Resolution::Unit::inch);
        header.pixelAspectRatio() = static_cast<float>(dst.y / dst.x);
        if (dst.unit == Resolution::Unit::inch) Imf::addXDensity(header, static_cast<float>(dst.x));
    }
    if (!metadata.texts.empty()) Imf::addComments(header, metadata.texts.front().text);
    return header;
}

class ExrRowWriter : public RowWriter {
public:
    ExrRowWriter(Output& file, const ImageFormat& format, const Metadata& metadata,
                 ExrCompression compression)
        : format_(format), output_(file) {
        output_.guarded([&] { file_.emplace(output_, exr_header_for(format, metadata, compression), 0); });
    }

    void write(const ConstHostView& rows) override {
        if (!format_.has_alpha()) return write_rows(rows);
        HostImage multiplied(rows.format);
        const std::size_t size = multiplied.pitch();
        for (std::size_t y = 0; y < rows.format.height; ++y)
            std::memcpy(multiplied.row(y), rows.row(y), size);
        multiply_with_alpha(multiplied.view());
        write_rows(multiplied.view());
    }

    // Ending it writes the places of the rows; the library keeps to itself what goes wrong there.
    void finish() override {
        file_.reset();
        if (output_.faults.first) std::rethrow_exception(output_.faults.first);
    }

private:
    void write_rows(const ConstHostView& rows) {
        const std::size_t size = bytes(format_.pixel);
        const std::vector<std::string> names = exr_channels(format_);
        output_.guarded([&] {
            Imf::FrameBuffer buffer;
            const Imath::V2i origin(0, file_->currentScanLine());
            for (std::size_t c = 0; c < names.size(); ++c)
                buffer.insert(names[c], Imf::Slice::Make(exr_type(format_), rows.row(0) + c * size, origin,
                                                         static_cast<std::int64_t>(rows.format.width),
                                                         static_cast<std::int64_t>(rows.format.height),
                                                         rows.step() * size, rows.pitch));
            file_->setFrameBuffer(buffer);
            file_->writePixels(static_cast<int>(rows.format.height));
        });
    }

    ImageFormat format_;
    ExrOutput output_;
    std::optional<Imf::OutputFile> file_;
};

}  // namespace

std::unique_ptr<RowWriter> exr_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn&) {
    return std::make_unique<ExrRowWriter>(file, format, metadata,
                                          exr_writing().filled(options.own).compression);
}

std::size_t exr_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    constexpr std::size_t copies = 6, table = 16, more = std::size_t{4} << 20;
    constexpr double file = 2.3;  // that grows
    const Imf::Header header = exr_header_for(format, {}, exr_writing().filled(options.own).compression);
    const std::size_t multiplied =
        options.little_memory ? 64 * format.host_bytes() / format.rows() : format.host_bytes();
    return copies * exr_chunk(header).bytes + table * format.height + (format.has_alpha() ? multiplied : 0) +
           more +
           (options.little_memory
                ? 0
                : static_cast<std::size_t>(file * static_cast<double>(format.host_bytes())));
}

}  // namespace sluice
