#include "io/exif/exif.hpp"
#include "io/jp2/container.hpp"
#include "io/jp2/jp2.hpp"
#include "io/jp2/library.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace sluice {
namespace {

struct Jp2Output {
    std::vector<std::uint8_t> file;
    std::size_t at = 0;
    bool no_memory = false;
};

OPJ_SIZE_T on_jp2_write(void* src, OPJ_SIZE_T size, void* data) {
    auto& output = *static_cast<Jp2Output*>(data);
    try {
        output.file.resize(std::max(output.file.size(), output.at + size));
    } catch (const std::bad_alloc&) {
        output.no_memory = true;
        return static_cast<OPJ_SIZE_T>(-1);
    }
    std::memcpy(output.file.data() + output.at, src, size);
    output.at += size;
    return size;
}
OPJ_BOOL on_jp2_seek_output(OPJ_OFF_T to, void* data) {
    static_cast<Jp2Output*>(data)->at = static_cast<std::size_t>(to);
    return OPJ_TRUE;
}
OPJ_OFF_T on_jp2_skip_output(OPJ_OFF_T bytes, void* data) {
    static_cast<Jp2Output*>(data)->at += static_cast<std::size_t>(bytes);
    return bytes;
}

template <class Sample>
void copy_samples(const ConstHostView& src, opj_image_t& dst) {
    for (std::size_t y = 0; y < src.format.height; ++y) {
        const auto* pixel = reinterpret_cast<const Sample*>(src.row(y));
        const std::size_t row = y * src.format.width;
        for (std::size_t x = 0; x < src.format.width; ++x, pixel += src.step())
            for (OPJ_UINT32 c = 0; c < dst.numcomps; ++c) dst.comps[c].data[row + x] = pixel[c];
    }
}

OpjImage opj_image_of(const ConstHostView& src) {
    const ImageFormat& format = src.format;
    std::vector<opj_image_cmptparm_t> components(static_cast<std::size_t>(format.channels));
    for (opj_image_cmptparm_t& component : components) {
        component = {};
        component.dx = component.dy = 1;
        component.w = static_cast<OPJ_UINT32>(format.width);
        component.h = static_cast<OPJ_UINT32>(format.height);
        component.prec = static_cast<OPJ_UINT32>(8 * bytes(format.pixel));
    }
    OpjImage image(opj_image_create(static_cast<OPJ_UINT32>(components.size()), components.data(),
                                    format.colors() == 1 ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB));
    if (!image) throw std::bad_alloc();
    image->x1 = static_cast<OPJ_UINT32>(format.width);
    image->y1 = static_cast<OPJ_UINT32>(format.height);
    if (format.has_alpha()) image->comps[components.size() - 1].alpha = 1;
    if (format.pixel == Pixel::u8)
        copy_samples<std::uint8_t>(src, *image);
    else
        copy_samples<std::uint16_t>(src, *image);
    return image;
}

opj_cparameters_t opj_parameters(const ImageFormat& format, const Jp2Options& options) {
    opj_cparameters_t parameters;
    opj_set_default_encoder_parameters(&parameters);
    parameters.tcp_numlayers = 1;
    if (options.lossless) {
        parameters.cp_disto_alloc = 1;
        parameters.tcp_rates[0] = 0;
    } else {
        // Decibels between what was given and what is read.
        parameters.cp_fixed_quality = 1;
        parameters.tcp_distoratio[0] = 20.0f + 0.25f * static_cast<float>(options.quality);
        parameters.irreversible = 1;
    }
    parameters.tcp_mct = format.colors() == 3 ? 1 : 0;
    const auto halvings = std::bit_width(std::min(format.width, format.height)) - 1;
    parameters.numresolution = 1 + std::min(5, static_cast<int>(halvings));
    return parameters;
}

std::vector<std::uint8_t> encoded(const ConstHostView& src, const Jp2Options& options,
                                  OPJ_CODEC_FORMAT kind) {
    const OpjImage image = opj_image_of(src);
    Jp2Output output;
    const std::unique_ptr<opj_stream_t, void (*)(opj_stream_t*)> stream(
        opj_stream_create(std::size_t{64} << 10, OPJ_FALSE),
        [](opj_stream_t* made) { opj_stream_destroy(made); });
    if (!stream) throw std::bad_alloc();
    opj_stream_set_write_function(stream.get(), on_jp2_write);
    opj_stream_set_seek_function(stream.get(), on_jp2_seek_output);
    opj_stream_set_skip_function(stream.get(), on_jp2_skip_output);
    opj_stream_set_user_data(stream.get(), &output, nullptr);
    const OpjCodec codec(opj_create_compress(kind));
    opj_cparameters_t parameters = opj_parameters(src.format, options);
    const bool ready = opj_setup_encoder(codec.get(), &parameters, image.get()) != OPJ_FALSE;
    const bool done = ready && opj_start_compress(codec.get(), image.get(), stream.get()) != OPJ_FALSE &&
                      opj_encode(codec.get(), stream.get()) != OPJ_FALSE &&
                      opj_end_compress(codec.get(), stream.get()) != OPJ_FALSE;
    if (output.no_memory) throw std::bad_alloc();
    if (!done) throw_input("OpenJPEG cannot write it: " + codec.words());
    return std::move(output.file);
}

// Where a box of this kind begins, among those from `at` to `end`, or `end`.
std::size_t find_jp2_box(Bytes file, std::size_t at, std::size_t end, std::string_view kind) {
    constexpr std::size_t head = 8;
    while (end - at >= head && !has_magic(file, kind, at + 4)) {
        const auto size = static_cast<std::size_t>(number_in(file.subspan(at, 4), true));
        if (size < head || size > end - at) return end;
        at += size;
    }
    return end - at >= head ? at : end;
}

// In the place of the box that says sRGB or grey. OpenJPEG cannot write a profile: an assertion in it fails.
void put_jp2_profile(std::vector<std::uint8_t>& file, Bytes icc) {
    if (icc.empty()) return;
    const auto size_at = [&](std::size_t at) {
        return static_cast<std::size_t>(number_in(Bytes(file).subspan(at, 4), true));
    };
    const std::size_t header = find_jp2_box(file, 0, file.size(), "jp2h");
    if (header == file.size()) return;
    const std::size_t end = header + size_at(header);
    const std::size_t colours = find_jp2_box(file, header + 8, end, "colr");
    if (colours == end) return;
    constexpr std::uint8_t by_profile = 2;
    std::vector<std::uint8_t> box;
    append_number(box, 8 + 3 + icc.size(), 4, true);
    box.insert(box.end(), {'c', 'o', 'l', 'r', by_profile, 0, 0});
    box.insert(box.end(), icc.begin(), icc.end());
    const std::size_t replaced = size_at(colours);
    std::vector<std::uint8_t> size;
    append_number(size, size_at(header) - replaced + box.size(), 4, true);
    std::copy(size.begin(), size.end(), file.begin() + static_cast<std::ptrdiff_t>(header));
    const auto at = file.begin() + static_cast<std::ptrdiff_t>(colours);
    file.insert(file.erase(at, at + static_cast<std::ptrdiff_t>(replaced)), box.begin(), box.end());
}

void append_jp2_uuid(std::vector<std::uint8_t>& file, std::string_view uuid, Bytes data) {
    if (data.empty()) return;
    append_number(file, 8 + uuid.size() + data.size(), 4, true);
    for (const std::string_view part : {std::string_view("uuid"), uuid})
        file.insert(file.end(), part.begin(), part.end());
    file.insert(file.end(), data.begin(), data.end());
}

}  // namespace

std::vector<std::uint8_t> jp2_write(const ConstHostView& image, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn) {
    std::vector<std::uint8_t> file = encoded(image, jp2_options().filled(options.own), OPJ_CODEC_JP2);
    put_jp2_profile(file, metadata.icc);
    append_jp2_uuid(file, jp2_exif_uuid, exif_with_resolution(metadata, "JPEG 2000", warn));
    append_jp2_uuid(file, jp2_xmp_uuid, metadata.xmp);
    append_jp2_uuid(file, jp2_iptc_uuid, metadata.iptc);
    return file;
}

std::vector<std::uint8_t> j2k_write(const ConstHostView& image, const EncodeOptions& options) {
    return encoded(image, jp2_options().filled(options.own), OPJ_CODEC_J2K);
}

std::size_t jp2_write_memory(const ImageFormat& format) {
    // Samples of 32 bits in the image and in a tile, what is coded of them, and the file, which grows.
    constexpr std::size_t of_a_sample = 16, more = std::size_t{8} << 20;
    return of_a_sample * static_cast<std::size_t>(format.channels) * format.pixels() + more;
}

}  // namespace sluice
