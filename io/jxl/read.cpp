#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/hdr_light.hpp"
#include "io/icc.hpp"
#include "io/jxl/jxl.hpp"
#include "io/pages.hpp"
#include "io/resolution.hpp"
#include "io/rows.hpp"

#include <jxl/decode.h>
#include <jxl/parallel_runner.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t most_jxl_metadata = std::size_t{8} << 20;  // bytes of a box that is kept
constexpr std::size_t jxl_piece = std::size_t{256} << 10;        // read at a time
constexpr std::size_t most_jxl_frames = 100'000;

[[noreturn]] void throw_broken_jxl() { throw_input("it is a broken JPEG XL: its data is damaged"); }

// A decoder and the file that it is given. Its work is done by this thread, which looks at the time: a frame
// may be far larger than the image that the header speaks of.
class JxlStream {
public:
    JxlStream(const FileBytes& file, int events) : file_(file), decoder_(JxlDecoderCreate(nullptr)) {
        if (decoder_ == nullptr) throw std::bad_alloc();
        JxlDecoderSetParallelRunner(decoder_, on_work, this);
        JxlDecoderSetKeepOrientation(decoder_, JXL_TRUE);
        if (JxlDecoderSubscribeEvents(decoder_, events) != JXL_DEC_SUCCESS) throw_broken_jxl();
        if ((events & JXL_DEC_BOX) != 0) JxlDecoderSetDecompressBoxes(decoder_, JXL_TRUE);
    }
    ~JxlStream() { JxlDecoderDestroy(decoder_); }
    JxlStream(const JxlStream&) = delete;
    JxlStream& operator=(const JxlStream&) = delete;

    JxlDecoder* get() const { return decoder_; }

    // The next event. Throws EndOfData and Error(input).
    JxlDecoderStatus next() {
        while (true) {
            const JxlDecoderStatus status = JxlDecoderProcessInput(decoder_);
            if (fault_) std::rethrow_exception(std::exchange(fault_, {}));
            if (status == JXL_DEC_ERROR) throw_broken_jxl();
            if (status != JXL_DEC_NEED_MORE_INPUT) return status;
            feed();
        }
    }

    void look_at_the_time() const {
        if (file_.in_time) file_.in_time();
    }

private:
    static JxlParallelRetCode on_work(void* self, void* opaque, JxlParallelRunInit init,
                                      JxlParallelRunFunction work, std::uint32_t begin, std::uint32_t end) {
        auto& stream = *static_cast<JxlStream*>(self);
        if (const int refused = init(opaque, 1); refused != 0) return refused;
        // Where it is too late the rest is left out. To say so would end the process in some of its steps.
        try {
            for (std::uint32_t i = begin; i < end && !stream.fault_; ++i) {
                stream.look_at_the_time();
                work(opaque, i, 0);
            }
        } catch (...) {  // which the library must not see
            stream.fault_ = std::current_exception();
        }
        return 0;
    }

    void feed() {
        const std::size_t left = JxlDecoderReleaseInput(decoder_);
        bytes_.erase(bytes_.begin(), bytes_.end() - static_cast<std::ptrdiff_t>(left));
        const std::uint64_t more = std::min<std::uint64_t>(jxl_piece, file_.size - at_);
        if (more == 0) throw EndOfData();
        const Bytes bytes = file_.at(at_, static_cast<std::size_t>(more));
        if (bytes.empty()) throw EndOfData();
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        at_ += bytes.size();
        JxlDecoderSetInput(decoder_, bytes_.data(), bytes_.size());
    }

    FileBytes file_;
    JxlDecoder* decoder_;
    std::vector<std::uint8_t> bytes_;  // which the decoder has
    std::uint64_t at_ = 0;             // of the file, behind these
    std::exception_ptr fault_;
};

struct JxlFacts {
    JxlBasicInfo info{};
    ImageFormat format;
    std::vector<std::uint8_t> icc;
    std::optional<HdrLight> hdr;
    bool as_srgb = false;    // the decoder is to give sRGB, for colours are coded without regard to a profile
    std::size_t frames = 0;  // as many as were looked for
    std::vector<std::uint32_t> delays;
};

