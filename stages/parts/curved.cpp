#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Curved {
    double last = 1, end = 1;
};

}  // namespace

// A part of curves.
StageDef curved() {
    return point<Curved>("curved", "Sends values along cubic pieces.")
        .internal()
        .table_in("pieces", "Of each: where it begins, and its coefficients.", {"piece"})
        .param("last", &Curved::last, "Where the last piece ends: a code value.")
        .param("end", &Curved::end, "What becomes of it.")
        .infer([](const Curved&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("curved")
        .constants([](const Curved&, const StageInputs& inputs) -> std::vector<Constant> {
            const Field& pieces = inputs.table(1).fields.at(0);
            return {{"count", static_cast<double>(pieces.count / 5)},
                    {"doubles", pieces.type == FieldType::f64 ? 1.0 : 0.0}};
        });
}

}  // namespace sluice::stages
