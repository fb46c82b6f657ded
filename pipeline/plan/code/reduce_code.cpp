#include "pipeline/plan/code/reduce_code.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

// Types, texts and widths that depend on what lanes count.
std::string lane_type(const ReduceCode& code) {
    return code.counting == Counting::words      ? "WORDS"
           : code.counting == Counting::integers ? "VECTOR(int)"
                                                 : "V";
}
std::string mask_type(const ReduceCode& code) {
    return code.counting == Counting::numbers ? "VI" : lane_type(code);
}
// Pixels in the lanes, and how many lanes each has.
std::string lane_pixels(const ReduceCode& code) {
    if (code.counting != Counting::words) return "PIXELS";
    return cat("4 * WORDS_N / ", static_cast<std::size_t>(code.format.lanes()) * bytes(code.format.pixel));
}
std::string pixel_lanes(const ReduceCode& code) {
    return code.counting == Counting::words ? std::to_string(code.format.lanes()) : "LANES";
}
// Channel `lane` of pixel p.
std::string lane_of(const ReduceCode& code, int lane) {
    if (code.counting != Counting::words) return cat("LANE_OF(p, ", lane, ")");
    return cat("p * ", code.format.lanes(), " + ", lane);
}

using LanePart = std::string LaneCode::*;

std::string lane_lines(const ReduceCode& code, LanePart part) {
    std::string text;
    for (const Quantity& q : code.quantities)
        if (!(q.lanes.*part).empty()) text += cat("    ", q.lanes.*part, "\n");
    return text;
}

std::string list(std::string text, const std::string& item) {
    return text.empty() ? item : cat(text, ", ", item);
}

// What is known of a channel, and how more becomes known. It is scalars: programs of any width agree on it.
std::string one_of_channel(const ReduceCode& code) {
    const std::string& r = code.name;
    std::string one, start, merge;
    for (const Quantity& q : code.quantities) {
        one += cat(" ", q.type_name, " ", q.name, ";");
        start = list(start, q.start);
        merge += cat("    ", q.merge, "\n");
    }
    return cat("typedef struct {", one, " } ", r, "_one;  // of a channel\n#define ", r, "_START {", start,
               "}\nvoid ", r, "_merge(", r, "_one *a, const ", r, "_one *b) {\n", merge, "}\n");
}

std::string types(const ReduceCode& code) {
    const std::string& r = code.name;
    const bool words = code.counting == Counting::words;
    std::string lanes = words ? " ulong pixels;" : "", start = words ? "0" : "";
    for (const Quantity& q : code.quantities) {
        if (q.lanes.type.empty()) continue;
        lanes += cat(" ", q.lanes.type, " ", q.name, ";");
        start = list(start, q.lanes.start);
    }
    return cat(one_of_channel(code), "typedef struct {", lanes, " } ", r, "_lanes;  // of a work-item\n",
               "typedef struct { ", r, "_one channel[", code.layout.channels.size(), "]; } ", r, "_all;\n",
               "#define ", r, "_LANES_START {", start, "}\n");
}

