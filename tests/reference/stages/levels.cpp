// white * (low + (high - low) * ((v / white - black) / (white' - black))^(1 / gamma)), at the ends low and
// high. A device rounds products and quotients; its pow may be 16 ulp off.
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

OfSample levelled(const StageCall& call) {
    const double white = call.image().format().white_value();
    const auto code = [&](const std::string& name) { return call.real(call.number(name) * white); };
    const Real from = code("black"), to = code("white"), low = code("low"), high = code("high");
    const Real rise = call.real((call.number("high") - call.number("low")) * white);
    const Real exponent = call.real(1 / call.number("gamma"));
    return [=](Real v) {
        const Real share = (v - from) / (to - from);
        return share <= 0 ? low : share >= 1 ? high : low + rise * std::pow(share, exponent);
    };
}

Tolerance levels_off_by(const StageCall& call) {
    const ImageFormat& format = call.image().format();
    const bool coarse = is_integer(format.pixel) || format.pixel == Pixel::f16;
    const double steps = call.number("gamma") == 1 ? 6 : 32 + 4 / call.number("gamma");
    const double epsilon = std::ldexp(1.0, real_of(format.pixel) == Pixel::f64 ? -52 : -23);
    return {coarse ? 1 : steps, steps * epsilon * format.white_value()};
}

}  // namespace

StageReference levels() { return each_colour(levelled, levels_off_by); }

}  // namespace sluice::reference::stages
