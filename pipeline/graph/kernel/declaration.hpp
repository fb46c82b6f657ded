// What the comment at the beginning of a kernel text says of its stage.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/graph/kernel/formula.hpp"
#include "pipeline/graph/stage.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// stencil: each pixel from its neighbours (a gather). reduce: statistics of an image, and a function that
// makes a Table of them. table: from Tables alone. source: an image from nothing.
enum class KernelKind { point, stencil, reduce, table, source };
template <>
inline constexpr std::array<std::string_view, 5> names_of<KernelKind>{"point", "stencil", "reduce", "table",
                                                                      "source"};

// Where a text stands: in a file of its own, or in that of a pipeline, behind so many lines.
struct TextPlace {
    std::string file;
    int lines_before = 0;
};

struct KernelDeclaration {
    TextPlace at;
    std::string name, summary, example;
    KernelKind kind = KernelKind::point;
    std::vector<PortDecl> inputs;
    PortDecl output;
    std::vector<ParamDecl> params;
    std::map<std::string, Place> places;  // of "name", "params.strength", "inputs.src" and so on

    AlphaLane alpha = AlphaLane::keep;  // of a point
    // Of a stencil: left, top, right, bottom; or the first and last column and row.
    std::optional<std::array<Formula, 4>> reach, region;
    bool reads_all = false;  // its region is the whole image
    EdgeRule border = EdgeRule::clamp;
    std::string sampling;  // a word of Sampling, or a parameter that has these choices; "" = no SAMPLE
    // Of the result, where it is not as the image.
    std::optional<Formula> width, height, channels;
    std::optional<Pixel> pixel;
    Values measure;             // of a reduce: parameters of the stage `reduce`
    std::vector<Field> fields;  // of a Table

    Place place(const std::string& key) const;
    const ParamDecl* param(const std::string& wanted) const;
};

// Reads the comment; every fault goes to `faults`. What is returned after a fault is not complete.
KernelDeclaration read_declaration(const std::string& text, const TextPlace& at, Diagnostics& faults);

}  // namespace sluice