// The function that counts one more.
std::string step_function(const ReduceCode& code) {
    const std::string& r = code.name;
    const std::string lines = lane_lines(code, &LaneCode::step);
    const std::string here = code.places() ? ", VI here" : "", also_here = code.places() ? ", here" : "";
    if (code.counting == Counting::words) {
        const std::string biased = !is_signed(code.format.pixel)   ? "w"
                                   : bytes(code.format.pixel) == 1 ? "(w ^ 0x80808080)"
                                                                   : "(w ^ 0x80008000)";
        const std::string hidden = bytes(code.format.pixel) == 1 ? "words_bytes" : "words_halves";
        return cat("void ", r, "_step(", r, "_lanes *a, WORDS w, WORDS gone) {\n",
                   code.hides() ? cat("    gone |= ", hidden, "_hidden(w);\n") : "",
                   "    const WORDS plain = w & ~gone, v = ", biased, " & ~gone, top = ", biased,
                   " | gone;\n", lines, "}\n");
    }
    if (is_integer(counted_pixel(code.reduction, code.format)))
        return cat("void ", r, "_step(", r, "_lanes *a, ", lane_type(code), " v, ", mask_type(code),
                   " counted", here, ") {\n    const ", mask_type(code),
                   code.counting == Counting::integers ? " x = v;\n" : " x = CONVERT(INT, v);\n",
                   "    const ", mask_type(code), " valid = counted;\n", lines, "}\n");
    // Where all is finite, nothing has to be chosen, and what is not finite need not be counted.
    std::string finite_lines;
    for (const Quantity& q : code.quantities)
        if (!q.of_not_finite) finite_lines += cat("    ", q.lanes.step, "\n");
    return cat("void ", r, "_finite(", r, "_lanes *a, V x", here,
               ") {\n    const VI counted = (VI)(-1), valid = counted;\n", finite_lines, "}\n", "void ", r,
               "_any(", r, "_lanes *a, V x, VI counted, VI valid", here, ") {\n", lines, "}\n", "void ", r,
               "_step(", r, "_lanes *a, V v, VI counted", here,
               ") {\n    const VI valid = counted & isfinite(v);\n", "    if (ALL(valid)) ", r,
               "_finite(a, v", also_here, ");\n    else ", r, "_any(a, v, counted, valid", also_here,
               ");\n}\n");
}

// What is known of a channel, into its Table.
std::string store_function(const ReduceCode& code) {
    const std::string& r = code.name;
    std::string stored;
    for (const Quantity& q : code.quantities)
        stored += cat("    ", r, "_table_", q.name, "(row, channel) = ", q.stored, ";\n");
    return cat("void ", r, "_store(", r, "_one a, uint row, uint channel, TABLE table) {\n", stored, "}\n");
}

void instantiate(KernelSource& source, const ReduceCode& code, bool finds, bool finishes) {
    const std::string& r = code.name;
    source.instantiate("reduce.clh", r,
                       {{"REDUCE_ONE", cat(r, "_one")},
                        {"REDUCE_ALL", cat(r, "_all")},
                        {"REDUCE_START", cat(r, "_START")},
                        {"REDUCE_MERGE(a, b)", cat(r, "_merge(a, b)")},
                        {"REDUCE_STORE(a, row, channel, table)", cat(r, "_store(a, row, channel, table)")},
                        {"REDUCE_CHANNELS", cat(code.layout.channels.size())},
                        {"REDUCE_ROUND", cat(code.round)},
                        {"REDUCE_FINDS", finds ? "1" : "0"},
                        {"REDUCE_FINISHES", finishes ? "1" : "0"}});
}

}  // namespace

std::vector<std::vector<int>> channel_lanes(const ReduceCode& code) {
    const int colors = code.format.colors();
    std::vector<std::vector<int>> lanes;
    for (const std::string& channel : code.layout.channels) {
        if (channel == "A") {
            lanes.push_back({3});
        } else if (channel == "luma") {
            lanes.push_back({0});
        } else if (channel == "joint") {
            lanes.emplace_back();
            for (int c = 0; c < colors; ++c) lanes.back().push_back(c);
            if (code.reduction.alpha == AlphaRule::include && code.format.has_alpha())
                lanes.back().push_back(3);
        } else {
            lanes.push_back({static_cast<int>(lanes.size())});
        }
    }
    return lanes;
}

void reduce_declarations(KernelSource& source, const ReduceCode& code, bool by_last_group) {
    const std::string& r = code.name;
    const std::string flush = lane_lines(code, &LaneCode::flush);
    source.append(cat("\n// ", r, ": statistics of ", sluice::name(code.format.pixel), " x",
                      code.format.channels, ", counted as ", sluice::name(code.counting), "\n", types(code),
                      step_function(code),
                      flush.empty() ? "" : cat("void ", r, "_flush(", r, "_lanes *a) {\n", flush, "}\n"),
                      "void ", r, "_fold(", r, "_one *a, const ", r, "_lanes *lanes, int lane) {\n",
                      "    const int lanes_of_pixel = ", pixel_lanes(code), ";\n",
                      lane_lines(code, &LaneCode::fold), "}\n", by_last_group ? store_function(code) : ""));
    instantiate(source, code, true, by_last_group);
}

