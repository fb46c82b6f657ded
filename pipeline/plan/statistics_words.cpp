#include "pipeline/plan/statistics.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// Of the names of words.clh, those for this pixel type.
struct Words {
    bool byte;
    long bias;  // added to signed values, which makes them unsigned and keeps their order

    explicit Words(Pixel pixel) : byte(bytes(pixel) == 1), bias(!is_signed(pixel) ? 0 : byte ? 128 : 32768) {}

    std::string own() const { return byte ? "words_bytes" : "words_halves"; }
    std::string one(const std::string& v) const {
        return cat(byte ? "WORDS_BYTE(" : "WORDS_HALF(", v, ", lane)");
    }
    std::string wide(const std::string& v) const {
        return cat(byte ? "WORDS_BYTE_WIDE(" : "WORDS_HALF_WIDE(", v, ", lane)");
    }
    // Every lane of a pixel counts all pixels: the first pixel's lanes stand for the others.
    std::string pixels(const std::string& times) const {
        return cat("(lane < lanes_of_pixel ? ", times, "(long)lanes->pixels : 0)");
    }
    std::string magnitude() const {
        if (bias == 0) return "v";
        return byte ? "words_bytes_magnitude(centred, 0x00800080)" : "words_magnitude(centred, 0x80008000)";
    }

    LaneCode extreme(const std::string& name, const std::string& v) const {
        const bool least = name == "min";
        const std::string a = cat("a->", name), worst = cat("(WORDS)(", least ? "0xffffffff" : "0", ")");
        return {byte ? "words_bytes" : "WORDS", byte ? cat("{", worst, ", ", worst, "}") : worst,
                byte ? cat("words_bytes_", name, "(&", a, ", ", v, ");")
                     : cat(a, " = words_", name, "(", a, ", ", v, ");"),
                "", cat(a, " = ", name, "(", a, ", (long)", one(cat("lanes->", name)), " - ", bias, ");")};
    }
    LaneCode sum() const {
        return {cat(own(), "_sum"), "{}", cat(own(), "_sum_add(&a->sum, v);"),
                cat(own(), "_sum_flush(&a->sum);"),
                cat("a->sum += (long)", wide("lanes->sum.wide"),
                    bias == 0 ? "" : cat(" - ", pixels(cat(bias, " * "))), ";")};
    }
    LaneCode squares() const {
        const std::string total = wide(byte ? "lanes->sum_sq.wide" : "lanes->sum_sq");
        return {byte ? "words_bytes_squares" : "words_halves_wide", "{}",
                cat(own(), "_squares_add(&a->sum_sq, ", magnitude(), ");"),
                byte ? "words_bytes_squares_flush(&a->sum_sq);" : "",
                byte ? cat("a->sum_sq += ", total, ";") : cat("wide_u128_add(&a->sum_sq, ", total, ", 0);")};
    }
    LaneCode nonzero() const {
        return {cat(own(), "_sum"), "{}",
                byte ? "words_bytes_nonzero_add(&a->nonzero, plain);"
                     : "words_halves_sum_add(&a->nonzero, words_nonzero(plain));",
                cat(own(), "_sum_flush(&a->nonzero);"),
                cat("a->nonzero += ", wide("lanes->nonzero.wide"), ";")};
    }
};

}  // namespace

std::size_t flush_steps(Pixel pixel) { return bytes(pixel) == 1 ? 256 : 65536; }

void count_in_words(std::vector<Quantity>& quantities, Pixel pixel) {
    const Words words(pixel);
    for (Quantity& q : quantities) {
        if (q.name == "count") q.lanes = {"", "", "", "", cat("a->count += ", words.pixels(""), ";")};
        if (q.name == "min") q.lanes = words.extreme("min", "top");
        if (q.name == "max") q.lanes = words.extreme("max", "v");
        if (q.name == "sum") q.lanes = words.sum();
        if (q.name == "sum_sq") q.lanes = words.squares();
        if (q.name == "nonzero") q.lanes = words.nonzero();
    }
}

}  // namespace sluice
