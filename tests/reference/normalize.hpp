// The stage `normalize`: options that its modes share, and the modes that stretch a range (minmax,
// percentile).
#pragma once

#include "tests/reference/groups.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace sluice::reference {

enum class ConstantRule { keep, low, mid, zero };

struct NormalizeOptions {
    std::optional<std::array<double, 2>> out{};  // [a, b]; b < a inverts. Default: the output's [low, white]
    std::optional<std::array<double, 2>> in{};   // [lo, hi], lo <= hi. Default: from the statistics
    std::vector<std::array<double, 2>> in_each{};  // in the place of `in`: one for each group
    bool clamp = true;
    Grouping group = Grouping::channel;
    Counted counted{};  // alpha rule, mask and region: of the statistics; every pixel is stretched
    ConstantRule constant = ConstantRule::keep;
    double strength = 1;
    double independence = 1;
    std::optional<Space> space{};       // where the stretch happens; default: where the image is
    std::optional<double> nan_value{};  // default: NaN stays in floats and becomes 0 in integers
    std::optional<Pixel> pixel{};       // of the output; its white is the input's when the type is the same

    bool range_is_given() const { return in || !in_each.empty(); }
    // Of a group, in code values of the source; nullopt where it is measured.
    std::optional<std::array<double, 2>> given_range(const ChannelGroup& of) const;
};

struct Normalized {
    HostImage image;
    std::vector<std::string>
        untouched;  // "R", "joint", in layer 2 "2:R": groups that counted nothing (warned)
    std::vector<std::string>
        widened{};  // those whose two percentiles are one value, but not all of it (warned)
    std::vector<std::string> indistinct{};  // those whose values differ and count as constant (warned)

    bool warns() const { return !untouched.empty() || !widened.empty() || !indistinct.empty(); }
};

// Decided here, where the rules are silent:
// * Output units: where the pixel type changes, values that are kept (constant keep, empty group, alpha, own
//   range of `strength`, Y of luma) are rescaled white to white as `convert` does; signed integers are not.
// * `out` and `in` may lie outside of the type (`out` then saturates in the sink). Those of integers are
//   rational numbers, in millionths. `in` with lo = hi makes a constant group.
// * Alpha: `include` counts it and stretches it like a colour (its own group, or the joint one); in all other
//   rules it is copied bit for bit (rescaled where the pixel type changes). Pixels that are not counted
//   (mask, region, `visible`) are stretched like all others.
// * Constant means hi = lo, in float images hi - lo < 2^-126 (f64: < 2^-1022). Every sample of the group, NaN
//   apart, becomes: keep = itself, clamped to [a, b] if `clamp`; low = a; mid = (a + b) / 2, in integers half
//   to even; zero = 0, not clamped. With `space` all of it happens there. What is not counted follows.
// * Empty group: its samples stay as they are, not clamped.
// * independence i: lo = i lo_c + (1-i) lo_joint with joint over all groups that are stretched (A too with
//   `include`); for group = joint or luma it has no effect, nor with `in`. A channel that is empty stays so.
// * strength s: [a, b] becomes s [a, b] + (1-s) [lo, hi] with the range after independence, so that strength
// 0
//   is the identity (for values inside the range). A constant group uses the [a, b] given.
// * space: values / white through the sRGB curve or its inverse; statistics, `in`, strength and stretch are
//   there, [a, b] is taken there too, the result comes back times the white of the output (of signed integers
//   too). Alpha is no light: where it is stretched, it goes to the same [a, b] without a curve. Nothing
//   happens for `data` or the image's own space.
// * luma: Y' = stretched Y (clamped as `clamp` says); R, G, B each += Y' - Y, then clamped to [a, b] if
// `clamp`.
//   Y is a real number, never rounded. NaN in one channel makes all three NaN. With `space` all of it happens
//   there. A constant luma: keep clamps each sample, the others set Y' = a, (a+b)/2 or 0 (clamped too).
//   Grey: as channel.
// * nan_value, when given, replaces NaN in the output, in floats too, colours and alpha that is stretched.
//
// Exact (integer in and out, group channel or joint, no space, without partial strength or independence): as
// rational numbers. Tolerance elsewhere, for float32 arithmetic:
// * out in floats: 2^-22 max(|a|, |b|) (subtract, scale, multiply and add: 4 roundings), luma 2^-21;
// * out in integers: 1 LSB, only near ties; 16 bit through a curve (space): 2 LSB.
// f64 is computed in f64: 2^-50 in the place of 2^-22. i32 is exact in 64-bit integers ((hi-lo)(b-a) < 2^64).
Normalized minmax(const ConstHostView& src, const NormalizeOptions& options = {});

// lo and hi from the low and high rule of percentiles; then minmax with clamping. `in` and `clamp` are not
// used. low < high. Where lo = hi (in floats: hi - lo as of a constant group) they are the group's minimum
// and maximum. Independence mixes these ranges with the percentiles of the joint group.
Normalized percentile(const ConstHostView& src, double low, double high,
                      const NormalizeOptions& options = {});

}  // namespace sluice::reference
