#include "pipeline/plan/code/histogram_code.hpp"

#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

// The bin of a value, or -1. Integers exactly; floats as near as REAL is.
std::string bin_function(const ReduceCode& code) {
    const Pixel pixel = code.format.pixel;
    const auto& range = code.reduction.range;
    const bool integer = is_integer(pixel), levels = integer && (!code.luma() || !range);
    const double low = range ? (*range)[0] : integer ? lowest(pixel) : 0;
    const double high = range ? (*range)[1] : integer ? highest(pixel) : code.format.white_value();
    const double width = levels ? high - low + 1 : high - low;
    const auto bins = static_cast<double>(code.reduction.bins);
    const std::string from_low = cat("(v - (REAL)", number_text(low), ")");
    std::string bin =
        cat("(int)(", from_low, " * (REAL)", number_text(bins), " / (REAL)", number_text(width), ")");
    if (integer && !code.luma()) {
        const double most = std::min(highest(pixel), high) - low;
        const std::string whole = std::max(most * bins, width) < 4294967296.0 ? "uint" : "ulong";
        bin = width == bins ? cat("(int)", from_low)
                            : cat("(int)((", whole, ")", from_low, " * ", code.reduction.bins, " / (", whole,
                                  ")", number_text(width), ")");
    }
    return cat("int ", code.name, "_bin(REAL v) {\n    if (!(v >= (REAL)", number_text(low),
               " && v <= (REAL)", number_text(high), ")) return -1;\n    return min(", bin, ", ",
               code.reduction.bins - 1, ");\n}\n");
}

// A key fits an uint up to 32 bits.
std::string key_type(const ReduceCode& code) {
    const Pixel pixel = counted_pixel(code.reduction, code.format);
    return pixel == Pixel::f64 ? "ulong" : "uint";
}

// The key of a value; floats have one if they are finite.
std::string key_function(const ReduceCode& code) {
    const Pixel pixel = counted_pixel(code.reduction, code.format);
    const std::string& r = code.name;
    if (is_integer(pixel))
        return cat("uint ", r, "_key(REAL v) { return (uint)(v - (REAL)", number_text(lowest(pixel)),
                   "); }\n");
    const bool wide = pixel == Pixel::f64;
    return cat(key_type(code), " ", r, "_key(REAL v) {\n    const ",
               wide ? "ulong bits = as_ulong((double)v)" : "uint bits = as_uint((float)v)",
               ";\n    return bits >> ", wide ? 63 : 31, " ? ~bits : bits | (",
               wide ? "1ul << 63" : "1u << 31", ");\n}\n");
}

// Counts a lane's digit: in one set of bins, or in that of each prefix which its key has.
std::string take_digit(const ReduceCode& code, std::size_t channel, const std::string& at, bool alone) {
    const Digit& digit = *code.reduction.digit;
    const std::string& r = code.name;
    const std::size_t levels = std::size_t{1} << digit.bits, first = channel * code.reduction.bins;
    const bool real = !is_integer(counted_pixel(code.reduction, code.format));
    const auto bump = [&](std::size_t from) {
        const std::string place = cat("copy[", from, " + digit]");
        return alone ? cat("++", place, ";") : cat("atomic_inc(&", place, ");");
    };
    std::string text = cat(
        "        if (LANE(INT, counted, ", at, ")", real ? cat(" && isfinite(LANE(REAL, v, ", at, "))") : "",
        ") {\n            const ", key_type(code), " key = ", r, "_key(LANE(REAL, v, ", at,
        "));\n            const uint digit = (uint)(key >> ", digit.shift, ") & ", levels - 1, ";\n");
    if (digit.prefixes == 0) text += cat("            ", bump(first), "\n");
    for (std::size_t p = 0; p < digit.prefixes; ++p)
        text += cat("            if (key >> ", digit.shift + digit.bits, " == prefix[",
                    channel * digit.prefixes + p, "]) ", bump(first + p * levels), "\n");
    return text + "        }\n";
}

std::string take_function(const ReduceCode& code) {
    const std::string& r = code.name;
    const auto lanes = channel_lanes(code);
    const bool alone = code.bins_in == BinsIn::own_copy;
    std::string text =
        cat("void ", r, "_bins_take(", code.bins_in == BinsIn::local ? "__local" : "__global",
            " uint *copy, V v, VI counted", code.refined() ? cat(", const ", key_type(code), " *prefix") : "",
            ") {\n    for (int p = 0; p < PIXELS; ++p) {\n");
    for (std::size_t c = 0; c < lanes.size(); ++c)
        for (const int lane : lanes[c]) {
            const std::string at = cat("p * LANES + ", lane);
            if (code.reduction.digit) {
                text += take_digit(code, c, at, alone);
                continue;
            }
            const std::string place = cat("copy[", c * code.reduction.bins, " + bin]");
            text += cat("        if (LANE(INT, counted, ", at, ")) {\n            const int bin = ", r,
                        "_bin(LANE(REAL, v, ", at, "));\n            if (bin >= 0) ",
                        alone ? cat("++", place) : cat("atomic_inc(&", place, ")"), ";\n        }\n");
        }
    return text + "    }\n}\n";
}

}  // namespace

