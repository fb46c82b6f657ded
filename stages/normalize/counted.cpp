#include "stages/normalize/modes.hpp"

namespace sluice::stages {

double units_of(const ImageFormat& src, const ImageFormat& dst) {
    if (is_signed_integer(src.pixel) || is_signed_integer(dst.pixel)) return 1;
    return dst.white_value() / src.white_value();
}

bool in_double(const ImageFormat& src, const ImageFormat& dst) {
    return real_of(src.pixel) == Pixel::f64 || real_of(dst.pixel) == Pixel::f64;
}

Values counted(const Normalize& p, Group group) {
    Values values{{"group", value_of(group)}, {"alpha", value_of(p.alpha)}};
    if (p.region) values["region"] = value_of(*p.region);
    return values;
}

Expansion::Edge smoothed(const Normalize& p, Expansion& e, const std::string& name,
                         const std::vector<std::optional<Expansion::Edge>>& measured, bool doubles) {
    Values values{{"smoothing", p.smoothing}, {"doubles", doubles}};
    if (p.cut) values["cut"] = *p.cut;
    return e.add("smoothed", name, values, measured);
}

}  // namespace sluice::stages
