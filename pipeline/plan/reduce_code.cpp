#include "pipeline/plan/reduce_code.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// Lanes of a pixel that make up each channel of the Table.
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

std::string members(const ReduceCode& code, std::string Quantity::*type) {
    std::string text;
    for (const Quantity& q : code.quantities) text += cat(" ", q.*type, " ", q.name, ";");
    return text;
}

std::string lines(const ReduceCode& code, std::string Quantity::*statement) {
    std::string text;
    for (const Quantity& q : code.quantities) text += cat("    ", q.*statement, "\n");
    return text;
}

}  // namespace

std::size_t ReduceCode::partial_bytes() const {
    std::size_t bytes = 0;
    for (const Quantity& q : quantities) bytes += q.bytes();
    return bytes * layout.channels.size();
}

std::string reduce_declarations(const ReduceCode& code, const PassShape& shape) {
    const std::string& r = code.name;
    const bool integer = is_integer(counted_pixel(code.reduction, code.format));
    std::string text = cat("\n// ", r, ": statistics of ", sluice::name(code.format.pixel), " x",
                           code.format.channels, "\n");
    text += cat("typedef struct {", members(code, &Quantity::lanes_type), " } ", r,
                "_lanes;  // of a work-item\n");
    text +=
        cat("typedef struct {", members(code, &Quantity::type_name), " } ", r, "_one;  // of a channel\n");

    std::string starts, start_ones;
    for (const Quantity& q : code.quantities) {
        starts += cat(starts.empty() ? "" : ", ", q.lanes_start);
        start_ones += cat(start_ones.empty() ? "" : ", ", q.start);
    }
    text += cat("void ", r, "_step(", r, "_lanes *a, V v, VI counted) {\n    const ",
                integer ? "VI x = CONVERT(INT, v);\n    const VI valid = counted;\n"
                        : "V x = v;\n    const VI valid = counted & isfinite(x);\n",
                lines(code, &Quantity::step), "}\n");
    text += cat("void ", r, "_fold(", r, "_one *a, const ", r, "_lanes *lanes, int lane) {\n",
                lines(code, &Quantity::fold), "}\n");
    text += cat("void ", r, "_merge(", r, "_one *a, const ", r, "_one *b) {\n", lines(code, &Quantity::merge),
                "}\n");
    text += cat("#define ", r, "_LANES_START {", starts, "}\n#define ", r, "_START {", start_ones, "}\n");

    if (shape.local == 1) return text;
    text += cat("// All items of a group into one; every item must call it.\n", r, "_one ", r, "_group(", r,
                "_one mine, __local ", r,
                "_one *scratch) {\n"
                "    const uint item = get_local_id(0);\n"
                "    barrier(CLK_LOCAL_MEM_FENCE);  // the scratch may still be read from the call before\n"
                "    scratch[item] = mine;\n"
                "    for (uint n = GROUP; n > 1; n = (n + 1) / 2) {\n"
                "        const uint half_n = (n + 1) / 2;\n"
                "        barrier(CLK_LOCAL_MEM_FENCE);\n"
                "        if (item + half_n < n) {\n"
                "            const ",
                r,
                "_one other = scratch[item + half_n];\n"
                "            ",
                r,
                "_merge(&mine, &other);\n"
                "            scratch[item] = mine;\n"
                "        }\n"
                "    }\n"
                "    return mine;  // that of item 0 is the group's\n"
                "}\n");
    return text;
}

std::string reduce_step(const ReduceCode& code, const std::string& v, const std::string& mask) {
    const std::string& r = code.name;
    std::string also;
    if (!mask.empty()) also += cat(" & (", mask, ")");
    if (code.reduction.alpha == AlphaRule::visible && code.format.has_alpha())
        also += cat(" & (ALPHA(", v, ") != 0)");
    const std::string value = code.luma() ? cat("channels_luma(", v, ")") : v;
    const std::string piece = "x + k * PIXELS";
    const auto step = [&](const std::string& counted) {
        return cat(r, "_step(&", r, "_acc, ", value, ", ", counted, also, ");\n");
    };
    if (!code.reduction.region)
        return cat("            if (x + UNIT <= width) ", step("(VI)(-1)"), "            else ",
                   step(cat("INSIDE(", piece, ", 0, width)")));
    return cat("            if (y >= ", r, "_top && y < ", r, "_bottom) ",
               step(cat("INSIDE(", piece, ", ", r, "_left, ", r, "_right)")));
}

std::string reduce_epilogue(const ReduceCode& code) {
    const std::string& r = code.name;
    std::string text;
    const auto lanes = channel_lanes(code);
    for (std::size_t c = 0; c < lanes.size(); ++c) {
        text += cat("    {  // ", code.layout.channels[c], "\n        ", r, "_one one = ", r,
                    "_START;\n        for (int p = 0; p < PIXELS; ++p) {\n");
        for (const int lane : lanes[c])
            text += cat("            ", r, "_fold(&one, &", r, "_acc, p * LANES + ", lane, ");\n");
        text += cat("        }\n#if GROUP > 1\n        one = ", r, "_group(one, ", r,
                    "_scratch);\n#endif\n        if (get_local_id(0) == 0) ", r,
                    "_partials[get_group_id(0) * ", lanes.size(), " + ", c, "] = one;\n    }\n");
    }
    return text;
}

std::string finish_kernel(const ReduceCode& code) {
    const std::string& r = code.name;
    const std::size_t channels = code.layout.channels.size();
    std::string text = cat("\n", table_accessors(code.layout, cat(r, "_table"), "table"));
    text += cat("__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid ", r,
                "_finish(__global const ", r,
                "_one *partials, const uint groups, TABLE table) {\n"
                "    const uint channel = get_group_id(0);\n    ",
                r, "_one a = ", r,
                "_START;\n"
                "    for (uint g = get_local_id(0); g < groups; g += GROUP) {\n"
                "        const ",
                r, "_one b = partials[g * ", channels, " + channel];\n        ", r,
                "_merge(&a, &b);\n    }\n"
                "#if GROUP > 1\n    __local ",
                r, "_one scratch[GROUP];\n    a = ", r,
                "_group(a, scratch);\n#endif\n"
                "    if (get_local_id(0) != 0) return;\n");
    for (const Quantity& q : code.quantities)
        text += cat("    ", r, "_table_", q.name, "(0, channel) = ", q.stored, ";\n");
    return text + "}\n";
}

}  // namespace sluice
