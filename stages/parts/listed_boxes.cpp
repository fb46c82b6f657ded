#include "stages/shared/crop_boxes.hpp"

namespace sluice::stages {
namespace {

struct ListedBoxes {
    std::size_t most = 1, width = 1, height = 1;
};

}  // namespace

// A part of crops.
StageDef listed_boxes() {
    return table_stage<ListedBoxes>("listed_boxes", "Finds the places of the boxes of a table.")
        .internal()
        .table_in("list", "The boxes.", {"x", "y", "width", "height"})
        .table_out("places", "Where the pixels of each crop lie.", {"place"})
        .param("most", &ListedBoxes::most, "Crops.", range(1, most_crops))
        .param("width", &ListedBoxes::width, "Size of a crop.", at_least(1), unit("px"))
        .param("height", &ListedBoxes::height, "Size of a crop.", at_least(1), unit("px"))
        .own_rows()
        .layout([](const ListedBoxes& p, const StageInputs&) { return crop_places(p.most); })
        .warning("there are more boxes than crops; most= makes room for all")
        .function("listed_boxes");
}

}  // namespace sluice::stages