Pixel pixel_of(const JxlBasicInfo& info) {
    if (info.exponent_bits_per_sample > 0) return info.bits_per_sample <= 16 ? Pixel::f16 : Pixel::f32;
    if (info.bits_per_sample > 16) return Pixel::f32;
    return info.bits_per_sample > 8 ? Pixel::u16 : Pixel::u8;
}

JxlDecoderStatus encoding_of(const JxlDecoder* decoder, JxlColorEncoding& encoding) {
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    return JxlDecoderGetColorAsEncodedProfile(decoder, nullptr, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding);
#else
    return JxlDecoderGetColorAsEncodedProfile(decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding);
#endif
}
std::vector<std::uint8_t> profile_of(const JxlDecoder* decoder) {
    std::size_t size = 0;
    std::vector<std::uint8_t> icc;
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    constexpr const JxlPixelFormat* any = nullptr;
    if (JxlDecoderGetICCProfileSize(decoder, any, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &size) !=
            JXL_DEC_SUCCESS ||
        size > most_jxl_metadata)
        return {};
    icc.resize(size);
    if (JxlDecoderGetColorAsICCProfile(decoder, any, JXL_COLOR_PROFILE_TARGET_ORIGINAL, icc.data(), size) !=
        JXL_DEC_SUCCESS)
        return {};
#else
    if (JxlDecoderGetICCProfileSize(decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &size) != JXL_DEC_SUCCESS ||
        size > most_jxl_metadata)
        return {};
    icc.resize(size);
    if (JxlDecoderGetColorAsICCProfile(decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, icc.data(), size) !=
        JXL_DEC_SUCCESS)
        return {};
#endif
    return icc;
}

std::optional<HdrLight> hdr_light(const JxlColorEncoding& encoding) {
    const auto place = [](const double* xy) { return std::array<double, 2>{xy[0], xy[1]}; };
    Primaries primaries = bt2020_primaries;  // of grey, where it makes no difference
    if (encoding.color_space == JXL_COLOR_SPACE_RGB)
        primaries = {place(encoding.primaries_red_xy), place(encoding.primaries_green_xy),
                     place(encoding.primaries_blue_xy), place(encoding.white_point_xy)};
    constexpr double least = 1e-3;  // of what a file may claim
    const bool possible = primaries.area() > least && primaries.red[1] > least &&
                          primaries.green[1] > least && primaries.blue[1] > least &&
                          primaries.white[1] > least && primaries.white[0] > least;
    if (encoding.transfer_function == JXL_TRANSFER_FUNCTION_PQ && possible)
        return HdrLight(HdrLight::Curve::pq, primaries);
    if (encoding.transfer_function == JXL_TRANSFER_FUNCTION_HLG && possible)
        return HdrLight(HdrLight::Curve::hlg, primaries);
    return std::nullopt;
}

// What the header says of colours.
void take_colours(const JxlDecoder* decoder, JxlFacts& facts) {
    JxlColorEncoding encoding{};
    const bool known = encoding_of(decoder, encoding) == JXL_DEC_SUCCESS;
    const bool grey = facts.info.num_color_channels == 1;
    if (known) facts.hdr = hdr_light(encoding);
    if (facts.hdr) {
        facts.format = HdrLight::format(facts.format);
        return;
    }
    const bool floats = !is_integer(facts.format.pixel);
    const bool usual = known && encoding.white_point == JXL_WHITE_POINT_D65 &&
                       (grey || encoding.primaries == JXL_PRIMARIES_SRGB);
    if (usual && encoding.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR) {
        facts.format.space = Space::linear;
    } else if (known && encoding.transfer_function == JXL_TRANSFER_FUNCTION_UNKNOWN) {
        if (floats) facts.format.space = Space::data;
    } else if (!usual || encoding.transfer_function != JXL_TRANSFER_FUNCTION_SRGB) {
        // The decoder gives colours of another profile only where they are coded as it wants.
        if (facts.info.uses_original_profile == JXL_FALSE)
            facts.as_srgb = true;
        else
            facts.icc = profile_of(decoder);
        if (floats && icc_is_linear(facts.icc)) facts.format.space = Space::linear;
    }
}

