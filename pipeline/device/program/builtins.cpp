#include "pipeline/device/program/builtins.hpp"

#include "kernels/kernels.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

namespace sluice {
namespace {

// Functions that kernels/builtins.clh declares by one macro.
struct Family {
    const char* macro;
    std::vector<std::string_view> names;
};

const std::vector<Family>& families() {
    static const std::vector<Family> all{
        {"REAL_1", {"acos",  "acosh",   "acospi", "asin",  "asinh",  "asinpi",  "atan",  "atanh", "atanpi",
                    "cbrt",  "ceil",    "cos",    "cosh",  "cospi",  "degrees", "erf",   "erfc",  "exp",
                    "exp10", "exp2",    "expm1",  "fabs",  "floor",  "log",     "log10", "log1p", "log2",
                    "logb",  "radians", "rint",   "round", "rsqrt",  "sign",    "sin",   "sinh",  "sinpi",
                    "sqrt",  "tan",     "tanh",   "tanpi", "tgamma", "trunc"}},
        {"REAL_2",
         {"atan2", "atan2pi", "copysign", "fdim", "fmod", "hypot", "maxmag", "minmag", "nextafter", "pow",
          "powr", "remainder"}},
        {"REAL_2_SCALAR", {"fmax", "fmin"}},
        {"REAL_3", {"fma", "mad"}},
        {"REAL_3_SCALAR", {"mix"}},
        {"REAL_EXPONENT", {"ilogb"}},
        {"REAL_INTEGER", {"pown", "rootn"}},
        {"REAL_INTEGER_SCALAR", {"ldexp"}},
        {"REAL_TEST", {"isfinite", "isinf", "isnan", "isnormal", "signbit"}},
        {"INTEGER_1", {"popcount"}},
        {"INTEGER_2", {"add_sat", "hadd", "mul_hi", "rhadd", "rotate", "sub_sat"}},
        {"ABS", {"abs"}},
        {"ALL", {"all", "any"}},
        {"NUMBER_2_SCALAR", {"max", "min"}},
        {"NUMBER_3", {"bitselect"}},
        {"NUMBER_3_SCALARS", {"clamp"}},
        {"ATOMIC_1", {"atomic_dec", "atomic_inc"}},
        {"ATOMIC_2",
         {"atomic_add", "atomic_and", "atomic_max", "atomic_min", "atomic_or", "atomic_sub", "atomic_xor"}},
        {"WORK_ITEM",
         {"get_global_id", "get_global_offset", "get_global_size", "get_group_id", "get_local_id",
          "get_local_size", "get_num_groups"}},
        {"FENCE", {"mem_fence", "read_mem_fence", "write_mem_fence"}},
        {"BARRIER", {"barrier"}},
        {"IMAGE_SIZE", {"get_image_height", "get_image_width"}},
    };
    return all;
}

struct ImageFunction {
    std::string_view name, macro, texel;
};
constexpr std::array<ImageFunction, 6> image_functions{{{"read_imagef", "READ_IMAGE", "float4"},
                                                        {"read_imagei", "READ_IMAGE", "int4"},
                                                        {"read_imageui", "READ_IMAGE", "uint4"},
                                                        {"write_imagef", "WRITE_IMAGE", "float4"},
                                                        {"write_imagei", "WRITE_IMAGE", "int4"},
                                                        {"write_imageui", "WRITE_IMAGE", "uint4"}}};

using Words = std::set<std::string_view>;

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Calls `each` with every name, the word before it on its line ("" behind anything else), and the character
// behind it; ends with false where `each` gives false.
template <class Each>
bool every_name(std::string_view text, const Each& each) {
    std::string_view before;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (!in_name(text[at])) {
            if (text[at] != ' ') before = {};
            ++at;
        } else {
            std::size_t end = at;
            while (end < text.size() && in_name(text[end])) ++end;
            const std::string_view name = text.substr(at, end - at);
            if (!each(name, before, end < text.size() ? text[end] : '\0')) return false;
            before = name;
            at = end;
        }
    }
    return true;
}

Words words_of(std::string_view source) {
    Words words;
    every_name(source, [&](std::string_view name, std::string_view, char) {
        words.insert(name);
        return true;
    });
    return words;
}

// Functions and macros: a name stands behind another one, its type or `define`.
Words defined_names(std::string_view source) {
    Words names;
    every_name(source, [&](std::string_view name, std::string_view before, char next) {
        if (next == '(' && !before.empty() && before != "return" && before != "else") names.insert(name);
        return true;
    });
    return names;
}

// Whether only the driver's header declares it.
bool is_lacking(std::string_view name) {
    static const Words names{"abs_diff",
                             "atomic_cmpxchg",
                             "atomic_xchg",
                             "clz",
                             "cross",
                             "distance",
                             "dot",
                             "fast_distance",
                             "fast_length",
                             "fast_normalize",
                             "fract",
                             "frexp",
                             "get_image_dim",
                             "get_work_dim",
                             "isequal",
                             "isgreater",
                             "isless",
                             "isgreaterequal",
                             "islessequal",
                             "islessgreater",
                             "isnotequal",
                             "isordered",
                             "isunordered",
                             "length",
                             "lgamma",
                             "lgamma_r",
                             "mad24",
                             "mad_hi",
                             "mad_sat",
                             "modf",
                             "mul24",
                             "nan",
                             "normalize",
                             "prefetch",
                             "printf",
                             "remquo",
                             "select",
                             "shuffle",
                             "shuffle2",
                             "sincos",
                             "smoothstep",
                             "step",
                             "upsample",
                             "vec_step",
                             "get_image_depth",
                             "get_image_array_size",
                             "get_image_channel_order",
                             "get_image_channel_data_type"};
    const auto begins = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
    return names.count(name) > 0 || begins("native_") || begins("half_") || begins("async_work_group_") ||
           begins("wait_group_") || begins("atom_") || begins("vloada_") || begins("vstorea_");
}

bool any_begins(const Words& words, std::string_view prefix) {
    const auto at = words.lower_bound(prefix);
    return at != words.end() && at->substr(0, prefix.size()) == prefix;
}

std::string line(std::string_view macro, const std::string& arguments) {
    return "BUILTIN_" + std::string(macro) + "(" + arguments + ")\n";
}

// Names of conversions may be put together by macros, of which the text has only the beginnings.
std::string conversions(const Words& words) {
    constexpr std::string_view prefix = "convert_";
    std::string text;
    for (auto at = words.lower_bound(prefix); at != words.end(); ++at) {
        std::string_view rest = *at;
        if (rest.substr(0, prefix.size()) != prefix) break;
        rest.remove_prefix(prefix.size());
        const std::size_t digits = rest.find_first_of("0123456789");
        const std::size_t how = rest.find('_');
        if (rest.empty())
            text += line("CONVERTS", "");
        else if (digits == rest.npos && how == rest.npos)
            text += line("CONVERT_WIDTHS", std::string(rest));
        else {
            const std::size_t type = std::min(digits, how), end = std::min(how, rest.size());
            text += line("CONVERT", std::string(rest.substr(0, type)) + ", " +
                                        std::string(rest.substr(type, end - type)) + ", " +
                                        std::string(rest.substr(end)));
        }
    }
    return text;
}

}  // namespace

