#include "pipeline/plan/code/histogram_code.hpp"

#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

using Macros = std::vector<KernelSource::Macro>;

std::string real(double number) { return cat("(REAL)", number_text(number)); }

// Which values have a bin.
void add_range(Macros& macros, const ReduceCode& code) {
    const Pixel pixel = code.format.pixel;
    const auto& range = code.reduction.range;
    const bool integer = is_integer(pixel), levels = integer && (!code.luma() || !range);
    const double low = range ? (*range)[0] : integer ? lowest(pixel) : 0;
    const double high = range ? (*range)[1] : integer ? highest(pixel) : code.format.white_value();
    const double width = levels ? high - low + 1 : high - low;
    const auto bins = static_cast<double>(code.reduction.bins);
    const bool whole = integer && !code.luma();
    const double most = whole ? std::max((std::min(highest(pixel), high) - low) * bins, width) : 0;
    const char* by = !whole ? "REAL" : most < 4294967296.0 ? "uint" : "ulong";
    macros.insert(macros.end(), {{"BINS_LOW", real(low)},
                                 {"BINS_HIGH", real(high)},
                                 {"BINS_WIDTH", number_text(width)},
                                 {"BINS_BY", by},
                                 {"BINS_LEVELS", whole && width == bins ? "1" : "0"}});
}

// A key fits an uint up to 32 bits.
const char* key_type(const ReduceCode& code) {
    return counted_pixel(code.reduction, code.format) == Pixel::f64 ? "ulong" : "uint";
}

void add_digit(Macros& macros, const ReduceCode& code) {
    const Digit& digit = *code.reduction.digit;
    const Pixel pixel = counted_pixel(code.reduction, code.format);
    std::string counts = digit.prefixes == 0 ? "BINS_ADD(copy[channel * BINS + digit]);" : "";
    for (std::size_t p = 0; p < digit.prefixes; ++p) counts += cat("BINS_PREFIX(channel, ", p, ") ");
    const bool wide = pixel == Pixel::f64;
    macros.insert(macros.end(), {{"BINS_SHIFT", cat(digit.shift)},
                                 {"BINS_BITS", cat(digit.bits)},
                                 {"BINS_PREFIXES", cat(digit.prefixes)},
                                 {"BINS_DIGITS(channel)", counts},
                                 {"BINS_REAL", is_integer(pixel) ? "0" : "1"},
                                 {"BINS_LOW", is_integer(pixel) ? real(lowest(pixel)) : "0"},
                                 {"BINS_BITS_OF(v)", wide ? "as_ulong((double)v)" : "as_uint((float)v)"}});
}

// Levels as they lie in memory.
void add_words(Macros& macros, const ReduceCode& code) {
    const Pixel pixel = code.format.pixel;
    const bool byte = bytes(pixel) == 1;
    macros.insert(macros.end(), {{"BINS_BYTES", cat(bytes(pixel))},
                                 {"BINS_BIAS", !is_signed(pixel) ? "0"
                                               : byte            ? "0x80"
                                                                 : "0x8000"},
                                 {"BINS_STRIDE", cat(code.format.lanes())}});
}

std::string all_bins(const ReduceCode& code) { return cat(code.all_bins(), "u"); }

}  // namespace

void bins_declarations(KernelSource& source, const ReduceCode& code, bool by_last_group) {
    std::string each;
    const auto lanes = channel_lanes(code);
    for (std::size_t c = 0; c < lanes.size(); ++c)
        for (const int lane : lanes[c]) each += cat("BINS_COUNT(", c, ", ", lane, ") ");
    const bool local = code.bins_in == BinsIn::local, digit = code.reduction.digit.has_value();
    const char* first = code.reduction.bins > 1 ? "_table_histogram(0, 0, 0)" : "_table_histogram(0, 0)";
    Macros macros{{"BINS", cat(code.reduction.bins)},
                  {"BINS_ALL", all_bins(code)},
                  {"BINS_SPACE", local ? "__local" : "__global"},
                  {"BINS_ADD(bin)", code.bins_in == BinsIn::own_copy ? "++bin" : "atomic_inc(&bin)"},
                  {"BINS_LANES", each},
                  {"BINS_KEY", key_type(code)},
                  {"BINS_DIGIT", digit ? "1" : "0"},
                  {"BINS_KEYS",
                   code.bins_in == BinsIn::own_copy && counts_keys(code.reduction, code.format) ? "1" : "0"},
                  {"BINS_WORDS", code.counting == Counting::words ? "1" : "0"},
                  {"BINS_IN_LOCAL", local ? "1" : "0"},
                  {"BINS_FINISHES", by_last_group ? "1" : "0"},
                  {"BINS_TABLE", cat(code.name, first)},
                  {"BINS_WAYS", cat(code.bins_ways)}};
    if (code.counting == Counting::words) add_words(macros, code);
    if (digit)
        add_digit(macros, code);
    else if (code.counting != Counting::words)
        add_range(macros, code);
    source.instantiate("histogram.clh", code.name, macros);
}

std::string bins_finish(const ReduceCode& code, const std::string& table) {
    const std::string& r = code.name;
    return cat("        ", r, "_bins_finish(", r, "_bins, ", code.bins_copies, ", row, (TABLE)", table,
               ");\n");
}

std::string bins_before(const ReduceCode& code) {
    const std::string& r = code.name;
    if (code.bins_in == BinsIn::local)
        return cat("    __local uint ", r, "_copy[", code.all_bins(), "];\n    ", r, "_bins_clear(", r,
                   "_copy);\n");
    return cat("    __global uint *", r, "_copy = ", r, "_bins + (size_t)",
               code.bins_in == BinsIn::own_copy ? "get_group_id(0)" : "row", " * ",
               code.bins_ways * code.all_bins(), ";\n");
}

std::string bins_prefixes(const ReduceCode& code, const std::string& table, std::size_t rows) {
    const std::size_t channels = code.layout.channels.size(), prefixes = code.reduction.digit->prefixes;
    std::string each;
    for (std::size_t c = 0; c < channels; ++c)
        for (std::size_t p = 0; p < prefixes; ++p)
            each += cat(each.empty() ? "" : ", ", "(", key_type(code), ")", table, "_prefix(",
                        rows > 1 ? "row" : "0", ", ", c, prefixes > 1 ? cat(", ", p) : std::string(), ")");
    return cat("    const ", key_type(code), " ", code.name, "_prefix[] = {", each, "};\n");
}

std::string bins_after(const ReduceCode& code) {
    if (code.bins_in != BinsIn::local) return "";
    const std::string& r = code.name;
    return cat("    ", r, "_bins_hand_over(", r, "_copy, ", r, "_bins + (size_t)row * ", code.all_bins(),
               ");\n");
}

}  // namespace sluice
