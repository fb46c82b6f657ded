#include "pipeline/plan/primitives/statistics.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// Of the names of words.clh, those for this kind of pixels.
struct WordCode {
    bool byte;
    bool grey;  // pixels of one lane
    long bias;  // added to signed values, which makes them unsigned and keeps their order

    explicit WordCode(const ImageFormat& format)
        : byte(bytes(format.pixel) == 1),
          grey(format.lanes() == 1),
          bias(!is_signed(format.pixel) ? 0
               : byte                   ? 128
                                        : 32768) {}

    std::string own() const { return byte ? "words_bytes" : "words_halves"; }
    std::string of_pixels() const { return byte ? grey ? "words_bytes1" : "words_bytes4" : own(); }
    std::string found(const std::string& what, const std::string& v) const {
        return cat(byte ? "WORDS_BYTE_" : "WORDS_HALF_", what, "(", v, ", lane)");
    }
    // Every lane of a pixel counts all pixels: the first pixel's lanes stand for the others.
    std::string pixels(const std::string& times) const {
        return cat("(lane < lanes_of_pixel ? ", times, "(long)lanes->pixels : 0)");
    }

    LaneCode extreme(const std::string& name, const std::string& v) const {
        const std::string a = cat("a->", name), worst = name == "min" ? "(WORDS)(0xffffffff)" : "(WORDS)(0)";
        return {byte ? "words_extremes" : "WORDS", byte ? cat("WORDS_EXTREMES(", worst, ")") : worst,
                byte ? cat("words_bytes_", name, "(&", a, ", ", v, ");")
                     : cat(a, " = words_", name, "(", a, ", ", v, ");"),
                "",
                cat(a, " = ", name, "(", a, ", (INT)", found("EXTREME", cat("lanes->", name)), " - ", bias,
                    ");")};
    }
    LaneCode sum(const std::string& name, const std::string& v) const {
        return {cat(own(), "_sum"), "{}", cat(of_pixels(), "_sum_add(&a->", name, ", ", v, ");"),
                cat(own(), "_sum_flush(&a->", name, ");"),
                cat("a->", name, " += ", found("SUM", cat("lanes->", name)), ";")};
    }
    LaneCode values() const {
        LaneCode code = sum("sum", "v");
        if (bias != 0) code.fold += cat(" a->sum -= ", pixels(cat(bias, " * ")), ";");
        return code;
    }
    LaneCode squares() const {
        const std::string v = bias == 0 ? "v" : cat(own(), "_magnitude(plain)");
        const std::string add = cat(of_pixels(), "_squares_add(&a->sum_sq, ", v, ");");
        if (byte)
            return {"words_bytes_squares", "{}", add, "words_bytes_squares_flush(&a->sum_sq);",
                    cat("a->sum_sq += ", found("SUM", "lanes->sum_sq"), ";")};
        return {"words_halves_wide", "{}", add, "",
                cat("wide_u128_add(&a->sum_sq, ", found("TOTAL", "lanes->sum_sq"), ", 0);")};
    }
};

}  // namespace

std::size_t flush_steps(Pixel pixel, bool dot_bytes) {
    // 2^16 - 1 hold 257 bytes; 2^32 - 1 hold 8256 times the squares of 8 bytes, or 65537 16-bit values.
    return bytes(pixel) == 2 ? 65536 : dot_bytes ? 8192 : 256;
}

void count_in_words(std::vector<Quantity>& quantities, const ImageFormat& format) {
    const WordCode words(format);
    for (Quantity& q : quantities) {
        if (q.name == "count") q.lanes = {"", "", "", "", cat("a->count += ", words.pixels(""), ";")};
        if (q.name == "min") q.lanes = words.extreme("min", "top");
        if (q.name == "max") q.lanes = words.extreme("max", "v");
        if (q.name == "sum") q.lanes = words.values();
        if (q.name == "sum_sq") q.lanes = words.squares();
        if (q.name == "nonzero") q.lanes = words.sum("nonzero", cat(words.own(), "_nonzero(plain)"));
    }
}

}  // namespace sluice
