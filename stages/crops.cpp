#include "stages/shared/crop_boxes.hpp"
#include "stages/shared/sampled.hpp"

#include <optional>

namespace sluice::stages {
namespace {

struct Crops {
    Size size{64, 64};
    std::optional<std::vector<double>> boxes;
    std::size_t most = 1;
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
    Weigh alpha = Weigh::weigh;
};

void expand(const Crops& p, Expansion& e) {
    Values values{
        {"most", value_of(p.most)}, {"width", value_of(p.size.width)}, {"height", value_of(p.size.height)}};
    Values of_boxes = values;
    if (p.boxes) of_boxes["boxes"] = *p.boxes;
    const Expansion::Edge places = p.boxes ? e.add("given_boxes", "boxes", of_boxes, {})
                                           : e.add("listed_boxes", "listed", values, {e.input(1)});
    e.output(sampled(e, {p.filter, p.edge, p.color, p.alpha}, "cropped", values, {places}));
}

std::string wrong(const Crops& p) { return p.boxes ? wrong_boxes(*p.boxes, p.most) : ""; }

std::string against(const Crops& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const std::optional<TableLayout>& list = inputs.tables.at(1);
    if (p.boxes && list) return "has boxes twice: as boxes= and as a table; leave one out";
    if (!p.boxes && !list)
        return "needs boxes: boxes=X,Y,WIDTH,HEIGHT, or a table of boxes as its second input";
    if (src.layers != 1) return "its image must have one layer, not " + src.text();
    if (std::max(src.width, src.height) > largest_side)
        return "can cut boxes out of images of up to " + std::to_string(largest_side) +
               " pixels per side; this one is " + src.text();
    return wrong_color(p.color, src);
}

}  // namespace

StageDef crops() {
    const double far = static_cast<double>(largest_side);
    return composition<Crops>("crops",
                              "Cuts boxes out of an image and resizes them to one size: regions of interest "
                              "for a neural network. The result has a layer for each crop.")
        .also({{"crop_and_resize", ""}, {"roi_align", ""}, {"getRectSubPix", ""}})
        .image_in("src", "The image, of one layer.")
        .table_in("list",
                  "Boxes, instead of the parameter: a table with a row for each, such as label.blobs or "
                  "bounds.",
                  {"x", "y", "width", "height"}, true)
        .image_out("dst",
                   "The crops, one layer each (N H W C), in the order of the boxes. Layers without a box are "
                   "0: black, or transparent if the image has alpha.")
        .example("160 boxes=130,20,64,64")
        .param("size", &Crops::size,
               "Width and height of each crop, or one number for both. A box is stretched to this size.")
        .param("boxes", &Crops::boxes,
               "Four numbers for each box: x and y of its upper left corner, width, height. They need not be "
               "integers: the image reaches from 0, 0 to its width and height. A box may be partly outside. "
               "If its width or height is 0, there is no box.",
               range(-far, far), count(0, box_numbers * most_crops), unit("px"), rows, keyword("none"), live,
               passed_to("boxes"))
        .param("most", &Crops::most,
               "Crops in the result. A list with more boxes is refused. If a table has more, the first ones "
               "are taken, and a warning is reported.",
               range(1, most_crops))
        .param(
            "filter", &Crops::filter,
            std::string(sampling_doc) +
                " Each pixel is read at one place: for boxes of more than twice the size of a crop, shrink "
                "the image before.")
        .param("edge", &Crops::edge, edge_doc)
        .param("color", &Crops::color, color_doc, keyword("none"), only_for("edge", {"constant"}))
        .param("alpha", &Crops::alpha, alpha_doc)
        .check(wrong)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
