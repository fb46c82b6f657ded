// The forms in which devices compute what the rules define as rational numbers. Tests beside this file hold
// them against exact integers; every claim about where a form holds stands at the form, with what proves it.
// Compile without contraction of a*b+c: where an fma is meant, it is written.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace sluice::reference {

// u8 and i8, in and out: what is stored before the sink rounds it half to even. d = v - lo,
// s = (float)(b - a) / (float)(hi - lo), correctly rounded.
//
// Exact for every R = hi - lo in 1..502 (so for all ranges of u8, i8, and u8 -> i8), every a and b in
// -128..255 in either order, d in [0, R]; and with d in [-255, R + 255] (clamp = false) for R up to 300,
// after saturation to the type. First wrong at R = 500: two quotients then lie closer together than the grid
// 2^-9 can tell from a tie. Wider ranges (`in` beyond the type) take stretch16.
inline float stretch8(float d, float s, float a) { return (std::fma(d, s, a) + 24576.0f) - 24576.0f; }

// 16 bit in or out: already rounded, not saturated. d = v - lo, D = b - a, R = hi - lo,
// s = (float)D / (float)R, correctly rounded. int32 with wrap.
//
// Exact wherever |d * D / R| <= 2^22, |d|, |D| and R < 2^24, |a| < 2^23: fma is within 0.5 + 0.25 of the
// quotient, so its rounding is off by at most one, and 2 * (d*D - q*R) stays within 1.5 R and fits although
// the products wrap. That covers every clamped stretch of u8, i8, u16, i16 into any of them, with `in` and
// `out` beyond the type too. Without clamping d must first be limited: see stretch16_unclamped.
inline std::int32_t stretch16(std::int32_t d, std::int32_t D, std::int32_t R, float s, std::int32_t a,
                              float limit = 4194304.0f) {
    constexpr float M = 12582912.0f;  // 1.5 * 2^23: its unit is 1
    const float sum = std::fma(static_cast<float>(d), s, M);
    const float near = std::fmin(std::fmax(sum, M - limit), M + limit);
    const auto wrapped = [](std::int32_t v) { return static_cast<std::uint32_t>(v); };
    std::uint32_t q = wrapped(std::bit_cast<std::int32_t>(near)) - 0x4B400000u;
    const auto r = static_cast<std::int32_t>(2u * (wrapped(d) * wrapped(D) - q * wrapped(R)));
    const auto o = static_cast<std::int32_t>((q + wrapped(a)) & 1u);
    const auto above = static_cast<std::int32_t>(wrapped(r) + wrapped(o)) > R;
    const auto below = static_cast<std::int32_t>(wrapped(o) - wrapped(r)) > R;
    q += static_cast<std::uint32_t>(above) - static_cast<std::uint32_t>(below);
    return static_cast<std::int32_t>(q + wrapped(a));
}

// clamp = false: d * D / R may be as large as 2^32, where the form above is garbage. With the sum limited to
// M +- 2^21 the result is exact where |d * D / R| < 2^21, and beyond it is still far outside of 8 and 16
// bits, so that it saturates to the right side (|a| < 2^20).
inline std::int32_t stretch16_unclamped(std::int32_t d, std::int32_t D, std::int32_t R, float s,
                                        std::int32_t a) {
    return stretch16(d, D, R, s, a, 2097152.0f);
}

// v / white correctly rounded to f32, with r = 1 / white correctly rounded.
//
// Equal to the division for every white in 1..65535 and every integer v in 0..65535 (all 4.3e9 pairs), with
// the last step fused or not. One multiplication by r alone is wrong for 126 of 256 levels of white 255, for
// 512 of 65536 of white 65535, and for most other whites.
inline float divided(float v, float white, float r) {
    const float q = v * r;
    const float e = std::fma(-q, white, v);
    return q + e * r;
}

// Luma of u8 before the sink: the sum is an exact integer below 2^24, the division is correctly rounded (use
// `divided`), so all 2^24 colours round as rational numbers do, ties included. The plain
// 0.2126f*R + 0.7152f*G + 0.0722f*B is wrong for 311 of them, all of them ties. (16 bit: the sum needs
// int32.)
inline float luma8(float r, float g, float b) {
    return divided(2126.0f * r + 7152.0f * g + 722.0f * b, 10000.0f, 1.0f / 10000.0f);
}

}  // namespace sluice::reference