void take_basics(const JxlDecoder* decoder, JxlFacts& facts) {
    if (JxlDecoderGetBasicInfo(decoder, &facts.info) != JXL_DEC_SUCCESS) throw_broken_jxl();
    const JxlBasicInfo& info = facts.info;
    if (info.num_color_channels != 1 && info.num_color_channels != 3) throw_broken_jxl();
    ImageFormat& format = facts.format;
    format.width = info.xsize;
    format.height = info.ysize;
    format.channels = static_cast<int>(info.num_color_channels) + (info.alpha_bits > 0 ? 1 : 0);
    format.grey_alpha = format.channels == 2;
    format.pixel = pixel_of(info);
}

// `page`: how many frames are looked for; 0: all.
JxlFacts facts_of(const FileBytes& file, int page) {
    const bool walks = page != 1;
    JxlStream stream(file, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | (walks ? JXL_DEC_FRAME : 0));
    JxlFacts facts;
    while (true) {
        const JxlDecoderStatus status = stream.next();
        if (status == JXL_DEC_BASIC_INFO) {
            take_basics(stream.get(), facts);
        } else if (status == JXL_DEC_COLOR_ENCODING) {
            take_colours(stream.get(), facts);
            if (!walks || facts.info.have_animation == JXL_FALSE) break;
        } else if (status == JXL_DEC_FRAME) {
            JxlFrameHeader header{};
            JxlDecoderGetFrameHeader(stream.get(), &header);
            const JxlAnimationHeader& ticks = facts.info.animation;
            const double second = ticks.tps_numerator > 0 ? static_cast<double>(ticks.tps_denominator) /
                                                                static_cast<double>(ticks.tps_numerator)
                                                          : 0;
            facts.delays.push_back(
                static_cast<std::uint32_t>(std::min(std::round(1e3 * second * header.duration), 4e9)));
            if (facts.delays.size() > most_jxl_frames)
                throw_input("it has more than " + std::to_string(most_jxl_frames) + " frames");
            if (facts.delays.size() == static_cast<std::size_t>(page)) break;
        } else {
            break;
        }
    }
    facts.frames = std::max<std::size_t>(facts.delays.size(), 1);
    if (page > 1 && facts.frames < static_cast<std::size_t>(page)) throw_no_page(page, facts.frames);
    return facts;
}

FileHeader jxl_header_of(const JxlFacts& facts, int page) {
    FileHeader header(facts.format, static_cast<int>(facts.info.orientation));
    if (page != 0) return header;
    header.format = upright(header.format, std::exchange(header.orientation, 1));
    header.format.layers = facts.frames;
    return header;
}

// EXIF and XMP, which may stand anywhere.
struct JxlBoxes {
    std::vector<std::uint8_t> exif, xmp;
    std::vector<std::string> too_large;
};

class JxlBoxReader {
public:
    explicit JxlBoxReader(const FileBytes& file) : stream_(file, JXL_DEC_BOX) {}

    JxlBoxes read() {
        try {
            while (take_event(stream_.next())) {
            }
        } catch (const Error&) {  // for those who decode
        }
        end_box();
        return std::move(found_);
    }

private:
    bool take_event(JxlDecoderStatus status) {
        if (status == JXL_DEC_BOX_NEED_MORE_OUTPUT) {
            give_room();
            return true;
        }
        end_box();
        if (status != JXL_DEC_BOX) return false;
        JxlBoxType type{};
        if (JxlDecoderGetBoxType(stream_.get(), type, JXL_TRUE) != JXL_DEC_SUCCESS) return false;
        const std::string_view kind(type, sizeof type);
        into_ = kind == "Exif" ? &found_.exif : kind == "xml " ? &found_.xmp : nullptr;
        name_ = kind == "Exif" ? "EXIF data" : "XMP data";
        if (into_ != nullptr && into_->empty())
            give_room();
        else
            into_ = nullptr;
        return true;
    }

