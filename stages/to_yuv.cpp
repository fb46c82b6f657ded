#include "pipeline/core/yuv.hpp"
#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

enum class Plane { y, u, v, uv, vu };
enum class Sharing { mean, nearest };

}  // namespace
}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 5> names_of<stages::Plane>{"y", "u", "v", "uv", "vu"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<stages::Sharing>{"mean", "nearest"};
}  // namespace sluice

namespace sluice::stages {
namespace {

struct ToYuv {
    Plane plane = Plane::y;
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
    Sharing filter = Sharing::mean;
};

void expand(const ToYuv& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const YuvLevels levels = levels_of(p.range, src.pixel, src.white_value());
    const bool luma = p.plane == Plane::y;
    const Pixel between = luma || p.filter == Sharing::nearest ? src.pixel : real_of(src.pixel);
    const Expansion::Edge plane =
        e.add("yuv_plane", "plane",
              {{"plane", std::string(name(p.plane))},
               {"matrix", value_of(p.matrix)},
               {"levels", std::vector<double>{levels.black, levels.luma, levels.neutral, levels.chroma}},
               {"pixel", value_of(between)}},
              {image});
    if (luma) return e.output(plane);
    e.output(e.add("halved", "halved", {{"mean", p.filter == Sharing::mean}, {"pixel", value_of(src.pixel)}},
                   {plane}));
}

std::string refuse(const ToYuv&, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (const std::string fault = not_rgb(src); !fault.empty()) return fault;
    if (src.space == Space::linear)
        return "frames have gamma-encoded colours, and " + src.text() +
               " has linear light; put convert space=encoded before it";
    if (is_signed_integer(src.pixel))
        return "the numbers of frames have no sign; put convert pixel=u8 before it, which is " + src.text();
    return "";
}

}  // namespace

StageDef to_yuv() {
    return composition<ToYuv>("to_yuv",
                              "Makes one plane of a frame for video (YCbCr): brightness, or colour "
                              "differences of half the width and height, rounded up. Two make NV12 (y, uv) "
                              "or NV21 (y, vu), three make I420 (y, u, v) or YV12 (y, v, u).")
        .image_in("src", "The image. Its alpha has no place in the result.")
        .image_out("dst", "The plane: one channel, or two for uv and vu.")
        .param("plane", &ToYuv::plane,
               "y: brightness. u: difference of blue and brightness. v: difference of red and brightness. "
               "uv, vu: both, in this order.")
        .param("matrix", &ToYuv::matrix, yuv_matrix_doc)
        .param("range", &ToYuv::range, yuv_range_doc)
        .param("filter", &ToYuv::filter,
               "Colour differences of 2 x 2 pixels. mean: their mean. nearest: those of the pixel at the top "
               "left, as OpenCV's cvtColor.",
               only_for("plane", {"u", "v", "uv", "vu"}))
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
