#include "pipeline/graph/stage_builder.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

enum class Packing { mipi, pfnc, gige };

}  // namespace
}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 3> names_of<stages::Packing>{"mipi", "pfnc", "gige"};
}  // namespace sluice

namespace sluice::stages {
namespace {

struct Unpack {
    std::string bits = "10";
    Packing packing = Packing::mipi;
    std::optional<std::int64_t> width;

    int depth() const { return bits == "10" ? 10 : 12; }
    // Pixels that share bytes, and these.
    struct Group {
        std::int64_t pixels, bytes;
    };
    Group group() const {
        if (depth() == 12 || packing == Packing::gige) return {2, 3};
        return {4, 5};
    }
    // All pixels that bytes have.
    std::int64_t pixels_of(std::size_t bytes) const {
        const auto [pixels, of] = group();
        const std::int64_t rest = static_cast<std::int64_t>(bytes) % of;
        std::int64_t more = 0;  // in a group that is cut
        if (packing == Packing::pfnc) more = rest * 8 / depth();
        if (packing == Packing::gige) more = rest == 2 ? 1 : 0;
        return static_cast<std::int64_t>(bytes) / of * pixels + more;
    }
};

std::string refuse(const Unpack& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (src.pixel != Pixel::u8 || src.channels != 1)
        return "packed rows are bytes in one channel (u8 x1), not " + src.text();
    const std::int64_t most = p.pixels_of(src.width);
    if (most < 1) return "its rows of " + std::to_string(src.width) + " bytes are too short for a pixel";
    if (p.width && *p.width > most)
        return "rows of " + std::to_string(src.width) + " bytes have " + std::to_string(most) +
               " pixels of " + p.bits + " bits, not width=" + std::to_string(*p.width);
    return "";
}

// The bytes of these pixels: whole groups.
Interval bytes_of(const Unpack& p, const Interval& pixels) {
    const auto [of, bytes] = p.group();
    return {pixels.first / of * bytes, ((pixels.end - 1) / of + 1) * bytes};
}

}  // namespace

StageDef unpack() {
    return gather<Unpack>("unpack",
                          "Unpacks rows of a camera whose pixels have 10 or 12 bits, without gaps between "
                          "them. Works for grey and for Bayer patterns (then follows demosaic).")
        .param("bits", &Unpack::bits, "Bits of a pixel.", choices{"10", "12"})
        .param(
            "packing", &Unpack::packing,
            "Order of the bits. mipi: the upper 8 bits of 4 pixels (10 bits) or 2 pixels (12 bits), then a "
            "byte with the rest of each (MIPI CSI-2, V4L2). pfnc: one pixel after the other, the lowest "
            "bit first (GenICam's Mono10p, BayerRG12p). gige: the upper 8 bits of a pixel, a byte with "
            "the rest of two pixels, the upper 8 bits of the next (GigE Vision's Mono12Packed).")
        .param("width", &Unpack::width,
               "Pixels of a row, if its bytes end with padding. auto: as many as the bytes have.",
               at_least(1), unit("px"), keyword("auto"))
        .refuse(refuse)
        .infer([](const Unpack& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.width = static_cast<std::size_t>(p.width.value_or(p.pixels_of(dst.width)));
            dst.pixel = Pixel::u16;
            dst.white = std::exp2(p.depth()) - 1;
            return dst;
        })
        .footprint([](const Unpack& p, const StageInputs&, const Area& of) -> Area {
            return {bytes_of(p, of.columns), of.rows};
        })
        .constants([](const Unpack& p, const StageInputs&) -> std::vector<Constant> {
            const auto [pixels, bytes] = p.group();
            if (p.packing == Packing::pfnc) return {{"bits", static_cast<double>(p.depth())}};
            const bool between = p.packing == Packing::gige;  // the rest lies between two pixels
            return {{"rest", static_cast<double>(p.depth() - 8)},
                    {"pixels_shift", pixels == 4 ? 2.0 : 1.0},
                    {"bytes", static_cast<double>(bytes)},
                    {"apart", between ? 2.0 : 1.0},
                    {"last", between ? 1.0 : static_cast<double>(pixels)},
                    {"rest_shift", pixels == 4 ? 2.0 : 4.0}};
        })
        .function([](const Unpack& p, const StageInputs&) {
            return KernelFunction{"unpack", p.packing == Packing::pfnc ? "unpack_lowest" : "unpack_upper"};
        });
}

}  // namespace sluice::stages