    void give_room() {
        if (into_ == nullptr) return;
        constexpr std::size_t some = std::size_t{64} << 10;
        const std::size_t unused = into_->empty() ? 0 : JxlDecoderReleaseBoxBuffer(stream_.get());
        const std::size_t have = into_->size() - unused;
        if (have > most_jxl_metadata) {  // the library writes no more of it
            into_->clear();
            found_.too_large.emplace_back(name_);
            into_ = nullptr;
            throw EndOfData();
        }
        into_->resize(have + some);
        JxlDecoderSetBoxBuffer(stream_.get(), into_->data() + have, some);
    }

    void end_box() {
        if (into_ == nullptr) return;
        into_->resize(into_->size() - JxlDecoderReleaseBoxBuffer(stream_.get()));
        into_ = nullptr;
    }

    JxlStream stream_;
    JxlBoxes found_;
    std::vector<std::uint8_t>* into_ = nullptr;
    std::string_view name_;
};

// The block begins with how many bytes stand before the TIFF header.
Bytes jxl_exif(Bytes block) {
    if (block.size() < 4) return {};
    const std::uint64_t before = number_in(block.first(4), true);
    block = block.subspan(4);
    return before <= block.size() ? block.subspan(static_cast<std::size_t>(before)) : Bytes();
}

// Puts what the decoder gives, floats of some pixels of a row, where it belongs.
class JxlSink {
public:
    explicit JxlSink(const HostView& rows) : rows_(rows) {}

    static void on_pixels(void* self, std::size_t x, std::size_t y, std::size_t count, const void* pixels) {
        auto& sink = *static_cast<JxlSink*>(self);
        if (y >= sink.rows_.format.height || x + count > sink.rows_.format.width) return;
        const auto* from = static_cast<const float*>(pixels);
        switch (sink.rows_.format.pixel) {
            case Pixel::u8: return sink.put<std::uint8_t>(x, y, count, from);
            case Pixel::u16: return sink.put<std::uint16_t>(x, y, count, from);
            case Pixel::f16: return sink.put_halves(x, y, count, from);
            default: return sink.put<float>(x, y, count, from);
        }
    }

private:
    template <class Sample>
    Sample* place(std::size_t x, std::size_t y) const {
        return reinterpret_cast<Sample*>(rows_.row(y)) + x * rows_.step();
    }

    template <class Sample>
    void put(std::size_t x, std::size_t y, std::size_t count, const float* from) const {
        const auto channels = static_cast<std::size_t>(rows_.format.channels);
        Sample* dst = place<Sample>(x, y);
        for (std::size_t i = 0; i < count; ++i, dst += rows_.step())
            for (std::size_t c = 0; c < channels; ++c, ++from) {
                if constexpr (std::is_same_v<Sample, float>) {
                    dst[c] = *from;
                } else {
                    constexpr float white = std::numeric_limits<Sample>::max();
                    dst[c] = static_cast<Sample>(*from > 0 ? std::min(*from * white + 0.5f, white) : 0);
                }
            }
    }
    void put_halves(std::size_t x, std::size_t y, std::size_t count, const float* from) const {
        const auto channels = static_cast<std::size_t>(rows_.format.channels);
        auto* dst = place<std::uint16_t>(x, y);
        for (std::size_t i = 0; i < count; ++i, dst += rows_.step())
            for (std::size_t c = 0; c < channels; ++c, ++from) dst[c] = float_to_half(*from);
    }

    HostView rows_;
};

