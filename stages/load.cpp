#include "io/read.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/meaning.hpp"

namespace sluice::stages {
namespace {

struct Load {
    std::string path;
    std::size_t max_pixels = 0;
    bool lenient = false;
    int page = 1;
    std::string shrink = "auto";
    std::optional<Space> space;
    std::string nodata = "auto";
    ArrayLayout layout = ArrayLayout::automatic;
    double max_seconds = 300;
};

ReadOptions options(const Load& p) {
    ReadOptions options;
    options.max_pixels = p.max_pixels;
    options.lenient = p.lenient;
    options.page = p.page;
    options.max_seconds = p.max_seconds;
    options.space = p.space;
    options.layout = p.layout;
    if (p.nodata != "auto") options.nodata = {false, number_from(p.nodata)};
    options.shrink = p.shrink == "auto" ? 0 : static_cast<int>(number_from(p.shrink).value_or(1));
    return options;
}

}  // namespace

StageDef load() {
    return source<Load>("load", "Reads a picture from a file; EXIF orientation is applied, depth is kept.")
        .also({{"read", "photo.jpg"}, {"imread", "photo.jpg"}, {"new_from_file", "photo.jpg"}})
        .param("path", &Load::path, "The file; - is stdin.", required, path)
        .param("max_pixels", &Load::max_pixels,
               "A picture of more is refused by its header; 0 allows what takes 1 GiB in memory.", unit("px"))
        .param("lenient", &Load::lenient,
               "Accept a picture whose data ends early or is damaged, with a warning.")
        .param("page", &Load::page,
               "Of a TIFF with several; 0 takes all, which must be of one format, as layers of one image.",
               at_least(0))
        .param(
            "shrink", &Load::shrink,
            "By how much a JPEG is read smaller, in both directions, for less work; auto: by as much as all "
            "stages ask for that take the picture, as thumbnail and resize draft=true do.",
            choices{"never", "auto", "2", "4", "8"})
        .param("space", &Load::space,
               std::string("How its values relate to light; auto: as the file says. ") + meaning_doc,
               keyword("auto"))
        .param("nodata", &Load::nodata,
               "Which value is no pixel: it is read as NaN, which no statistics count, and a TIFF of floats "
               "that is saved has it again. auto: as the file says (GeoTIFF), of a file of floats; none; or "
               "a number: a file of integers is read as f32 then, or f64, with the numbers that it has.")
        .param("layout", &Load::layout,
               "Of an NPY: what its axes are, n images of h rows and w pixels with c channels. auto takes "
               "(h, w), "
               "(h, w, c) and (n, h, w, c) with 1 to 4 channels, and asks where there is another reading.")
        .param("max_seconds", &Load::max_seconds,
               "A picture that takes the processor longer to decode is given up; 0 allows any time.",
               range(0, 1e6), unit("s"))
        .check([](const Load& p) -> std::string {
            const bool known = p.nodata == "auto" || p.nodata == "none" || number_from(p.nodata).has_value();
            return known ? "" : "nodata is auto, none or a number, and not " + in_quotes(p.nodata);
        })
        .open([](const Load& p) { return open_image(p.path, options(p)); });
}

}  // namespace sluice::stages