std::string bins_declarations(const ReduceCode& code) {
    return cat(code.reduction.digit ? key_function(code) : bin_function(code), take_function(code));
}

std::string bins_finish(const ReduceCode& code) {
    const std::string& r = code.name;
    const std::size_t all = code.all_bins();
    const std::string to_first =
        cat("    bins += (size_t)(at / ", all, ") * copies * ", all, " + at % ", all, ";\n");
    const std::string each = "    for (uint copy = 0; copy < copies; ++copy) ";
    const std::string one = cat("bins[copy * ", all, "]");
    const char* histogram = code.reduction.bins > 1 ? "_table_histogram(0, 0, 0)" : "_table_histogram(0, 0)";
    return cat(
        "// One bin of one row and channel: what its copies have, which become zero, into the Table.\n"
        "ulong ",
        r, "_bins_sum(__global volatile uint *bins, uint copies, uint at) {\n", to_first,
        "    ulong sum = 0;\n", each, "sum += ", one, ";\n    return sum;\n}\nvoid ", r,
        "_bins_put(__global volatile uint *bins, uint copies, uint at, ulong sum, TABLE table) {\n", to_first,
        each, one, " = 0;\n    (&", r, histogram, ")[at] = sum;\n}\n");
}

std::string bins_finish_in_pass(const ReduceCode& code, const std::string& table) {
    const std::string& r = code.name;
    const std::string at = cat("i + k * GROUP"), all = cat(code.all_bins()), copies = cat(code.bins_copies);
    return cat("        for (uint i = get_local_id(0); i < ", all,
               "; i += 4 * GROUP) {  // four reads on their way at once\n"
               "            ulong sum[4];\n            #pragma unroll\n"
               "            for (uint k = 0; k < 4; ++k) sum[k] = ",
               r, "_bins_sum(", r, "_bins, ", copies, ", row * ", all, " + min(", at, ", ", all,
               "u - 1));\n            #pragma unroll\n            for (uint k = 0; k < 4; ++k)\n"
               "                if (",
               at, " < ", all, ") ", r, "_bins_put(", r, "_bins, ", copies, ", row * ", all, " + ", at,
               ", sum[k], (TABLE)", table, ");\n        }\n");
}

std::string bins_before(const ReduceCode& code) {
    const std::string& r = code.name;
    const std::size_t all = code.all_bins();
    if (code.bins_in != BinsIn::local)
        return cat("    __global uint *", r, "_copy = ", r, "_bins + (size_t)",
                   code.bins_in == BinsIn::own_copy ? "get_group_id(0)" : "row", " * ", all, ";\n");
    return cat("    __local uint ", r, "_copy[", all, "];\n    for (uint i = get_local_id(0); i < ", all,
               "; i += GROUP) ", r, "_copy[i] = 0;\n    barrier(CLK_LOCAL_MEM_FENCE);\n");
}

std::string bins_prefixes(const ReduceCode& code, const std::string& table, std::size_t rows) {
    const std::string& r = code.name;
    const std::size_t channels = code.layout.channels.size(), prefixes = code.reduction.digit->prefixes;
    std::string text = cat("    ", key_type(code), " ", r, "_prefix[", channels * prefixes, "];\n");
    for (std::size_t c = 0; c < channels; ++c)
        for (std::size_t p = 0; p < prefixes; ++p)
            text +=
                cat("    ", r, "_prefix[", c * prefixes + p, "] = (", key_type(code), ")", table, "_prefix(",
                    rows > 1 ? "row" : "0", ", ", c, prefixes > 1 ? cat(", ", p) : std::string(), ");\n");
    return text;
}

std::string bins_after(const ReduceCode& code) {
    if (code.bins_in != BinsIn::local) return "";
    const std::string& r = code.name;
    const std::size_t all = code.all_bins();
    return cat("    barrier(CLK_LOCAL_MEM_FENCE);\n    for (uint i = get_local_id(0); i < ", all,
               "; i += GROUP)\n        if (", r, "_copy[i] != 0) atomic_add(", r, "_bins + (size_t)row * ",
               all, " + i, ", r, "_copy[i]);\n");
}

}  // namespace sluice
