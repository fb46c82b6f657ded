#include "tests/reference/convert.hpp"

#include "pipeline/core/error.hpp"
#include "tests/reference/pixels.hpp"
#include "tests/reference/srgb.hpp"

namespace sluice::reference {
namespace {

struct Conversion {
    ImageFormat src, dst;
    bool rescale;

    bool to_linear() const { return src.space == Space::encoded && dst.space == Space::linear; }
    bool to_encoded() const { return src.space == Space::linear && dst.space == Space::encoded; }
    bool both_integers() const { return is_integer(src.pixel) && is_integer(dst.pixel); }
};

bool signed_integer(Pixel pixel) { return is_integer(pixel) && is_signed(pixel); }

// numerator / denominator of a source's integers, scaled and rounded once.
double exact(const Conversion& c, Int128 numerator, Int128 denominator) {
    if (c.rescale) {
        numerator *= static_cast<Int128>(c.dst.white_value());
        denominator *= static_cast<Int128>(c.src.white_value());
    }
    return stored(static_cast<Real>(rounded(numerator, denominator)), c.dst.pixel);
}

double scaled(const Conversion& c, Real v) {
    if (!c.rescale) return stored(v, c.dst.pixel);
    const Real white_in = c.src.white_value(), white_out = c.dst.white_value();
    if (is_integer(c.src.pixel)) return stored(v * white_out / white_in, c.dst.pixel);
    const Real product = v * (white_out / white_in);
    const bool wide = real_of(c.src.pixel) == Pixel::f64 || real_of(c.dst.pixel) == Pixel::f64;
    return stored(wide ? static_cast<double>(product) : static_cast<float>(product), c.dst.pixel);
}

double colour(const Conversion& c, Real v) {
    const Real white = c.src.white_value();
    if (c.to_linear()) v = srgb_to_linear(v / white) * white;
    if (c.to_encoded()) v = srgb_to_encoded(v / white) * white;
    return scaled(c, v);
}

double alpha_of(const Conversion& c, const ConstHostView& src, std::size_t x, std::size_t row) {
    if (!src.format.has_alpha()) return c.dst.white_value();
    const double v = value(src, x, row, src.format.colors());
    return c.both_integers() ? exact(c, static_cast<Int128>(v), 1) : scaled(c, v);
}

}  // namespace

HostImage convert(const ConstHostView& src, const ImageFormat& dst, bool rescale) {
    if (dst.width != src.format.width || dst.height != src.format.height || dst.layers != src.format.layers)
        throw Error(Error::Kind::usage, "convert", "keeps the size " + src.format.text());
    Conversion c{src.format, dst, rescale};
    if (signed_integer(src.format.pixel) || signed_integer(dst.pixel)) c.rescale = false;
    const bool space_changes = c.to_linear() || c.to_encoded();
    const bool to_grey = src.format.colors() == 3 && dst.colors() == 1;

    HostImage image(dst);
    for (std::size_t row = 0; row < rows(dst); ++row) {
        for (std::size_t x = 0; x < dst.width; ++x) {
            for (int channel = 0; channel < dst.colors(); ++channel) {
                const double v = value(src, x, row, src.format.colors() == 1 ? 0 : channel);
                double result;
                if (c.both_integers() && !space_changes)
                    result = to_grey ? exact(c, luma_10000(src, x, row), 10000)
                                     : exact(c, static_cast<Int128>(v), 1);
                else
                    result = colour(c, to_grey ? luma(src, x, row) : static_cast<Real>(v));
                set_value(image.view(), x, row, channel, result);
            }
            if (dst.has_alpha()) set_value(image.view(), x, row, dst.colors(), alpha_of(c, src, x, row));
        }
    }
    return image;
}

}  // namespace sluice::reference
