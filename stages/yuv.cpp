#include "pipeline/core/yuv.hpp"

#include "stages/shared/filter.hpp"
#include "stages/shared/siting.hpp"

namespace sluice::stages {
namespace {

enum class Layout { nv12, nv21, i420, yv12, yuyv, uyvy, p010 };

}  // namespace
}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 7> names_of<stages::Layout>{"nv12", "nv21", "i420", "yv12",
                                                                          "yuyv", "uyvy", "p010"};
}  // namespace sluice

namespace sluice::stages {
namespace {

struct Yuv {
    Layout format = Layout::nv12;
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
    Upsampling filter = Upsampling::nearest;
    Siting siting = Siting::left;
    std::optional<Pixel> pixel;

    std::size_t planes() const {
        if (format == Layout::yuyv || format == Layout::uyvy) return 1;
        return format == Layout::i420 || format == Layout::yv12 ? 3 : 2;
    }
    // Whether V comes before U.
    bool turned() const { return format == Layout::nv21 || format == Layout::yv12; }
};

// P010: the ten upper bits of 16.
constexpr double p010_step = 64, p010_white = 1023 * p010_step;

std::optional<ImageFormat> further(const Yuv& p, const ImageFormat& first, std::size_t port) {
    if (port >= p.planes()) return std::nullopt;
    ImageFormat plane = first;
    plane.width = (first.width + 1) / 2;
    plane.height = (first.height + 1) / 2;
    plane.channels = p.planes() == 2 ? 2 : 1;
    return plane;
}

std::string refuse(const Yuv& p, const StageInputs& inputs) {
    const ImageFormat& first = inputs.image();
    const std::string format(name(p.format));
    const std::size_t planes = p.planes();
    std::size_t given = 0;
    for (const auto& image : inputs.images) given += image ? 1 : 0;
    if (given != planes)
        return "format=" + format + " has " + std::to_string(planes) + (planes == 1 ? " plane" : " planes") +
               ", but from= names " + std::to_string(given);
    const int channels = planes == 1 ? 2 : 1;
    if (first.channels != channels)
        return "the first plane of " + format + " has " + (channels == 1 ? "one channel" : "two channels") +
               ", but it is " + first.text();
    if (is_signed_integer(first.pixel))
        return "the numbers of " + format + " have no sign; use u8, u16 or floats, not " + first.text();
    if (p.format == Layout::p010 && first.pixel != Pixel::u16)
        return "p010 has 16 bits (u16), but its first plane is " + first.text();
    if (planes == 1 && first.width % 2 != 0)
        return "in " + format + " two pixels share their colour, so that its width must be even, not " +
               std::to_string(first.width);
    for (std::size_t port = 1; port < planes; ++port) {
        const ImageFormat wanted = *further(p, first, port), &image = inputs.image(port);
        const bool same = image.width == wanted.width && image.height == wanted.height &&
                          image.channels == wanted.channels && image.pixel == wanted.pixel &&
                          image.layers == wanted.layers && image.white_value() == wanted.white_value();
        if (!same)
            return "beside " + first.text() + ", plane " + std::to_string(port + 1) + " of " + format +
                   " must be " + wanted.text() + ", not " + image.text();
    }
    return "";
}

void expand(const Yuv& p, Expansion& e) {
    const Expansion::Edge first = e.input().value();
    const ImageFormat src = e.format(first);
    const bool ten_of_16 = p.format == Layout::p010, linear = p.filter == Upsampling::linear;
    const Pixel between = linear ? real_of(src.pixel) : src.pixel;
    const double white = ten_of_16 ? p010_white : src.white_value();
    const Pixel pixel = p.pixel.value_or(src.pixel);
    const Values chroma{
        {"filter", value_of(p.filter)}, {"siting", value_of(p.siting)}, {"pixel", value_of(between)}};
    std::vector<std::optional<Expansion::Edge>> planes{first};
    if (p.planes() == 1) {
        Values values = chroma;
        values["luma_first"] = p.format == Layout::yuyv;
        planes = {e.add("unpaired", "chroma", values, {first})};
    }
    for (std::size_t port = 1; port < p.planes(); ++port) {
        Values values = chroma;
        values["width"] = static_cast<std::int64_t>(src.width);
        values["height"] = static_cast<std::int64_t>(src.height);
        planes.emplace_back(e.add("spread", "chroma_" + std::to_string(port), values, {e.input(port)}));
    }
    if (p.format == Layout::yv12) std::swap(planes[1], planes[2]);
    const YuvLevels levels = levels_of(p.range, src.pixel, white, ten_of_16 ? p010_step : 1);
    const double white_after = pixel == src.pixel && !ten_of_16 ? src.white : 0;
    e.output(e.add("from_yuv", "rgb",
                   {{"matrix", value_of(p.matrix)},
                    {"levels", std::vector<double>{levels.black, levels.luma, levels.neutral, levels.chroma}},
                    {"turned", p.format == Layout::nv21},
                    {"pixel", value_of(pixel)},
                    {"white", white_after}},
                   planes));
}

}  // namespace

StageDef yuv() {
    return composition<Yuv>("yuv",
                            "Converts frames of cameras and video (brightness and colour differences, YCbCr) "
                            "to red, green and blue, as OpenCV's cvtColor.")
        .also({{"nv12", "nv12"},
               {"nv21", "nv21"},
               {"i420", "i420"},
               {"yuv420p", "i420"},
               {"yv12", "yv12"},
               {"yuyv", "yuyv"},
               {"yuyv422", "yuyv"},
               {"yuy2", "yuyv"},
               {"uyvy", "uyvy"},
               {"uyvy422", "uyvy"},
               {"p010", "p010"}})
        .images_in("plane",
                   "Plane of the frame, in the order in which its format has them. Brightness comes first; "
                   "the others are half as wide and high, rounded up. nv12, nv21, p010: a second plane of "
                   "two channels. i420, yv12: two more planes of one channel. yuyv, uyvy: one image of two "
                   "channels, as OpenCV's CV_8UC2.",
                   1, 3)
        .image_out("dst", "Red, green and blue, gamma-encoded.")
        .beside(further)
        .example("yuyv")
        .param("format", &Yuv::format,
               "Format of the frame. p010 has 10 bits in the upper bits of u16. The others may have any "
               "unsigned pixel type, such as u16 with white=1023 for 10 bits.")
        .param("matrix", &Yuv::matrix, yuv_matrix_doc)
        .param("range", &Yuv::range, yuv_range_doc)
        .param("filter", &Yuv::filter,
               "How colour differences, of which there are fewer, are spread over the pixels. nearest: "
               "pixels share them, as OpenCV's cvtColor. linear: interpolated, which leaves no steps.")
        .param("siting", &Yuv::siting,
               "linear: where the colour differences were taken. left: between two rows, at the left one of "
               "two columns, as in MPEG-2, H.264 and most cameras. center: between two rows and two columns, "
               "as in JPEG and MPEG-1. topleft: at the upper left of four pixels, as in UHD video.",
               only_for("filter", {"linear"}))
        .param("pixel", &Yuv::pixel,
               "Pixel type of the result. auto is that of the frame. Integers are rounded and clipped; with "
               "floats, colours that are no red, green and blue lie below 0 or above 1.",
               choices{"u8", "u16", "f16", "f32", "f64"}, keyword("auto"))
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
