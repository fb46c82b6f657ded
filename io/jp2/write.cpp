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

std::vector<std::uint8_t> encoded(const ConstHostView& src, Bytes icc, const Jp2Options& options,
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
    // It copies the profile, which stays ours.
    image->icc_profile_buf = const_cast<OPJ_BYTE*>(icc.data());
    image->icc_profile_len = static_cast<OPJ_UINT32>(icc.size());
    const bool ready = opj_setup_encoder(codec.get(), &parameters, image.get()) != OPJ_FALSE;
    image->icc_profile_buf = nullptr;
    image->icc_profile_len = 0;
    const bool done = ready && opj_start_compress(codec.get(), image.get(), stream.get()) != OPJ_FALSE &&
                      opj_encode(codec.get(), stream.get()) != OPJ_FALSE &&
                      opj_end_compress(codec.get(), stream.get()) != OPJ_FALSE;
    if (output.no_memory) throw std::bad_alloc();
    if (!done) throw_input("OpenJPEG cannot write it: " + codec.words());
    return std::move(output.file);
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
    std::vector<std::uint8_t> file =
        encoded(image, metadata.icc, jp2_options().filled(options.own), OPJ_CODEC_JP2);
    append_jp2_uuid(file, jp2_exif_uuid, exif_with_resolution(metadata, "JPEG 2000", warn));
    append_jp2_uuid(file, jp2_xmp_uuid, metadata.xmp);
    return file;
}

std::vector<std::uint8_t> j2k_write(const ConstHostView& image, const EncodeOptions& options) {
    return encoded(image, {}, jp2_options().filled(options.own), OPJ_CODEC_J2K);
}

std::size_t jp2_write_memory(const ImageFormat& format) {
    // Samples of 32 bits in the image and in a tile, what is coded of them, and the file, which grows.
    constexpr std::size_t of_a_sample = 16, more = std::size_t{8} << 20;
    return of_a_sample * static_cast<std::size_t>(format.channels) * format.pixels() + more;
}

}  // namespace sluice