class JxlRows : public FileRows {
public:
    JxlRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : file_(file), page_(options.page), facts_(facts_of(file, options.page)) {
        const FileHeader header = jxl_header_of(facts_, page_);
        format = header.format;
        orientation = header.orientation;
        at_once = "JPEG XL is always decoded as a whole";
        bits = static_cast<int>(facts_.info.bits_per_sample);
        metadata.icc = facts_.icc;
        const JxlBoxes boxes = JxlBoxReader(file).read();
        const Bytes exif = jxl_exif(boxes.exif);
        metadata.exif = upright_exif(exif);  // its orientation means nothing here
        metadata.xmp = upright_xmp(boxes.xmp);
        metadata.resolution = exif_resolution(exif);
        if (!boxes.exif.empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        for (const std::string& name : boxes.too_large)
            warn("its " + name + " is left out: it is larger than 8 MiB");
        if (page_ != 0 || facts_.info.have_animation == JXL_FALSE || facts_.frames < 2) return;
        metadata.animation.delays = facts_.delays;
        metadata.animation.plays = facts_.info.animation.num_loops;
    }

    void read(const HostView& rows) override {
        JxlStream stream(file_, JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE);
        if (page_ > 1) JxlDecoderSkipFrames(stream.get(), static_cast<std::size_t>(page_) - 1);
        if (page_ != 0) {
            read_frame(stream, rows);
            return;
        }
        const int turned = static_cast<int>(facts_.info.orientation);
        for (std::size_t i = 0; i < format.layers; ++i) {
            const HostView layer = rows_of(rows, i * format.height, format.height);
            if (turned == 1) {
                read_frame(stream, layer);
                continue;
            }
            HostImage lying(facts_.format, {rows.packed_pixels() ? Layout::packed : Layout::device});
            read_frame(stream, lying.view());
            place(lying.view(), 0, layer, turned);
        }
    }

    std::size_t memory() override {
        // Floats of all channels, of what is coded and what is made of it; and what the file is read with.
        constexpr std::size_t more = std::size_t{48} << 20;
        const std::size_t of_pixel =
            (facts_.hdr ? 16 : 12) * static_cast<std::size_t>(facts_.format.channels) + 12;
        return of_pixel * facts_.format.pixels() + static_cast<std::size_t>(file_.size) + more;
    }

    std::size_t pages() override { return facts_of(file_, 0).frames; }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || !(more_ || page_ > 1)) return {};
        return {only_page(page_, "several")};
    }

private:
    void read_frame(JxlStream& stream, const HostView& rows) {
        if (!facts_.hdr) return read_codes(stream, rows);
        ImageFormat floats = facts_.format;
        floats.layers = 1;
        facts_.hdr->fill(rows, floats, [&](const HostView& codes) { read_codes(stream, codes); });
    }

    void read_codes(JxlStream& stream, const HostView& rows) {
        JxlSink sink(rows);
        if (!rows.packed_pixels()) clear_padding(rows);
        const JxlPixelFormat wanted{static_cast<std::uint32_t>(rows.format.channels), JXL_TYPE_FLOAT,
                                    JXL_NATIVE_ENDIAN, 0};
        bool asked = false;
        try {
            while (true) {
                const JxlDecoderStatus status = stream.next();
                if (status == JXL_DEC_COLOR_ENCODING && facts_.as_srgb) {
                    JxlColorEncoding srgb{};
                    srgb.color_space = rows.format.colors() == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
                    srgb.white_point = JXL_WHITE_POINT_D65;
                    srgb.primaries = JXL_PRIMARIES_SRGB;
                    srgb.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
                    JxlDecoderSetPreferredColorProfile(stream.get(), &srgb);
                } else if (status == JXL_DEC_FRAME) {
                    JxlFrameHeader header{};
                    more_ = JxlDecoderGetFrameHeader(stream.get(), &header) == JXL_DEC_SUCCESS &&
                            header.is_last == JXL_FALSE;
                } else if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) {
                    asked = JxlDecoderSetImageOutCallback(stream.get(), &wanted, JxlSink::on_pixels, &sink) ==
                            JXL_DEC_SUCCESS;
                    if (!asked) throw_broken_jxl();
                } else if (status == JXL_DEC_FULL_IMAGE) {
                    return;
                } else if (status == JXL_DEC_SUCCESS) {
                    throw EndOfData();
                }
            }
        } catch (const EndOfData&) {
            if (asked) JxlDecoderFlushImage(stream.get());
            throw;
        }
    }

    FileBytes file_;
    int page_;
    JxlFacts facts_;
    bool more_ = false;
};

}  // namespace

std::string jxl_library() {
    const std::uint32_t version = JxlDecoderVersion();
    return "libjxl " + std::to_string(version / 1'000'000) + "." + std::to_string(version / 1000 % 1000) +
           "." + std::to_string(version % 1000);
}

FileHeader jxl_header(const FileBytes& file, int page) { return jxl_header_of(facts_of(file, page), page); }

std::unique_ptr<FileRows> jxl_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<JxlRows>(file, options, warn);
}

}  // namespace sluice
