#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// Stands in for trim as long as nobody knows what it cuts off.
StageDef uncut() {
    return composition<>("uncut", "Cuts nothing off, with the kernels and the memory of what does.")
        .internal()
        .image_in("src", "The image.")
        .image_out("dst", "The image.")
        .expand([](const NoParams&, Expansion& e) {
            const ImageFormat src = e.format(e.input().value());
            e.output(e.add("placed", "placed",
                           {{"width", value_of(src.width)}, {"height", value_of(src.height)}}, {e.input()}));
        });
}

}  // namespace sluice::stages
