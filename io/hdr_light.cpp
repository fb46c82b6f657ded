#include "io/hdr_light.hpp"

#include "io/rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace sluice {
namespace {

constexpr double paper_white = 203;  // cd/m²

// The XYZ of red, green and blue, in columns, such that white is that of D65.
Matrix3 to_xyz(const Primaries& p) {
    const auto xyz = [](const std::array<double, 2>& xy) {
        return std::array<double, 3>{xy[0] / xy[1], 1, (1 - xy[0] - xy[1]) / xy[1]};
    };
    const auto r = xyz(p.red), g = xyz(p.green), b = xyz(p.blue), w = xyz(p.white),
               d65 = xyz(srgb_primaries.white);
    const Matrix3 columns{r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]};
    const Matrix3 back = inverse(columns);
    Matrix3 m{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double amount = back[3 * c] * w[0] + back[3 * c + 1] * w[1] + back[3 * c + 2] * w[2];
        for (std::size_t row = 0; row < 3; ++row)
            m[3 * row + c] = columns[3 * row + c] * amount * d65[row] / w[row];
    }
    return m;
}

// BT.2100, table 4: cd/m².
double pq_light(double code) {
    constexpr double m1 = 0.1593017578125, m2 = 78.84375, c1 = 0.8359375, c2 = 18.8515625, c3 = 18.6875;
    const double root = std::pow(std::clamp(code, 0.0, 1.0), 1 / m2);
    return 10000 * std::pow(std::max(root - c1, 0.0) / (c2 - c3 * root), 1 / m1);
}

// BT.2100, table 5: the light of the scene, from 0 to 1.
double hlg_light(double code) {
    constexpr double a = 0.17883277, b = 0.28466892, c = 0.55991073;
    const double v = std::clamp(code, 0.0, 1.0);
    return v <= 0.5 ? v * v / 3 : (std::exp((v - c) / a) + b) / 12;
}

}  // namespace

HdrLight::HdrLight(Curve curve, const Primaries& primaries) : curve_(curve), luminance_{}, to_srgb_{} {
    const Matrix3 xyz = to_xyz(primaries), to_srgb = product(inverse(to_xyz(srgb_primaries)), xyz);
    for (std::size_t i = 0; i < 3; ++i) luminance_[i] = static_cast<float>(xyz[3 + i]);
    for (std::size_t i = 0; i < 9; ++i) to_srgb_[i] = static_cast<float>(to_srgb[i]);
}

std::optional<HdrLight> HdrLight::of(const CodedColours& colours) {
    if (!colours.is_pq() && !colours.is_hlg()) return std::nullopt;
    CodedColours meant = colours;
    constexpr int bt2020 = 9;  // what BT.2100 has
    if (!primaries_of(meant)) meant.primaries = bt2020;
    return HdrLight(colours.is_hlg() ? Curve::hlg : Curve::pq, primaries_of(meant).value());
}

ImageFormat HdrLight::format(ImageFormat coded) {
    coded.pixel = Pixel::f32;
    coded.space = Space::linear;
    coded.white = 0;
    return coded;
}

float HdrLight::light_of(double code) const {
    return static_cast<float>(curve_ == Curve::hlg ? hlg_light(code) : pq_light(code) / paper_white);
}

void HdrLight::fill(const HostView& light, const ImageFormat& coded,
                    const std::function<void(const HostView& codes)>& read) const {
    HostImage codes(coded, {Layout::packed});
    read(codes.view());
    convert(codes.view(), light);
    if (!light.packed_pixels()) clear_padding(light);
}

// The light of one pixel of the result, of what its channels are.
std::array<float, 3> HdrLight::shown(std::array<float, 3> own) const {
    if (curve_ == Curve::hlg) {  // BT.2100 shows it brighter the brighter it is
        constexpr auto screen = static_cast<float>(1000 / paper_white);
        constexpr float system_gamma = 1.2F;
        const float bright = luminance_[0] * own[0] + luminance_[1] * own[1] + luminance_[2] * own[2];
        const float by = bright > 0 ? screen * std::pow(bright, system_gamma - 1) : 0;
        for (float& v : own) v *= by;
    }
    std::array<float, 3> srgb{};
    for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < 3; ++k) srgb[c] += to_srgb_[3 * c + k] * own[k];
    return srgb;
}

template <class Code, class LightOf>
void HdrLight::convert_codes(const ConstHostView& codes, const HostView& light, LightOf light_of) const {
    const auto colours = static_cast<std::size_t>(codes.format.colors());
    constexpr float most = std::is_integral_v<Code> ? std::numeric_limits<Code>::max() : 1;
    for (std::size_t y = 0; y < light.format.rows(); ++y) {
        const auto* from = reinterpret_cast<const Code*>(codes.row(y));
        auto* to = reinterpret_cast<float*>(light.row(y));
        for (std::size_t x = 0; x < light.format.width; ++x, from += codes.step(), to += light.step()) {
            std::array<float, 3> own{};
            for (std::size_t c = 0; c < 3; ++c) own[c] = light_of(from[std::min(c, colours - 1)]);
            const std::array<float, 3> srgb = shown(own);
            std::copy_n(srgb.begin(), colours, to);
            if (codes.format.has_alpha()) to[colours] = static_cast<float>(from[colours]) / most;
        }
    }
}

template <class Code>
void HdrLight::convert_integers(const ConstHostView& codes, const HostView& light) const {
    constexpr std::size_t most = std::numeric_limits<Code>::max();
    std::vector<float> known(most + 1);
    for (std::size_t i = 0; i < known.size(); ++i)
        known[i] = light_of(static_cast<double>(i) / static_cast<double>(most));
    convert_codes<Code>(codes, light, [&](Code code) { return known[code]; });
}

void HdrLight::convert(const ConstHostView& codes, const HostView& light) const {
    if (codes.format.pixel == Pixel::u8) return convert_integers<std::uint8_t>(codes, light);
    if (codes.format.pixel == Pixel::u16) return convert_integers<std::uint16_t>(codes, light);
    convert_codes<float>(codes, light, [&](float code) { return light_of(double{code}); });
}

}  // namespace sluice
