// The names that OpenCL C 1.2 to 3.0 gives to its functions, types and keywords.
#include "pipeline/graph/opencl/signature.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace sluice {
namespace {

// Functions of numbers; of vectors lane by lane.
const std::set<std::string_view>& lanewise_names() {
    static const std::set<std::string_view> names{
        // Mathematics.
        "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2", "atan2pi", "atanh", "atanpi",
        "cbrt", "ceil", "copysign", "cos", "cosh", "cospi", "erf", "erfc", "exp", "exp10", "exp2", "expm1",
        "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "fract", "frexp", "hypot", "ilogb", "ldexp",
        "lgamma", "lgamma_r", "log", "log10", "log1p", "log2", "logb", "mad", "maxmag", "minmag", "modf",
        "nan", "nextafter", "pow", "pown", "powr", "remainder", "remquo", "rint", "rootn", "round", "rsqrt",
        "sin", "sincos", "sinh", "sinpi", "sqrt", "tan", "tanh", "tanpi", "tgamma", "trunc",
        // Integers.
        "abs", "abs_diff", "add_sat", "clz", "ctz", "hadd", "mad24", "mad_hi", "mad_sat", "mul24", "mul_hi",
        "popcount", "rhadd", "rotate", "sub_sat", "upsample", "bitfield_insert", "bitfield_extract_signed",
        "bitfield_extract_unsigned", "bit_reverse",
        // Common.
        "clamp", "degrees", "max", "min", "mix", "radians", "sign", "smoothstep", "step",
        // Relational.
        "bitselect", "isequal", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless", "islessequal",
        "islessgreater", "isnan", "isnormal", "isnotequal", "isordered", "isunordered", "select", "signbit"};
    return names;
}

const std::set<std::string_view>& other_names() {
    static const std::set<std::string_view> names{
        // Of all lanes together.
        "all", "any", "cross", "distance", "dot", "dot_acc_sat", "fast_distance", "fast_length",
        "fast_normalize", "length", "normalize",
        // Work-items, synchronization, copies.
        "get_enqueued_local_size", "get_enqueued_num_sub_groups", "get_global_id", "get_global_linear_id",
        "get_global_offset", "get_global_size", "get_group_id", "get_local_id", "get_local_linear_id",
        "get_local_size", "get_max_sub_group_size", "get_num_groups", "get_num_sub_groups",
        "get_sub_group_id", "get_sub_group_local_id", "get_sub_group_size", "get_work_dim", "barrier",
        "mem_fence", "read_mem_fence", "write_mem_fence", "get_fence", "to_global", "to_local", "to_private",
        "async_work_group_copy", "async_work_group_strided_copy", "wait_group_events", "prefetch", "printf",
        "shuffle", "shuffle2", "vec_step",
        // Pipes and enqueueing.
        "read_pipe", "write_pipe", "reserve_read_pipe", "reserve_write_pipe", "commit_read_pipe",
        "commit_write_pipe", "is_valid_reserve_id", "get_pipe_num_packets", "get_pipe_max_packets",
        "enqueue_kernel", "enqueue_marker", "retain_event", "release_event", "create_user_event",
        "is_valid_event", "set_user_event_status", "capture_event_profiling_info", "get_default_queue",
        "get_kernel_work_group_size", "get_kernel_preferred_work_group_size_multiple", "ndrange_1D",
        "ndrange_2D", "ndrange_3D",
        // Types that have no vectors.
        "bool", "void", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t", "event_t", "sampler_t", "queue_t",
        "ndrange_t", "clk_event_t", "reserve_id_t", "cl_mem_fence_flags", "memory_order", "memory_scope",
        // Keywords.
        "auto", "break", "case", "const", "constant", "continue", "default", "do", "else", "enum", "extern",
        "for", "generic", "global", "goto", "if", "inline", "kernel", "local", "pipe", "private", "read_only",
        "read_write", "register", "restrict", "return", "signed", "sizeof", "static", "struct", "switch",
        "typedef", "uniform", "union", "unsigned", "volatile", "while", "write_only"};
    return names;
}

// Everything that begins so is taken.
constexpr std::array<std::string_view, 9> prefixes{"atomic_",     "atom_",          "read_image",
                                                   "write_image", "get_image_",     "work_group_",
                                                   "sub_group_",  "dot_4x8packed_", "__"};

bool take(std::string_view& text, std::string_view prefix) {
    if (text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
}

template <std::size_t N>
bool take_any(std::string_view& text, const std::array<std::string_view, N>& prefixes_of) {
    return std::any_of(prefixes_of.begin(), prefixes_of.end(),
                       [&](std::string_view p) { return take(text, p); });
}

constexpr std::array<std::string_view, 5> widths{"16", "2", "3", "4", "8"};
constexpr std::array<std::string_view, 4> roundings{"_rte", "_rtz", "_rtp", "_rtn"};

// "float", "uchar16".
bool take_scalar_or_vector(std::string_view& text) {
    constexpr std::array<std::string_view, 11> scalars{"char", "uchar", "short", "ushort", "int",   "uint",
                                                       "long", "ulong", "half",  "float",  "double"};
    if (!take_any(text, scalars)) return false;
    take_any(text, widths);
    return true;
}

bool is_vector_type(std::string_view text) { return take_scalar_or_vector(text) && text.empty(); }

bool is_conversion(std::string_view text) {
    if (take(text, "as_")) return is_vector_type(text);
    if (!take(text, "convert_") || !take_scalar_or_vector(text)) return false;
    take(text, "_sat");
    take_any(text, roundings);
    return text.empty();
}

// vload4, vstore16, vload_half, vstore_half8_rte, vloada_half4.
bool is_vector_access(std::string_view text) {
    if (!take(text, "vload") && !take(text, "vstore")) return false;
    take(text, "a");
    const bool half = take(text, "_half");
    const bool wide = take_any(text, widths);
    if (half) take_any(text, roundings);
    return text.empty() && (half || wide);
}

// half_cos, native_recip.
bool is_fast_function(std::string_view text) {
    static const std::set<std::string_view> names{"cos",   "divide", "exp",   "exp2", "exp10",
                                                  "log",   "log2",   "log10", "powr", "recip",
                                                  "rsqrt", "sin",    "sqrt",  "tan"};
    return (take(text, "half_") || take(text, "native_")) && names.count(text) != 0;
}

bool is_image_type(std::string_view text) {
    return take(text, "image") && text.size() > 3 && (text.substr(1, 1) == "d") &&
           text.substr(text.size() - 2) == "_t";
}

}  // namespace

bool is_opencl_name(std::string_view name) {
    const auto begins = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
    return lanewise_names().count(name) != 0 || other_names().count(name) != 0 ||
           std::any_of(prefixes.begin(), prefixes.end(), begins) || is_vector_type(name) ||
           is_conversion(name) || is_vector_access(name) || is_fast_function(name) || is_image_type(name);
}

bool is_opencl_type(std::string_view name) {
    return is_vector_type(name) || name == "bool" || name == "void" || name == "size_t";
}

bool is_lanewise_opencl_function(std::string_view name) {
    return lanewise_names().count(name) != 0 || is_conversion(name) || is_fast_function(name);
}

}  // namespace sluice
