#include "io/resolution.hpp"

#include <cmath>
#include <utility>

namespace sluice {
namespace {

using Unit = Resolution::Unit;

double metres(Unit unit) { return unit == Unit::inch ? 0.0254 : unit == Unit::centimetre ? 0.01 : 1; }

double converted(double value, Unit from, Unit to) {
    const double exact = value / metres(from) * metres(to);
    const double whole = std::round(exact);
    const bool came_from_it = from == Unit::metre && std::abs(whole / metres(to) - value) <= 0.5;
    return came_from_it && whole > 0 ? whole : exact;
}

}  // namespace

Resolution in_unit(const Resolution& src, Unit unit) {
    if (src.unit == Unit::none || src.unit == unit) return src;
    return {converted(src.x, src.unit, unit), converted(src.y, src.unit, unit), unit};
}

Resolution resolution_of(double x, double y, Unit unit) {
    if (!(x > 0 && y > 0) || !std::isfinite(x) || !std::isfinite(y)) return {};
    if (unit == Unit::none && x == y) return {};
    return {x, y, unit};
}

Resolution turned(const Resolution& src, int orientation) {
    Resolution dst = src;
    if (orientation >= 5) std::swap(dst.x, dst.y);
    return dst;
}

}  // namespace sluice