void finish_declarations(KernelSource& source, const ReduceCode& code) {
    source.append(cat("\n", one_of_channel(code), store_function(code)));
    instantiate(source, code, false, true);
}

std::string reduce_unit(const ReduceCode& code, const std::string& unit, Cut cut, const PassShape& shape) {
    const std::string& r = code.name;
    const std::size_t pixel = static_cast<std::size_t>(code.format.lanes()) * bytes(code.format.pixel);
    const std::string each = cat("            for (int k = 0; k < ",
                                 static_cast<std::size_t>(shape.unit) * pixel / 4, " / WORDS_N; ++k) ");
    const std::string words = cat(unit, ".words[k]"), prefix = code.refined() ? cat(r, "_prefix") : "0";
    // Pixels of the unit from number `from` to `to` - 1; `gone`: words that are not those.
    const auto some = [&](const std::string& from, const std::string& to, const std::string& gone) {
        const bool all = gone.empty();
        std::string text;
        if (!code.quantities.empty())
            text += cat(each, r, "_step(&", r, "_acc, ", words, ", ", all ? "(WORDS)(0)" : gone,
                        ");\n            ", r, "_acc.pixels += ", to, " - ", from, ";\n");
        if (code.reduction.bins == 0) return text;
        if (all) return cat(text, each, r, "_bins_take(", r, "_copy, ", words, ", ", prefix, ");\n");
        const std::string before = cat(" - k * 4 * WORDS_N / ", pixel);
        return cat(text, each, r, "_bins_take_some(", r, "_copy, ", words, ", (int)", from, before, ", (int)",
                   to, before, ", ", prefix, ");\n");
    };
    const auto gone = [&](const std::string& pixels) {
        return cat("words_gone((int)", pixels, " * ", pixel, " - k * 4 * WORDS_N)");
    };
    if (cut == Cut::whole) return some("0", "UNIT", "");
    if (!code.tiled) return some("0", "min((uint)UNIT, width - x)", gone("(width - x)"));
    const std::string from = cat(r, "_from"), to = cat(r, "_to");
    return cat("            const uint ", from, " = max(area_left, x) - x, ", to,
               " = min(area_right - x, (uint)UNIT);\n", some(from, to, cat(gone(to), " | ~", gone(from))));
}

std::string reduce_step(const ReduceCode& code, const std::string& v, const std::string& mask, Cut cut,
                        const PassShape& shape, bool finite) {
    const std::string& r = code.name;
    std::string also;
    if (!mask.empty()) also += cat(" & (", mask, ")");
    if (code.hides()) also += cat(" & (ALPHA(", v, ") != 0)");
    const std::string value = !code.luma()                ? v
                              : code.reduction.whole_luma ? cat("whole_luma(", v, ")")
                                                          : cat("channels_luma(", v, ")");
    const auto inside = [&](const std::string& left, const std::string& right) {
        const std::string test = cat("INSIDE(LANE_COLUMNS(k), ", left, ", ", right, ")");
        return code.counting == Counting::integers ? cat("CONVERT(int, ", test, ")") : test;
    };
    const std::string here = code.places() ? ", (VI)((first_row + y) * width) + LANE_COLUMNS(k)" : "";
    const auto step = [&](const std::string& counted) {
        std::string text;
        if (!code.quantities.empty())
            text += finite ? cat(r, "_finite(&", r, "_acc, ", value, here, "); ")
                           : cat(r, "_step(&", r, "_acc, ", value, ", ", counted, also, here, "); ");
        if (code.reduction.bins > 0)
            text += cat(r, "_bins_take(", r, "_copy, ", value, ", ", counted, also, ", ",
                        code.refined() ? cat(r, "_prefix") : "0", "); ");
        return cat("{ ", text, "}\n");
    };
    const std::string all = step(cat("(", mask_type(code), ")(-1)"));
    if (code.reduction.region)
        return cat("                if (first_row + y >= ", r, "_top && first_row + y < ", r, "_bottom) ",
                   step(inside(cat(r, "_left"), cat(r, "_right"))));
    if (cut == Cut::whole) return cat("                ", all);
    const char *left = code.tiled ? "area_left" : "0", *right = code.tiled ? "area_right" : "width";
    if (shape.pixels == 1)
        return cat("                if (", code.tiled ? "PIXEL_COLUMN(k) >= area_left && " : "",
                   "PIXEL_COLUMN(k) < ", right, ") ", all);
    return cat("                ", step(inside(left, right)));
}

