#include "pipeline/plan/primitives/statistics.hpp"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

// What lanes are vectors of: V and its masks, or 32-bit integers as they lie in memory.
struct Lanes {
    std::string mask, integer, top, bottom;  // vector of masks and integers, their scalar, its ends
};
const Lanes of_numbers{"VI", "INT", "INT_TOP", "INT_BOTTOM"};
const Lanes of_integers{"VECTOR(int)", "int", "INT_MAX", "INT_MIN"};

// Counts lanes for which `condition` holds.
Quantity counter(const Lanes& l, const std::string& name, const std::string& condition) {
    const std::string a = "a->" + name;
    return {name,
            FieldType::u64,
            {l.mask, "(" + l.mask + ")(0)", a + " += " + condition + " & 1;", "",
             a + " += LANE(" + l.integer + ", lanes->" + name + ", lane);"},
            "ulong",
            "0",
            a + " += b->" + name + ";",
            "a." + name};
}

Quantity integer_extreme(const Lanes& l, const std::string& name, const std::string& worst) {
    const std::string a = "a->" + name, start = "(" + l.mask + ")(" + worst + ")";
    return {name,
            FieldType::i64,
            {l.mask, start, a + " = " + name + "(" + a + ", valid ? x : " + start + ");", "",
             a + " = " + name + "(" + a + ", LANE(" + l.integer + ", lanes->" + name + ", lane));"},
            l.integer,
            worst,
            a + " = " + name + "(" + a + ", b->" + name + ");",
            "a." + name};
}

Quantity real_extreme(const std::string& name, const std::string& worst, FieldType type) {
    const std::string a = "a->" + name, start = "(V)(" + worst + ")";
    return {name,
            type,
            {"V", start, a + " = real_" + name + "(" + a + ", valid ? x : " + start + ");", "",
             a + " = " + name + "(" + a + ", LANE(REAL, lanes->" + name + ", lane));"},
            "REAL",
            worst,
            a + " = " + name + "(" + a + ", b->" + name + ");",
            "a." + name};
}

Quantity integer_sum(const Lanes& l) {
    return {"sum",
            FieldType::i64,
            {"VL", "(VL)(0)", "a->sum += CONVERT(long, valid ? x : (" + l.mask + ")(0));", "",
             "a->sum += LANE(long, lanes->sum, lane);"},
            "long",
            "0",
            "a->sum += b->sum;",
            "a.sum"};
}

// 64 bits hold the squares of 2^48 8-bit values; those of 16 bit need 128 once images of 2^32 pixels
// are merged, those of 32 bit after four values.
Quantity integer_sum_sq(const Lanes& l, Pixel pixel) {
    const std::string square = "{ const VL kept = CONVERT(long, valid ? x : (" + l.mask +
                               ")(0)); const VUL square = CONVERT(ulong, kept * kept); ";
    Quantity q{"sum_sq",
               FieldType::u64,
               {"VUL", "(VUL)(0)", square + "a->sum_sq += square; }", "",
                "a->sum_sq += LANE(ulong, lanes->sum_sq, lane);"},
               "ulong",
               "0",
               "a->sum_sq += b->sum_sq;",
               "a.sum_sq"};
    if (bytes(pixel) == 1) return q;
    q.type = FieldType::u128;
    q.type_name = "wide_u128";
    q.start = "{0, 0}";
    q.lanes.fold = "wide_u128_add(&a->sum_sq, LANE(ulong, lanes->sum_sq, lane), 0);";
    q.merge = "wide_u128_add(&a->sum_sq, b->sum_sq.low, b->sum_sq.high);";
    q.stored = "(ulong2)(a.sum_sq.low, a.sum_sq.high)";
    if (bytes(pixel) == 2) return q;
    q.lanes = {"lanes_u128", "{(VUL)(0), (VUL)(0)}", square + "lanes_u128_add(&a->sum_sq, square); }", "",
               "wide_u128_add(&a->sum_sq, LANE(ulong, lanes->sum_sq.low, lane), LANE(ulong, "
               "lanes->sum_sq.high, lane));"};
    return q;
}

Quantity real_sum(const std::string& name, const std::string& add, bool fp64) {
    const std::string a = "a->" + name, b = "b->" + name;
    return {name,
            fp64 ? FieldType::f64x2 : FieldType::f64,
            {"lanes_sum", "{(VW)(0), (VW)(0)}", add + "(&" + a + ", CONVERT(WIDE, valid ? x : (V)(0)));", "",
             "wide_sum_add(&" + a + ", LANE(WIDE, lanes->" + name + ".high, lane), LANE(WIDE, lanes->" +
                 name + ".low, lane));"},
            "wide_sum",
            "{0, 0}",
            "wide_sum_add(&" + a + ", " + b + ".high, " + b + ".low);",
            (fp64 ? "(double2)(a." : "(float2)(a.") + name + ".high, a." + name + ".low)"};
}

