#include "pipeline/plan/statistics.hpp"

#include <algorithm>

namespace sluice {
namespace {

// Counts lanes for which `condition` holds.
Quantity counter(const std::string& name, const std::string& condition) {
    return {name,
            FieldType::u64,
            "VI",
            "(VI)(0)",
            "a->" + name + " += " + condition + " & 1;",
            "ulong",
            "0",
            "a->" + name + " += LANE(INT, lanes->" + name + ", lane);",
            "a->" + name + " += b->" + name + ";",
            "a." + name};
}

Quantity integer_extreme(const std::string& name, const std::string& worst) {
    return {name,
            FieldType::i64,
            "VI",
            "(VI)(" + worst + ")",
            "a->" + name + " = " + name + "(a->" + name + ", valid ? x : (VI)(" + worst + "));",
            "long",
            worst,
            "a->" + name + " = " + name + "(a->" + name + ", (long)LANE(INT, lanes->" + name + ", lane));",
            "a->" + name + " = " + name + "(a->" + name + ", b->" + name + ");",
            "a." + name};
}

Quantity real_extreme(const std::string& name, const std::string& worst, FieldType type) {
    return {name,
            type,
            "V",
            "(V)(" + worst + ")",
            "a->" + name + " = " + name + "(a->" + name + ", valid ? x : (V)(" + worst + "));",
            "REAL",
            worst,
            "a->" + name + " = " + name + "(a->" + name + ", LANE(REAL, lanes->" + name + ", lane));",
            "a->" + name + " = " + name + "(a->" + name + ", b->" + name + ");",
            "a." + name};
}

Quantity integer_sum() {
    return {"sum",
            FieldType::i64,
            "VL",
            "(VL)(0)",
            "a->sum += CONVERT(long, valid ? x : (VI)(0));",
            "long",
            "0",
            "a->sum += LANE(long, lanes->sum, lane);",
            "a->sum += b->sum;",
            "a.sum"};
}

const std::string masked_square =
    "const VL kept = CONVERT(long, valid ? x : (VI)(0)); const VUL square = CONVERT(ulong, kept * kept); ";

// 64 bits hold the squares of 2^48 8-bit values; those of 16 bit need 128 once images of 2^32 pixels
// are merged, those of 32 bit after four values.
Quantity integer_sum_sq(Pixel pixel) {
    Quantity q{"sum_sq",
               FieldType::u64,
               "VUL",
               "(VUL)(0)",
               "{ " + masked_square + "a->sum_sq += square; }",
               "ulong",
               "0",
               "a->sum_sq += LANE(ulong, lanes->sum_sq, lane);",
               "a->sum_sq += b->sum_sq;",
               "a.sum_sq"};
    if (bytes(pixel) == 1) return q;
    q.type = FieldType::u128;
    q.type_name = "wide_u128";
    q.start = "{0, 0}";
    q.fold = "wide_u128_add(&a->sum_sq, LANE(ulong, lanes->sum_sq, lane), 0);";
    q.merge = "wide_u128_add(&a->sum_sq, b->sum_sq.low, b->sum_sq.high);";
    q.stored = "(ulong2)(a.sum_sq.low, a.sum_sq.high)";
    if (bytes(pixel) == 2) return q;
    q.lanes_type = "lanes_u128";
    q.lanes_start = "{(VUL)(0), (VUL)(0)}";
    q.step = "{ " + masked_square + "lanes_u128_add(&a->sum_sq, square); }";
    q.fold =
        "wide_u128_add(&a->sum_sq, LANE(ulong, lanes->sum_sq.low, lane), LANE(ulong, lanes->sum_sq.high, "
        "lane));";
    return q;
}

Quantity real_sum(const std::string& name, const std::string& add, bool fp64) {
    return {name,
            FieldType::f64,
            "lanes_sum",
            "{(VW)(0), (VW)(0)}",
            add + "(&a->" + name + ", CONVERT(WIDE, valid ? x : (V)(0)));",
            "wide_sum",
            "{0, 0}",
            "wide_sum_add(&a->" + name + ", LANE(WIDE, lanes->" + name + ".high, lane), LANE(WIDE, lanes->" +
                name + ".low, lane));",
            "wide_sum_add(&a->" + name + ", b->" + name + ".high, b->" + name + ".low);",
            fp64 ? "a." + name + ".high + a." + name + ".low"
                 : "(float2)(a." + name + ".high, a." + name + ".low)"};
}

}  // namespace

std::size_t Quantity::bytes() const { return type_name.rfind("wide_", 0) == 0 ? 16 : 8; }

std::vector<Quantity> quantities(Pixel pixel, bool fp64) {
    if (is_integer(pixel))
        return {counter("count", "valid"),
                integer_extreme("min", "INT_TOP"),
                integer_extreme("max", "INT_BOTTOM"),
                integer_sum(),
                integer_sum_sq(pixel),
                counter("nonzero", "valid & (x != 0)")};
    const FieldType own = pixel == Pixel::f64 ? FieldType::f64 : FieldType::f32;
    return {counter("count", "valid"),
            real_extreme("min", "INFINITY", own),
            real_extreme("max", "-INFINITY", own),
            real_sum("sum", "lanes_sum_add", fp64),
            real_sum("sum_sq", "lanes_sum_add_square", fp64),
            counter("nonzero", "valid & (x != 0)"),
            counter("nan", "counted & isnan(x)"),
            counter("inf", "counted & isinf(x)")};
}

Pixel counted_pixel(const Reduction& reduction, const ImageFormat& format) {
    if (reduction.group != Group::luma || format.colors() != 3 || !is_integer(format.pixel))
        return format.pixel;
    return format.pixel == Pixel::i32 ? Pixel::f64 : Pixel::f32;
}

TableLayout statistics_layout(const Reduction& reduction, const ImageFormat& format, bool fp64) {
    TableLayout layout;
    const bool alpha = reduction.alpha == AlphaRule::include || reduction.alpha == AlphaRule::report;
    const bool luma = reduction.group == Group::luma && format.colors() == 3;
    if (reduction.group == Group::joint || luma) {
        layout.channels = {luma ? "luma" : "joint"};
        if (reduction.alpha == AlphaRule::report && format.has_alpha()) layout.channels.emplace_back("A");
    } else {
        layout.channels = format.channel_names(!alpha);
    }
    for (const Quantity& q : quantities(counted_pixel(reduction, format), fp64))
        layout.fields.push_back({q.name, q.type, true, 1});
    return layout;
}

std::vector<std::string> fields_for(const std::vector<std::string>& asked) {
    std::vector<std::string> fields;
    const auto need = [&](const std::string& field) {
        if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
    };
    for (const std::string& name : asked) {
        if (name == "mean" || name == "variance" || name == "std") {
            need("count");
            need("sum");
            if (name != "mean") need("sum_sq");
        } else {
            need(name);
        }
    }
    return fields;
}

}  // namespace sluice
