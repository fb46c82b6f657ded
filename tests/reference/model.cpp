#include "tests/reference/model.hpp"

#include "tests/reference/srgb.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sluice::reference {
namespace {

constexpr std::array<Real, 9> to_xyz{0.412453L, 0.357580L, 0.180423L, 0.212671L, 0.715160L,
                                     0.072169L, 0.019334L, 0.119193L, 0.950227L};
constexpr std::array<Real, 9> of_xyz{3.2404813432L,  -1.5371515163L, -0.4985363262L,
                                     -0.9692549500L, 1.8759900015L,  0.0415559266L,
                                     0.0556466391L,  -0.2040413384L, 1.0573110696L};
constexpr std::array<Real, 3> white{0.950456L, 1, 1.088754L};

Lanes product(const std::array<Real, 9>& m, const Lanes& v) {
    Lanes result;
    for (std::size_t row = 0; row < 3; ++row)
        result.push_back(m[3 * row] * v[0] + m[3 * row + 1] * v[1] + m[3 * row + 2] * v[2]);
    return result;
}

Real hue(const Lanes& v, Real most, Real range) {
    if (range == 0) return 0;
    const Real degrees = most == v[0]   ? 60 * (v[1] - v[2]) / range
                         : most == v[1] ? 120 + 60 * (v[2] - v[0]) / range
                                        : 240 + 60 * (v[0] - v[1]) / range;
    return degrees < 0 ? degrees + 360 : degrees;
}

// In which of `count` parts of the circle, from n on.
Real part(Real degrees, Real n, Real count) {
    const Real k = degrees / (360 / count) + n;
    return k - count * std::floor(k / count);
}

Real bent(Real t) { return t > 216 / 24389.0L ? std::cbrt(t) : t * 841 / 108 + 4 / 29.0L; }
Real straightened(Real f) { return f > 6 / 29.0L ? f * f * f : (f - 4 / 29.0L) * 108 / 841; }

bool of_light(Model model) { return model == Model::xyz || model == Model::lab; }

PixelBounds bounds(Model model, bool back, bool doubles) {
    if (model == Model::hsv || model == Model::hsl)
        return {.ulps = back ? Real{8} : Real{2}, .between = back ? Between::further : Between::anything};
    if (model == Model::ycbcr) return {.ulps = 8, .between = Between::corners};
    const Real absolute = model == Model::lab && !back ? 3e-3L : 0;
    return {.ulps = 100, .absolute = doubles ? std::ldexp(absolute, -29) : absolute};
}

}  // namespace

Lanes in_model(Model model, const Lanes& v) {
    const auto [least, most] = std::minmax({v[0], v[1], v[2]});
    const Real range = most - least, sum = most + least;
    switch (model) {
        case Model::hsv: return {hue(v, most, range), most == 0 ? 0 : range / std::fabs(most), most};
        case Model::hsl:
            return {hue(v, most, range), range == 0 ? 0 : range / (sum <= 1 ? sum : 2 - sum), sum / 2};
        case Model::ycbcr: {
            const Real y = 0.299L * v[0] + 0.587L * v[1] + 0.114L * v[2];
            return {y, (v[2] - y) / 1.772L, (v[0] - y) / 1.402L};
        }
        case Model::xyz: return product(to_xyz, v);
        case Model::lab: {
            const Lanes t = product(to_xyz, v);
            const Real x = bent(t[0] / white[0]), y = bent(t[1]), z = bent(t[2] / white[2]);
            return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
        }
        case Model::rgb: break;
    }
    return v;
}

Lanes from_model(Model model, const Lanes& v) {
    Lanes rgb;
    switch (model) {
        case Model::hsv:
            for (const Real n : {5, 3, 1}) {
                const Real k = part(v[0], n, 6);
                rgb.push_back(v[2] - v[2] * v[1] * std::clamp<Real>(std::min(k, 4 - k), 0, 1));
            }
            return rgb;
        case Model::hsl:
            for (const Real n : {0, 8, 4}) {
                const Real k = part(v[0], n, 12);
                rgb.push_back(v[2] - v[1] * std::min(v[2], 1 - v[2]) *
                                         std::clamp<Real>(std::min(k - 3, 9 - k), -1, 1));
            }
            return rgb;
        case Model::ycbcr:
            return {v[0] + 1.402L * v[2],
                    v[0] - 0.114L * 1.772L / 0.587L * v[1] - 0.299L * 1.402L / 0.587L * v[2],
                    v[0] + 1.772L * v[1]};
        case Model::xyz: return product(of_xyz, v);
        case Model::lab: {
            const Real y = (v[0] + 16) / 116;
            return product(of_xyz, {straightened(y + v[1] / 500) * white[0], straightened(y),
                                    straightened(y - v[2] / 200) * white[2]});
        }
        case Model::rgb: break;
    }
    return v;
}

Bounded bounded_model(const Bounded& src, const ImageFormat& dst) {
    const bool back = dst.model == Model::rgb;
    const Model model = back ? src.format().model : dst.model;
    const bool decodes = of_light(model) && dst.space == Space::encoded, chroma = model == Model::ycbcr;
    const ImageFormat& coded = back ? src.format() : dst;
    const Real middle = coded.white_value() / 2 + (is_integer(coded.pixel) ? 0.5 : 0);
    const bool products = back && (model == Model::hsv || model == Model::hsl || model == Model::lab);
    const auto of_pixel = [&](const std::vector<Lanes>& pixels) -> Lanes {
        Lanes v(pixels[0].begin(), pixels[0].begin() + 3);
        for (std::size_t i = 0; i < 3; ++i) {
            if (!std::isfinite(v[i]) || (products && std::fabs(v[i]) > 1000)) return {};
            if (back && chroma && i > 0) v[i] -= middle;
            v[i] /= src.format().white_value();
            if (!back && decodes) v[i] = srgb_to_linear(v[i]);
        }
        v = back ? from_model(model, v) : in_model(model, v);
        for (std::size_t i = 0; i < 3; ++i) {
            if (back && decodes) v[i] = srgb_to_encoded(v[i]);
            v[i] *= dst.white_value();
            if (!back && chroma && i > 0) v[i] += middle;
        }
        if (dst.has_alpha()) v.push_back(pixels[0][3] / src.format().white_value() * dst.white_value());
        return v;
    };
    const bool doubles = real_of(src.format().pixel) == Pixel::f64 || real_of(dst.pixel) == Pixel::f64;
    return of_pixels({&src}, dst, of_pixel, bounds(model, back, doubles));
}

}  // namespace sluice::reference