// Where the first minimum ("min_at") or maximum is.
Quantity place(const std::string& name, bool integer, bool least) {
    const std::string kind = integer ? "integer" : "real", a = "a->" + name;
    const std::string x = least ? "x" : integer ? "~x" : "-x";
    const std::string number = integer ? "long" : "REAL", worst = integer ? "LONG_MAX" : "INFINITY";
    const std::string lane = "lanes->" + name;
    return {name,
            FieldType::u64,
            {"lanes_" + kind + "_place",
             integer ? "{(VI)(INT_TOP), (VI)(INT_TOP)}" : "{(V)(INFINITY), (VI)(INT_TOP)}",
             "lanes_" + kind + "_place_take(&" + a + ", " + x + ", here, valid);", "",
             "{ const wide_" + kind + "_place one = {LANE(" + (integer ? "INT" : "REAL") + ", " + lane +
                 ".value, lane), (ulong)LANE(INT, " + lane + ".at, lane)}; wide_" + kind + "_place_take(&" +
                 a + ", one); }"},
            "wide_" + kind + "_place",
            "{" + worst + ", LONG_MAX}",
            "wide_" + kind + "_place_take(&" + a + ", b->" + name + ");",
            "a." + name + ".at"};
}

// The sum of a tile or of some units, 8 values of a lane that are much narrower than WIDE, may be added as it
// comes: its error is 2^-49 of their size. Its squares may not: a variance is a small difference of large
// sums.
void add_few_plainly(Quantity& sum) {
    sum.lanes.type = "lanes_real_sum";
    sum.lanes.start = "{(VW)(0), (VW)(0), (VW)(0)}";
    sum.lanes.step = "a->sum.few += CONVERT(WIDE, valid ? x : (V)(0));";
    sum.lanes.flush = "lanes_real_sum_flush(&a->sum);";
}

}  // namespace

std::size_t Quantity::bytes() const { return type_name.rfind("wide_", 0) == 0 ? 16 : 8; }

std::string_view name(Counting counting) {
    constexpr std::array<const char*, 3> names{"words", "integers", "numbers"};
    return names[static_cast<std::size_t>(counting)];
}

std::vector<Quantity> quantities(Pixel pixel, bool fp64, Counting counting) {
    if (is_integer(pixel)) {
        const Lanes& l = counting == Counting::integers ? of_integers : of_numbers;
        return {counter(l, "count", "valid"),
                integer_extreme(l, "min", l.top),
                integer_extreme(l, "max", l.bottom),
                integer_sum(l),
                integer_sum_sq(l, pixel),
                counter(l, "nonzero", "valid & (x != 0)"),
                place("min_at", true, true),
                place("max_at", true, false)};
    }
    const FieldType own = pixel == Pixel::f64 ? FieldType::f64 : FieldType::f32;
    std::vector<Quantity> all{counter(of_numbers, "count", "valid"),
                              real_extreme("min", "INFINITY", own),
                              real_extreme("max", "-INFINITY", own),
                              real_sum("sum", "lanes_sum_add", fp64),
                              real_sum("sum_sq", "lanes_sum_add_square", fp64),
                              counter(of_numbers, "nonzero", "valid & (x != 0)"),
                              counter(of_numbers, "nan", "counted & isnan(x)"),
                              counter(of_numbers, "inf", "counted & isinf(x)"),
                              place("min_at", false, true),
                              place("max_at", false, false)};
    for (Quantity& q : all) q.of_not_finite = q.name == "nan" || q.name == "inf";
    if (fp64 && pixel != Pixel::f64) add_few_plainly(all[3]);
    return all;
}

Pixel counted_pixel(const Reduction& reduction, const ImageFormat& format) {
    if (reduction.group != Group::luma || format.colors() != 3 || !is_integer(format.pixel) ||
        reduction.whole_luma)
        return format.pixel;
    return format.pixel == Pixel::i32 ? Pixel::f64 : Pixel::f32;
}

TableLayout statistics_layout(const Reduction& reduction, const ImageFormat& format, bool fp64) {
    TableLayout layout;
    const bool alpha = reduction.alpha == AlphaRule::include || reduction.alpha == AlphaRule::report;
    const bool luma = reduction.group == Group::luma && format.colors() == 3;
    if (reduction.group == Group::joint || luma) {
        layout.channels = {luma ? "luma" : "joint"};
        const bool beside = reduction.alpha == AlphaRule::report || (luma && alpha);
        if (beside && format.has_alpha()) layout.channels.emplace_back("A");
    } else {
        layout.channels = format.channel_names(!alpha);
    }
    for (const Quantity& q : quantities(counted_pixel(reduction, format), fp64))
        layout.fields.push_back({q.name, q.type, true, 1});
    if (reduction.bins > 0) layout.fields.push_back({"histogram", FieldType::u64, true, reduction.bins});
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
    // Whether there is an extreme at all: both together say it, and so does the count.
    const auto has = [&](const char* name) {
        return std::find(fields.begin(), fields.end(), name) != fields.end();
    };
    if (has("min") != has("max") || has("min_at") || has("max_at")) need("count");
    return fields;
}

}  // namespace sluice
