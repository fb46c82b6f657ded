#include "pipeline/plan/primitives/planes.hpp"

#include "pipeline/plan/primitives/definitions.hpp"
#include "pipeline/plan/primitives/function.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace sluice {
namespace {

using Words = std::set<std::string_view>;

// Those of lanes.clh, round.clh, gather.clh and planes.clh, and the functions of OpenCL that the latter has
// for 64 lanes.
const Words& words_for_planes() {
    static const Words words{"V",
                             "VI",
                             "REAL",
                             "INT",
                             "CONVERT",
                             "CHANNELS",
                             "ALPHA_LANES",
                             "MAGIC",
                             "RED",
                             "GREEN",
                             "BLUE",
                             "ALPHA",
                             "BGR",
                             "GREY",
                             "CHANNEL",
                             "FIRST",
                             "ALL",
                             "LUMA",
                             "LUMA_PARTS",
                             "INFINITY",
                             "NAN",
                             "round_even",
                             "round_signed",
                             "round_unsigned",
                             "saturate_signed",
                             "saturate_unsigned",
                             "fabs",
                             "floor",
                             "rint",
                             "sqrt",
                             "fmin",
                             "fmax",
                             "copysign",
                             "fma",
                             "isfinite",
                             "isnan",
                             "isinf",
                             "clamp",
                             "divide",
                             "TABLE",
                             "TAKE",
                             "take_levels",
                             "SRC",
                             "AT",
                             "TEXEL",
                             "OF_PIXEL",
                             "PIXEL_OF_LANE",
                             "IN_PAIRS",
                             "TWICE",
                             "EVENS",
                             "ODDS",
                             "bool",
                             "int",
                             "if",
                             "return",
                             "sizeof"};
    return words;
}

// These are written for vectors of any width, whatever their words are.
bool is_for_any_width(const std::string& file) {
    static const std::set<std::string> files{"divide.clh", "power.clh", "luma.clh", "second.clh",
                                             "shares.clh"};
    return files.contains(file);
}

bool is_macro(std::string_view word) {
    return std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// All of a file, since all of it is compiled.
class FileReader {
public:
    bool all_for_planes(const std::string& file, const std::shared_ptr<const std::string>& own) {
        if (!seen_.insert(file).second) return true;
        const auto definitions = kernel_definitions(file, own);
        if (!definitions) return false;
        const Definitions& defined = definitions->defined;
        for (const Signature& function : defined.functions) names_.insert(function.name);
        constexpr std::string_view folder = "kernels/";
        for (const std::string& name : defined.includes)
            if (!name.starts_with(folder) || !all_for_planes(name.substr(folder.size()), nullptr))
                return false;
        if (is_for_any_width(file)) return true;
        return defined.others.empty() &&
               std::all_of(defined.functions.begin(), defined.functions.end(),
                           [&](const Signature& function) { return is_for_planes(function); });
    }

private:
    bool is_for_planes(const Signature& function) const {
        return !function.takes_parts &&
               std::all_of(function.words.begin(), function.words.end(), [&](const std::string& word) {
                   if (words_for_planes().contains(word) || names_.contains(word)) return true;
                   if (function.argument(word) != nullptr) return true;
                   return !function.calls.contains(word) && !is_macro(word);
               });
    }

    std::set<std::string> seen_, names_;
};

}  // namespace

bool may_be_planes(const ImageFormat& format) {
    const bool pixel = format.pixel == Pixel::f32 || (is_integer(format.pixel) && bytes(format.pixel) <= 2);
    return pixel && !format.has_alpha() && format.channels <= 3;
}

bool has_text_for_planes(const Primitives& graph, std::size_t node) {
    const Signature function = stage_function(graph, graph.nodes[node]);
    // Powers of four vectors at once have more numbers on their way than there are registers.
    if (nature_of(function).cost == Cost::transcendental) return false;
    return FileReader().all_for_planes(function.file, function.text);
}

bool computes_much(const Primitives& graph, const std::vector<std::size_t>& points) {
    constexpr double many_operations = 40;
    double operations = 0;
    for (const std::size_t i : points) {
        const FunctionNature nature = nature_of(stage_function(graph, graph.nodes[i]));
        if (nature.cost != Cost::plain) return true;
        operations += nature.work.operations;
    }
    return operations >= many_operations;
}

}  // namespace sluice
