#include "io/rawvideo/rawvideo.hpp"

#include "io/pages.hpp"
#include "io/shared_options.hpp"
#include "io/video.hpp"
#include "pipeline/core/declared.hpp"

#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

struct RawReading {
    std::optional<Size> size;
    std::optional<RawPixels> pixels;
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
};
Declared<RawReading> rawvideo_declared_reading() {
    Declared<RawReading> options;
    options
        .param("size", &RawReading::size,
               "Width and height of the frames, which such files do not say: 1920x1080.", keyword("unknown"))
        .param("pixels", &RawReading::pixels,
               "How the pixels of a frame are stored, which such files do not say. nv12, nv21, i420, yv12, "
               "yuyv, uyvy, p010: as in the stage yuv; they become red, green and blue. grey8, grey16: one "
               "channel, also of a sensor with a Bayer pattern (demosaic). rgb24, bgr24, rgba, bgra, rgb48, "
               "rgba64: colours in this order, of 8 or 16 bits. 16 bits have the lower byte first. Names of "
               "ffmpeg are accepted.",
               keyword("unknown"));
    declare_yuv_matrix(options);
    declare_yuv_range(options);
    return options;
}
const Declared<RawReading>& rawvideo_reading() {
    static const Declared<RawReading> options = rawvideo_declared_reading();
    return options;
}

struct RawWriting {
    RawPixels pixels = RawPixels::i420;
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
};
Declared<RawWriting> rawvideo_declared_writing() {
    Declared<RawWriting> options;
    options.param("pixels", &RawWriting::pixels,
                  "How the pixels of a frame are stored, as in load. It also says the bits and the channels "
                  "of the image.",
                  option("yuv_pixels"));
    declare_yuv_matrix(options, option("yuv_matrix"));
    declare_yuv_range(options, option("yuv_range"));
    return options;
}
const Declared<RawWriting>& rawvideo_writing() {
    static const Declared<RawWriting> options = rawvideo_declared_writing();
    return options;
}

RawLayout rawvideo_layout_of(const DecodeOptions& options) {
    const RawReading own = rawvideo_reading().filled(options.own);
    if (!own.size)
        throw_input("raw video does not say how large its frames are; " + Remedy{"load.size"} +
                    " does, such as 1920x1080");
    if (!own.pixels)
        throw_input("raw video does not say how its pixels are stored; " + Remedy{"load.pixels"} +
                    " does, such as nv12");
    return {*own.pixels, *own.size, own.matrix, own.range};
}

// How many frames a file has, and bytes behind them.
struct RawLength {
    std::uint64_t frames, left;
};
RawLength rawvideo_length(const FileBytes& file, const RawLayout& layout) {
    return {file.size / layout.bytes(), file.size % layout.bytes()};
}

// That there are whole frames, and no bytes behind them; the message says what else may be wrong.
void expect_whole_frames(const FileBytes& file, const RawLayout& layout, const DecodeOptions& options,
                         const Warn& warn) {
    const RawLength length = rawvideo_length(file, layout);
    const std::string all = "it has " + std::to_string(file.size) + " bytes, and a frame of " +
                            layout.text() + " has " + std::to_string(layout.bytes());
    if (length.frames == 0) throw_input(all);
    if (length.left == 0) return;
    const Wording what =
        all + ": " + std::to_string(length.left) + " bytes stand behind the last whole frame";
    if (!options.lenient)
        throw_input(what + "; it is cut off, or has another size or other pixels; " +
                    Remedy{"load.lenient", true} + " takes the whole frames");
    if (warn) warn(what + ", and are left out");
}

class RawFrames : public VideoFrames {
public:
    RawFrames(ReadBytes read, const RawLayout& layout) : VideoFrames(std::move(read)), layout_(layout) {
        format_ = layout.format();
        frame_bytes_ = layout.bytes();
    }
    std::size_t count(const FileBytes& file) const override {
        return static_cast<std::size_t>(rawvideo_length(file, layout_).frames);
    }

private:
    void decode(const std::uint8_t* frame, const HostView& dst) const override { layout_.decode(frame, dst); }

    RawLayout layout_;
};

VideoOpener rawvideo_frames(const DecodeOptions& options) {
    return [layout = rawvideo_layout_of(options)](ReadBytes read) {
        return std::make_unique<RawFrames>(std::move(read), layout);
    };
}

class RawWriter : public VideoWriter {
public:
    RawWriter(Output& file, const ImageFormat& format, const RawLayout& layout)
        : VideoWriter(file, format, layout.bytes()), layout_(layout) {}

private:
    void encode(const ConstHostView& frame, std::vector<std::uint8_t>& bytes, Output& file) override {
        layout_.encode(frame, bytes.data());
        file.append(bytes);
    }

    RawLayout layout_;
};

}  // namespace

FileHeader rawvideo_images_header(const DecodeOptions& options) {
    return rawvideo_layout_of(options).format();
}

FileHeader rawvideo_header(const FileBytes& file, const DecodeOptions& options) {
    const RawLayout layout = rawvideo_layout_of(options);
    expect_whole_frames(file, layout, options, {});
    ImageFormat format = layout.format();
    if (options.page == 0) format.layers = static_cast<std::size_t>(rawvideo_length(file, layout).frames);
    return format;
}

std::unique_ptr<FileRows> rawvideo_open(const FileBytes& file, const DecodeOptions& options,
                                        const Warn& warn) {
    const RawLayout layout = rawvideo_layout_of(options);
    expect_whole_frames(file, layout, options, warn);
    const std::uint64_t frames = rawvideo_length(file, layout).frames;
    if (static_cast<std::uint64_t>(options.page) > frames)
        throw_no_page(options.page, static_cast<std::size_t>(frames));
    return video_rows(file, options, rawvideo_frames(options));
}

std::unique_ptr<ImagesReader> rawvideo_images(ReadBytes read, const DecodeOptions& options) {
    return video_images(std::move(read), options, rawvideo_frames(options));
}

std::unique_ptr<RowWriter> rawvideo_begin(Output& file, const ImageFormat& format,
                                          const EncodeOptions& options) {
    const RawWriting own = rawvideo_writing().filled(options.own);
    return std::make_unique<RawWriter>(
        file, format, RawLayout(own.pixels, {format.width, format.height}, own.matrix, own.range));
}

Capabilities rawvideo_holds(const EncodeOptions& options) {
    const ImageFormat format = rawvideo_format(rawvideo_writing().filled(options.own).pixels);
    Capabilities holds;
    holds.pixels = {format.pixel};
    holds.channels = {format.channels};
    holds.layers = true;
    return holds;
}

std::vector<ParamDecl> rawvideo_load_options() { return rawvideo_reading().params(); }
std::vector<ParamDecl> rawvideo_save_options() { return rawvideo_writing().params(); }

}  // namespace sluice
