#include "pipeline/graph/stage_builder.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

enum class Pattern { rggb, bggr, grbg, gbrg };
enum class Demosaicing { bilinear, mhc };

}  // namespace
}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 4> names_of<stages::Pattern>{"rggb", "bggr", "grbg", "gbrg"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<stages::Demosaicing>{"bilinear", "mhc"};
template <>
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 1> aliases_of<stages::Demosaicing>{
    {{"malvar", "mhc"}}};
}  // namespace sluice

namespace sluice::stages {
namespace {

struct Demosaic {
    Pattern pattern = Pattern::rggb;
    Demosaicing method = Demosaicing::bilinear;
    std::optional<std::int64_t> bits;
};

std::string refuse(const Demosaic& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (src.channels != 1)
        return "a sensor with a colour filter gives one channel; " + src.text() + " has its colours already";
    if (src.width < 2 || src.height < 2) return "a pattern is 2 x 2 pixels, and the image is " + src.text();
    if (p.bits && (!is_integer(src.pixel) || std::exp2(*p.bits) - 1 > highest(src.pixel)))
        return "bits=" + std::to_string(*p.bits) + " does not fit into " + src.text();
    return "";
}

}  // namespace

StageDef demosaic() {
    return gather<Demosaic>("demosaic",
                            "Computes red, green and blue of each pixel from the image of a sensor whose "
                            "pixels see one colour each (Bayer pattern).")
        .also({{"debayer", ""}, {"bayer", ""}, {"demosaicing", ""}})
        .param("pattern", &Demosaic::pattern,
               "Colours of the first two pixels of the first row, then of the second row. OpenCV names the "
               "same patterns by the second pixel of the second row: rggb is its BayerBG, bggr BayerRG, grbg "
               "BayerGB, gbrg BayerGR.")
        .param("method", &Demosaic::method,
               "bilinear: the mean of the nearest pixels of a colour, as OpenCV's cvtColor. mhc: the filters "
               "of Malvar, He and Cutler (5 x 5), which follow edges of all colours; sharper, with more "
               "noise.")
        .param("bits", &Demosaic::bits,
               "Bits that the sensor gives, in the lower bits of each integer: white is 1023 for 10 bits. "
               "auto keeps the white of the image.",
               range(1, 16), keyword("auto"))
        .refuse(refuse)
        .infer([](const Demosaic& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.channels = 3;
            if (p.bits) dst.white = std::exp2(*p.bits) - 1;
            if (dst.white == default_white(dst.pixel)) dst.white = 0;
            return dst;
        })
        // A reflection has the pattern of the image.
        .border([](const Demosaic&) { return Border{EdgeRule::mirror}; })
        .reach([](const Demosaic& p, const StageInputs&) {
            const std::size_t reach = p.method == Demosaicing::mhc ? 2 : 1;
            return Reach{reach, reach, reach, reach};
        })
        .constants([](const Demosaic& p, const StageInputs&) -> std::vector<Constant> {
            const bool right = p.pattern == Pattern::bggr || p.pattern == Pattern::grbg;
            const bool below = p.pattern == Pattern::bggr || p.pattern == Pattern::gbrg;
            return {{"red_x", right ? 1.0 : 0.0}, {"red_y", below ? 1.0 : 0.0}};
        })
        .function([](const Demosaic& p, const StageInputs&) {
            return KernelFunction{"demosaic", "demosaic_" + std::string(name(p.method))};
        });
}

}  // namespace sluice::stages
