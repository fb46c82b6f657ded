#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/jp2/container.hpp"
#include "io/jp2/jp2.hpp"
#include "io/jp2/library.hpp"
#include "io/resolution.hpp"
#include "io/rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace sluice {
namespace {

constexpr std::size_t of_a_jp2_tile = 6144, of_a_jp2_tile_component = 1280;  // bytes in the library

// What a channel of the image has: of the palette, or of the codestream.
std::vector<Jp2Component> jp2_channels(const Jp2Container& jp2) {
    if (jp2.palette.empty()) return jp2.components;
    std::vector<Jp2Component> channels;
    for (const int bits : jp2.palette) channels.push_back({bits, false, 1, 1});
    return channels;
}

ImageFormat jp2_format(const Jp2Container& jp2) {
    if (jp2.colours == Jp2Colours::cmyk || jp2.colours == Jp2Colours::lab)
        throw_input("its colours are " + std::string(jp2.colours == Jp2Colours::lab ? "Lab" : "CMYK") +
                    ", which sluice does not read of JPEG 2000");
    const std::vector<Jp2Component> channels = jp2_channels(jp2);
    ImageFormat format;
    format.width = jp2.width;
    format.height = jp2.height;
    format.channels = static_cast<int>(channels.size());
    format.grey_alpha = format.channels == 2;
    int bits = 0;
    const bool has_sign = channels.front().has_sign;
    for (const Jp2Component& channel : channels) {
        bits = std::max(bits, channel.bits);
        if (channel.has_sign != has_sign) throw_input("some of its components have a sign, and others none");
        if (channel.dx > 4 || channel.dy > 4)
            throw_input("a component of it has " + std::to_string(channel.dx * channel.dy) +
                        " pixels to a sample");
    }
    if (bits > 16) throw_input("it has " + std::to_string(bits) + " bits a channel; sluice reads up to 16");
    if (has_sign) {
        format.pixel = Pixel::i16;
        format.space = Space::data;
    } else {
        format.pixel = bits <= 8 ? Pixel::u8 : Pixel::u16;
        if (bits != 8 && bits != 16) format.white = std::ldexp(1.0, bits) - 1;
    }
    const double image = static_cast<double>(format.width) * static_cast<double>(format.height) *
                         static_cast<double>(channels.size() * sizeof(OPJ_INT32));
    constexpr double always = 0x1p26;
    const double tiles = static_cast<double>(jp2.tiles) *
                         static_cast<double>(of_a_jp2_tile + jp2.components.size() * of_a_jp2_tile_component);
    if (tiles > 4 * image + always)
        throw_input("it has " + std::to_string(jp2.tiles) + " tiles, far too many for its size");
    // The library takes memory for all that a part of a tile says, even if the file ends before.
    if (static_cast<double>(jp2.longest) > 4 * image + always)
        throw_input("it is a broken JPEG 2000: a part of a tile says that it has " +
                    std::to_string(jp2.longest) + " bytes, far too many for its size");
    return format;
}

FileHeader jp2_header_of(const Jp2Container& jp2) { return {jp2_format(jp2), exif_orientation(jp2.exif)}; }

struct Jp2Input {
    ByteStream stream;
    std::uint64_t size;
    std::exception_ptr fault;  // which the library must not see
};

OPJ_SIZE_T on_jp2_read(void* dst, OPJ_SIZE_T size, void* data) {
    auto& input = *static_cast<Jp2Input*>(data);
    try {
        const std::size_t count = input.fault ? 0 : input.stream.read(dst, size);
        return count > 0 ? count : static_cast<OPJ_SIZE_T>(-1);
    } catch (...) {
        input.fault = std::current_exception();
        return static_cast<OPJ_SIZE_T>(-1);
    }
}
OPJ_BOOL on_jp2_seek(OPJ_OFF_T to, void* data) {
    auto& input = *static_cast<Jp2Input*>(data);
    if (to < 0 || static_cast<std::uint64_t>(to) > input.size) return OPJ_FALSE;
    input.stream.seek(static_cast<std::uint64_t>(to));
    return OPJ_TRUE;
}
OPJ_OFF_T on_jp2_skip(OPJ_OFF_T bytes, void* data) {
    auto& input = *static_cast<Jp2Input*>(data);
    const std::uint64_t at = input.stream.position();
    if (bytes < 0 || static_cast<std::uint64_t>(bytes) > input.size - std::min(input.size, at)) return -1;
    input.stream.seek(at + static_cast<std::uint64_t>(bytes));
    return bytes;
}

// Luma and two differences become red, green and blue.
void colours_of_ycc(std::array<double, 4>& values, double white, double middle) {
    const double y = values[0], cb = values[1] - middle, cr = values[2] - middle;
    const auto held = [&](double value) { return std::clamp(std::round(value), 0.0, white); };
    values[0] = held(y + 1.402 * cr);
    values[1] = held(y - 0.344136 * cb - 0.714136 * cr);
    values[2] = held(y + 1.772 * cb);
}

class Jp2Rows : public FileRows {
public:
    Jp2Rows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : file_(file), lenient_(options.lenient), jp2_(jp2_container(file)) {
        const FileHeader header = jp2_header_of(jp2_);
        format = header.format;
        orientation = header.orientation;
        at_once = "JPEG 2000 is always decoded as a whole";
        metadata.icc = jp2_.icc;
        metadata.xmp = upright_xmp(jp2_.xmp);
        metadata.iptc = jp2_.iptc;
        metadata.exif = upright_exif(jp2_.exif);
        metadata.resolution = exif_resolution(jp2_.exif);
        if (!jp2_.exif.empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        for (const std::string_view name : jp2_.too_large)
            warn("its " + std::string(name) + " is left out: it is larger than 8 MiB");
        if (jp2_.multiplied) warn("its colours are multiplied with its alpha, and stay so");
    }

    void read(const HostView& rows) override {
        if (lenient_) clear(rows);
        const OpjImage image = decoded();
        fill(*image, rows);
        if (jp2_.ended) throw EndOfData();
    }

    std::size_t memory() override {
        // Of each sample once in a tile and once in the image, and marks of the coder; all of the data.
        const std::size_t samples =
            jp2_.width * jp2_.height * std::max(jp2_channels(jp2_).size(), jp2_.components.size());
        constexpr std::size_t more = std::size_t{4} << 20;
        const std::uint64_t coded = file_.size + std::max(file_.size, jp2_.longest);
        return 10 * samples + static_cast<std::size_t>(coded) + more +
               static_cast<std::size_t>(jp2_.tiles) *
                   (of_a_jp2_tile + jp2_.components.size() * of_a_jp2_tile_component);
    }

private:
    OpjImage decoded() {
        Jp2Input input{ByteStream(file_), file_.size, {}};
        const std::unique_ptr<opj_stream_t, void (*)(opj_stream_t*)> stream(
            opj_stream_create(std::size_t{64} << 10, OPJ_TRUE),
            [](opj_stream_t* made) { opj_stream_destroy(made); });
        if (!stream) throw std::bad_alloc();
        opj_stream_set_read_function(stream.get(), on_jp2_read);
        opj_stream_set_seek_function(stream.get(), on_jp2_seek);
        opj_stream_set_skip_function(stream.get(), on_jp2_skip);
        opj_stream_set_user_data(stream.get(), &input, nullptr);
        opj_stream_set_user_data_length(stream.get(), file_.size);
        const OpjCodec codec(opj_create_decompress(jp2_.boxes ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K));
        opj_dparameters_t parameters;
        opj_set_default_decoder_parameters(&parameters);
        opj_image_t* made = nullptr;
        bool done = opj_setup_decoder(codec.get(), &parameters) != OPJ_FALSE &&
                    opj_decoder_set_strict_mode(codec.get(), lenient_ ? OPJ_FALSE : OPJ_TRUE) != OPJ_FALSE &&
                    opj_read_header(stream.get(), codec.get(), &made) != OPJ_FALSE;
        OpjImage image(made);
        done = done && opj_decode(codec.get(), stream.get(), made) != OPJ_FALSE;
        if (input.fault) std::rethrow_exception(input.fault);
        if (!done) {
            if (jp2_.ended) throw EndOfData();
            throw_input("it is a broken JPEG 2000: " +
                        (codec.words().empty() ? std::string("its data is damaged") : codec.words()));
        }
        return image;
    }

    void fill(const opj_image_t& image, const HostView& rows) const {
        const std::vector<Jp2Component> channels = jp2_channels(jp2_);
        const auto count = static_cast<std::size_t>(format.channels);
        if (image.numcomps != count) throw_input("it is a broken JPEG 2000: its boxes say other channels");
        for (std::size_t c = 0; c < count; ++c) {
            const opj_image_comp_t& of = image.comps[c];
            if (of.data == nullptr || of.w == 0 || of.h == 0 ||
                static_cast<std::size_t>(of.w) * of.dx + of.dx < format.width ||
                static_cast<std::size_t>(of.h) * of.dy + of.dy < format.height)
                throw_input("it is a broken JPEG 2000: a component of it is missing");
        }
        if (format.pixel == Pixel::u8)
            fill_as<std::uint8_t>(image, rows);
        else if (format.pixel == Pixel::u16)
            fill_as<std::uint16_t>(image, rows);
        else
            fill_as<std::int16_t>(image, rows);
    }

    template <class Sample>
    void fill_as(const opj_image_t& image, const HostView& rows) const {
        const auto count = static_cast<std::size_t>(format.channels);
        const std::vector<Jp2Component> channels = jp2_channels(jp2_);
        const double white = format.white_value();
        const bool ycc = jp2_.colours == Jp2Colours::ycc && count >= 3 && !std::is_signed_v<Sample>;
        const double lowest = std::is_signed_v<Sample> ? -0x1p15 : 0,
                     highest = std::is_signed_v<Sample> ? 0x1p15 - 1 : white;
        std::array<double, 4> scale{1, 1, 1, 1};  // where channels differ in their bits
        if (!std::is_signed_v<Sample>)
            for (std::size_t c = 0; c < count; ++c)
                scale[c] = white / (std::ldexp(1.0, channels[c].bits) - 1);
        for (std::size_t y = 0; y < format.height; ++y) {
            if (file_.in_time) file_.in_time();
            auto* pixel = reinterpret_cast<Sample*>(rows.row(y));
            for (std::size_t x = 0; x < format.width; ++x, pixel += rows.step()) {
                std::array<double, 4> values{};
                for (std::size_t c = 0; c < count; ++c) {
                    const opj_image_comp_t& of = image.comps[c];
                    const std::size_t column = std::min<std::size_t>(x / of.dx, of.w - 1);
                    const std::size_t row = std::min<std::size_t>(y / of.dy, of.h - 1);
                    values[c] =
                        std::clamp(std::round(scale[c] * of.data[row * of.w + column]), lowest, highest);
                }
                if (ycc) colours_of_ycc(values, white, std::floor((white + 1) / 2));
                for (std::size_t c = 0; c < count; ++c) pixel[c] = static_cast<Sample>(values[c]);
                if (count == 3 && rows.step() == 4) pixel[3] = 0;
            }
        }
    }

    FileBytes file_;
    bool lenient_;
    Jp2Container jp2_;
};

}  // namespace

std::string jp2_library() { return std::string("OpenJPEG ") + opj_version(); }

FileHeader jp2_header(const FileBytes& file) { return jp2_header_of(jp2_container(file)); }

std::unique_ptr<FileRows> jp2_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<Jp2Rows>(file, options, warn);
}

}  // namespace sluice
