#include "pipeline/plan/code/choose_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace sluice {

Choosing choosing(const ImageFormat& format, const PassShape& shape) {
    if (!is_integer(format.pixel) || format.lanes() != shape.lanes || shape.tile) return Choosing::numbers;
    if (shape.alone) return Choosing::samples;
    const bool pairs =
        (format.pixel == Pixel::u8 || format.pixel == Pixel::u16) && format.lanes() * shape.pixels == 4;
    return pairs ? Choosing::pairs : Choosing::numbers;
}

std::string choose_type(Choosing how, const ImageFormat& format, const PassShape& shape) {
    if (how == Choosing::samples) return piece_type(format, shape);
    return how == Choosing::numbers ? "V" : "uint2";
}

std::vector<KernelSource::Macro> choose_macros(Choosing how, const ImageFormat& format,
                                               const PassShape& shape) {
    const auto macros = [&](const std::string& least, const std::string& greatest, const std::string& middle,
                            const std::string& other, const std::string& third, const std::string& keep) {
        return std::vector<KernelSource::Macro>{{"S", choose_type(how, format, shape)},
                                                {"S_IS_V", how == Choosing::numbers ? "1" : "0"},
                                                {"LEAST", least},
                                                {"GREATEST", greatest},
                                                {"MIDDLE(a, b, c)", middle},
                                                {"OTHER(a, b, lesser)", other},
                                                {"THIRD(a, b, c, least, greatest)", third},
                                                {"KEEP_ALPHA(own, v)", keep}};
    };
    if (how == Choosing::pairs || how == Choosing::greens)
        return macros("pairs_min", "pairs_max", "pairs_middle(a, b, c)", "pairs_other(a, b, lesser)",
                      "pairs_third(a, b, c, least, greatest)",
                      how == Choosing::greens ? "(v)" : "pairs_keep_alpha(own, v)");
    const std::string min = how == Choosing::numbers ? "fmin" : "min",
                      max = how == Choosing::numbers ? "fmax" : "max",
                      middle = cat(max, "(", min, "(a, b), ", min, "(", max, "(a, b), c))");
    return macros(min, max, middle, cat(max, "(a, b)"), middle, kept_alpha(how, format, shape));
}

std::string kept_alpha(Choosing how, const ImageFormat& format, const PassShape& shape) {
    return cat("(", choose_mask(how, "ALPHA_LANES", format, shape), " ? (own) : (v))");
}

std::string choose_mask(Choosing how, const std::string& mask, const ImageFormat& format,
                        const PassShape& shape) {
    if (how == Choosing::numbers) return cat("(", mask, ")");
    if (how == Choosing::pairs || how == Choosing::greens) return cat("FIRST(", mask, ")");
    if (format.lanes() * shape.pixels == 1) return cat("(", mask, ")");
    constexpr std::array<const char*, 5> types{"", "char", "short", "", "int"};  // by bytes
    return cat("convert_", types[bytes(format.pixel)], format.lanes() * shape.pixels, "(", mask, ")");
}

std::string pairs_of_each(const std::string& name, const PlannedImage& image,
                          const std::function<std::string(int)>& place) {
    const bool bytes = image.format.pixel == Pixel::u8;
    if (image.format.lanes() == 4) {
        const std::string words = cat(name, "_WORDS(", place(0), ")");
        return bytes ? cat("pairs_of_u8(", words, ")") : words;
    }
    const auto pair = [&](int low, int high) {
        return cat("(", name, "_PIXEL(", place(low), ") | (uint)", name, "_PIXEL(", place(high), ") << 16)");
    };
    return cat("(uint2)(", pair(0, bytes ? 2 : 1), ", ", pair(bytes ? 1 : 2, 3), bytes ? " << 8)" : ")");
}

std::string pairs_of_piece(const ImageFormat& format) {
    return format.pixel == Pixel::u8 ? "pairs_of_u8(as_uint(raw))" : "as_uint2(raw)";
}

std::string pixel_text(const std::array<double, 4>& lanes) {
    std::string text;
    for (const double lane : lanes) text += cat(text.empty() ? "" : ", ", "(REAL)", number_text(lane));
    return cat("CHANNELS(", text, ")");
}

std::string chosen_constant(Choosing how, std::array<double, 4> lanes, const ImageFormat& format,
                            const PassShape& shape) {
    if (!is_integer(format.pixel)) return rounded(pixel_text(lanes), format, shape, false);
    for (double& lane : lanes)
        lane = std::clamp(std::nearbyint(lane), lowest(format.pixel), highest(format.pixel));
    if (how == Choosing::numbers) return pixel_text(lanes);
    if (how == Choosing::samples)
        return cat("convert_", piece_type(format, shape), "(", pixel_text(lanes), ")");
    // As words: NVIDIA's compiler leaves conversions of constants to the GPU.
    const auto word = [&](std::size_t first, std::size_t count, unsigned bits) {
        std::uint32_t all = 0;
        for (std::size_t i = count; i-- > 0;)
            all = all << bits | static_cast<std::uint32_t>(lanes[first + i]);
        return cat(all, "u");
    };
    if (how == Choosing::greens) return word(0, 4, 8);
    if (format.pixel == Pixel::u8) return cat("pairs_of_u8(", word(0, 4, 8), ")");
    return cat("(uint2)(", word(0, 2, 16), ", ", word(2, 2, 16), ")");
}

std::string chosen_piece(Choosing how, const ImageFormat& format, const std::string& chosen,
                         const std::string& own) {
    if (how == Choosing::greens)
        return cat("as_uchar4(greens_to_u8(", chosen, ", k < GREENS_APART, ", own, "))");
    if (how != Choosing::pairs) return chosen;
    return format.pixel == Pixel::u8 ? cat("as_uchar4(pairs_to_u8(", chosen, "))")
                                     : cat("as_ushort4(", chosen, ")");
}

}  // namespace sluice
