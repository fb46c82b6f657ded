#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Curved {
    double last = 1, end = 1;
};

}  // namespace

// A part of curves.
StageDef curved() {
    return point<Curved>("curved", "Applies a curve of cubic pieces.")
        .internal()
        .table_in("pieces", "Start and coefficients of each piece.", {"piece"})
        .param("last", &Curved::last, "End of the last piece, as a pixel value.")
        .param("end", &Curved::end, "Result for that value.")
        .infer([](const Curved&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("curved")
        .constants([](const Curved&, const StageInputs& inputs) -> std::vector<Constant> {
            const Field& pieces = inputs.table(1).fields.at(0);
            return {{"count", static_cast<double>(pieces.count / 5)},
                    {"doubles", pieces.type == FieldType::f64 ? 1.0 : 0.0}};
        });
}

}  // namespace sluice::stages
