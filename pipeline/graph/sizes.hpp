// Values that depend on the sizes of images, "${load.width / 4}". check() leaves them as they are written
// (CheckedNode::sized), and bind_sizes() computes them when the headers of the images have been read.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// What a name in an expression may be: the width, the height or the channels of an image.
struct SizeName {
    std::string image;  // the id of a Source
    std::string what;
};
// Of "load.width"; nothing for a name without a point, or of the environment. `what` may be anything.
std::optional<SizeName> size_name(const std::string& name);
// Why an image has no such size, or "".
std::string size_fault(const SizeName& name);

// Whether an expression of a pipeline file names a size.
bool names_size(std::string_view expression);
// Whether a text of a file has such a `${...}`; "$${" is written for "${" there.
bool text_names_size(std::string_view text);

// Whether the value of a parameter is to be computed by bind_sizes(): numbers with `${...}`, which no number
// has otherwise.
bool is_sized(const ParamDecl& decl, const Value& written);
// Why such a value cannot be computed whatever the sizes are, or "".
Wording sized_fault(const ParamDecl& decl, const Value& written);
// The ids of the images whose sizes it uses.
std::vector<std::string> sized_by(const Value& written);
// The value with other ids.
Value with_ids(const Value& written, const std::function<std::string(const std::string& id)>& id);

// The value of a parameter, or where sizes of images are not known yet, what it is computed from; nullptr if
// it has none.
const Value* written_value(const CheckedNode& node, const std::string& param);
// The ids of Sources whose sizes the graph needs to be known.
std::vector<std::string> sized_by(const CheckedGraph& graph);

// Computes what depends on sizes, and checks it as check() does. Whole numbers are rounded. `formats`: of all
// Sources, as they are before they are read smaller. Throws Error(usage) with the places of all faults.
void bind_sizes(CheckedGraph& graph, const std::map<std::string, ImageFormat>& formats);

}  // namespace sluice