bool takes_short_header(const DeviceFacts& device) {
    // Other versions have other headers, which nobody has looked at.
    return device.pocl() && device.driver.rfind("3.", 0) == 0;
}

bool short_header_will_do(const std::string& source) {
    const Words own = defined_names(source);
    return every_name(source, [&](std::string_view name, std::string_view, char next) {
        return next != '(' || !is_lacking(name) || own.count(name) > 0;
    });
}

std::string short_header(const std::string& source, const std::string& options) {
    const std::string both = source + ' ' + options;  // -D READ=read_imagef
    const Words words = words_of(both);
    std::string text = kernel_text("builtins.clh").value_or("");
    for (const Family& family : families())
        for (const std::string_view name : family.names)
            if (words.count(name) > 0) text += line(family.macro, std::string(name));
    for (const ImageFunction& function : image_functions)  // read_image##kind names all
        if (words.count(function.name) > 0 ||
            words.count(function.name.substr(0, function.name.find("image") + 5)) > 0)
            text += line(function.macro, std::string(function.name) + ", " + std::string(function.texel));
    text += conversions(words);
    if (any_begins(words, "vload_half") || any_begins(words, "vstore_half")) text += line("HALF", "");
    const auto names = [&](const std::string& begin, const char* n) {  // or begin##n, which names all
        return words.count(begin) > 0 || words.count(begin + n) > 0;
    };
    for (const char* n : {"2", "3", "4", "8", "16"}) {
        if (names("vload", n)) text += line("VLOAD", n);
        if (names("vstore", n)) text += line("VSTORE", n);
    }
    return text;
}

}  // namespace sluice