std::string reduce_after_unit(const ReduceCode& code, const PassShape& shape) {
    if (!shape.alone || code.counting == Counting::words || lane_lines(code, &LaneCode::flush).empty())
        return "";
    return cat("            if (column % 8 == 7) ", code.name, "_flush(&", code.name, "_acc);\n");
}

std::string reduce_after_tile(const ReduceCode& code, const PassShape& shape) {
    if (lane_lines(code, &LaneCode::flush).empty()) return "";
    if (code.counting != Counting::words)
        return cat("        ", code.name, "_flush(&", code.name, "_acc);\n");
    const std::size_t unit_bytes =
        static_cast<std::size_t>(shape.unit * code.format.lanes()) * bytes(code.format.pixel);
    const std::size_t units = shape.alone ? shape.tile_width : static_cast<std::size_t>(shape.depth);
    const std::size_t steps = units * unit_bytes / 8;  // at most: words are two or more in a step
    const std::size_t tiles = std::max<std::size_t>(1, code.flush_steps / steps);
    const std::string flush = cat(code.name, "_flush(&", code.name, "_acc);\n");
    if (tiles == 1 || shape.alone) return cat("        ", flush);
    return cat("        if (++", code.name, "_tiles % ", tiles, " == 0) ", flush);
}

std::string reduce_epilogue(const ReduceCode& code, const PassShape& shape) {
    const std::string& r = code.name;
    std::string text;
    if (!lane_lines(code, &LaneCode::flush).empty()) text += cat("    ", r, "_flush(&", r, "_acc);\n");
    const auto lanes = channel_lanes(code);
    const std::size_t channels = lanes.size();
    text += cat("    ", r, "_all ", r, "_own;\n");
    for (std::size_t c = 0; c < channels; ++c)
        text +=
            cat("    { const ", r, "_one start = ", r, "_START; ", r, "_own.channel[", c, "] = start; }\n");
    const char* unroll = shape.alone ? "" : "    #pragma unroll\n";  // CPUs have their lanes in memory then
    text += cat(unroll, "    for (int p = 0; p < ", lane_pixels(code), "; ++p) {\n");
    for (std::size_t c = 0; c < channels; ++c)
        for (const int lane : lanes[c])
            text += cat("        ", r, "_fold(&", r, "_own.channel[", c, "], &", r, "_acc, ",
                        lane_of(code, lane), ");\n");
    text += "    }\n";
    return cat(text, "    ", r, "_keep_group(&", r, "_own, ", r,
               "_partials, row, group, layer_groups, first_row",
               shape.local > 1 ? cat(", ", r, "_scratch") : "", ");\n");
}

std::string reduce_finish(const ReduceCode& code, const std::string& table, const std::string& scratch) {
    const std::string& r = code.name;
    return cat("        ", r, "_finish_row(", r, "_partials, layer_groups, row, (TABLE)", table, ", ",
               scratch, ");\n");
}

}  // namespace sluice
