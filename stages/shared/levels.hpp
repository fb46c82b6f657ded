// What Table stages that begin with a histogram have in common.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// Of the first input.
inline std::size_t levels_of(const StageInputs& inputs) { return inputs.table().find("histogram")->count; }

// A `value` for each level, of each channel.
inline TableLayout lookup_layout(const StageInputs& inputs) {
    TableLayout layout;
    layout.channels = inputs.table().channels;
    layout.fields = {{"value", FieldType::f32, true, levels_of(inputs)}};
    return layout;
}

inline Constant levels_constant(const StageInputs& inputs) {
    return {"levels", static_cast<double>(levels_of(inputs))};
}

}  // namespace sluice::stages
