#include "pipeline/plan/histogram_code.hpp"

#include "pipeline/plan/numbers.hpp"
#include "pipeline/plan/text.hpp"

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
        const std::string whole = bytes(pixel) > 2 ? "ulong" : "uint";  // whose product with the bins fits
        bin = width == bins ? cat("(int)", from_low)
                            : cat("(int)((", whole, ")", from_low, " * ", code.reduction.bins, " / (", whole,
                                  ")", number_text(width), ")");
    }
    return cat("int ", code.name, "_bin(REAL v) {\n    if (!(v >= (REAL)", number_text(low),
               " && v <= (REAL)", number_text(high), ")) return -1;\n    return min(", bin, ", ",
               code.reduction.bins - 1, ");\n}\n");
}

std::string take_function(const ReduceCode& code, BinsIn where) {
    const std::string& r = code.name;
    const auto lanes = channel_lanes(code);
    std::string text = cat("void ", r, "_bins_take(", where == BinsIn::local ? "__local" : "__global",
                           " uint *copy, V v, VI counted) {\n    for (int p = 0; p < PIXELS; ++p) {\n");
    for (std::size_t c = 0; c < lanes.size(); ++c)
        for (const int lane : lanes[c]) {
            const std::string at = cat("p * LANES + ", lane);
            const std::string place = cat("copy[", c * code.reduction.bins, " + bin]");
            text += cat("        if (LANE(INT, counted, ", at, ")) {\n            const int bin = ", r,
                        "_bin(LANE(REAL, v, ", at, "));\n            if (bin >= 0) ",
                        where == BinsIn::own_copy ? cat("++", place) : cat("atomic_inc(&", place, ")"),
                        ";\n        }\n");
        }
    return text + "    }\n}\n";
}

std::size_t all_bins(const ReduceCode& code) { return code.layout.channels.size() * code.reduction.bins; }

}  // namespace

std::size_t bins_bytes(const ReduceCode& code) { return 4 * all_bins(code); }

BinsIn place_bins(const ReduceCode& code, const PassShape& shape, const DeviceFacts& device) {
    if (shape.alone) return BinsIn::own_copy;
    return 2 * bins_bytes(code) <= device.local_bytes ? BinsIn::local : BinsIn::global;
}

std::string bins_declarations(const ReduceCode& code, BinsIn where) {
    const std::string& r = code.name;
    const std::size_t all = all_bins(code);
    return cat(bin_function(code), take_function(code, where),
               "// One work-item for each row, channel and bin: adds the copies up and leaves them zero.\n"
               "__kernel void ",
               r,
               "_bins_finish(__global uint *bins, const uint copies, const uint count, TABLE table) {\n"
               "    const uint at = get_global_id(0);\n"
               "    if (at >= count) return;\n"
               "    ulong sum = 0;\n"
               "    for (uint copy = 0; copy < copies; ++copy) {\n"
               "        __global uint *bin = bins + ((size_t)(at / ",
               all, ") * copies + copy) * ", all, " + at % ", all,
               ";\n"
               "        sum += *bin;\n"
               "        *bin = 0;\n"
               "    }\n"
               "    (&",
               r, code.reduction.bins > 1 ? "_table_histogram(0, 0, 0)" : "_table_histogram(0, 0)",
               ")[at] = sum;\n}\n");
}

std::string bins_before(const ReduceCode& code, BinsIn where) {
    const std::string& r = code.name;
    const std::size_t all = all_bins(code);
    if (where != BinsIn::local)
        return cat("    __global uint *", r, "_copy = ", r, "_bins + (size_t)",
                   where == BinsIn::own_copy ? "get_group_id(0)" : "layer", " * ", all, ";\n");
    return cat("    __local uint ", r, "_copy[", all, "];\n    for (uint i = get_local_id(0); i < ", all,
               "; i += GROUP) ", r, "_copy[i] = 0;\n    barrier(CLK_LOCAL_MEM_FENCE);\n");
}

std::string bins_after(const ReduceCode& code, BinsIn where) {
    if (where != BinsIn::local) return "";
    const std::string& r = code.name;
    const std::size_t all = all_bins(code);
    return cat("    barrier(CLK_LOCAL_MEM_FENCE);\n    for (uint i = get_local_id(0); i < ", all,
               "; i += GROUP)\n        if (", r, "_copy[i] != 0) atomic_add(", r, "_bins + (size_t)layer * ",
               all, " + i, ", r, "_copy[i]);\n");
}

}  // namespace sluice
