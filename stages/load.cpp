#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/read.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/meaning.hpp"

namespace sluice::stages {
namespace {

struct Load {
    std::string path;
    std::string format = "auto";
    std::size_t max_pixels = 0;
    bool lenient = false;
    int page = 1;
    std::size_t frames = 0;
    std::string shrink = "auto";
    std::optional<Space> space;
    std::string nodata = "auto";
    Values of_format;
    double max_seconds = 300;
};

ReadOptions options(const Load& p) {
    ReadOptions options;
    if (p.format != "auto") options.format = p.format;
    options.max_pixels = p.max_pixels;
    options.lenient = p.lenient;
    options.page = p.page;
    options.frames = p.frames;
    options.max_seconds = p.max_seconds;
    options.space = p.space;
    options.of_format = p.of_format;
    if (p.nodata != "auto") options.nodata = {false, number_from(p.nodata)};
    options.shrink = p.shrink == "auto" ? 0 : static_cast<int>(number_from(p.shrink).value_or(1));
    return options;
}

std::vector<std::string> shrink_choices() {
    std::vector<std::string> words{"never", "auto"};
    for (const int by : all_shrinks()) words.push_back(std::to_string(by));
    return words;
}

}  // namespace

StageDef load() {
    StageDef load =
        source<Load>("load",
                     "Reads an image from a file. EXIF orientation is applied, and the bit depth is kept.")
            .also({{"read", "photo.jpg"}, {"imread", "photo.jpg"}, {"new_from_file", "photo.jpg"}})
            .param("path", &Load::path, "Input file; - reads stdin.", required, path)
            .param(
                "format", &Load::format,
                "File format, given as an extension such as png. auto: as the content says, or the name if "
                "the content cannot: " +
                    enumerated(formats_where(told_by_name)) + ".",
                keyword("auto"),
                option("input_format",
                       "format of the files, given as an extension; default: as their content says"))
            .param(
                "max_pixels", &Load::max_pixels,
                "Largest number of pixels. A larger image is rejected before it is decoded. 0 allows images "
                "that take up to 1 GiB in memory.",
                unit("px"),
                option("max_pixels",
                       "reject images with more pixels; default: as many as take 1 GiB of memory"))
            .param("lenient", &Load::lenient,
                   "Accept an image whose data is truncated or damaged, with a warning.",
                   option("lenient", "accept images whose data is damaged or truncated, with a warning"))
            .param(
                "page", &Load::page,
                "Page of a file, counted from 1. 0 or all loads all pages as layers of one image; they must "
                "have the same format.",
                at_least(0), for_formats(formats_where(has_pages)),
                option("page", "which page; 0 or all takes all of them, as layers of one image; default: 1"))
            .param("frames", &Load::frames,
                   "Most images of a video, which run takes one after the other. 0 is all of them, and 1 the "
                   "first "
                   "alone. Where images are not taken so, as in a batch, page selects one.",
                   for_formats(formats_where(is_video)))
            .param(
                "shrink", &Load::shrink,
                "How many times smaller to decode, in both directions, which is faster. auto: as much as all "
                "stages that take the image allow (thumbnail, and resize with draft=true).",
                choices(shrink_choices()), for_formats(formats_where(shrinks)))
            .param(
                "space", &Load::space,
                std::string("How pixel values relate to light. auto: as the file says. ") + meaning_doc,
                keyword("auto"),
                option(
                    "space",
                    "how pixel values relate to light: encoded (sRGB), linear or data; default: as the file "
                    "says"))
            .param(
                "nodata", &Load::nodata,
                "Pixel value that means no data. It is read as NaN, statistics do not count it, and a saved "
                "float TIFF contains it again. auto: as the file says (GeoTIFF with floats). none: no such "
                "value. A number: that value; integer files are then read as f32 or f64, and their numbers "
                "stay the same.")
            .params(&Load::of_format, load_options())
            .param("max_seconds", &Load::max_seconds,
                   "Longest time for decoding, in processor time. An image that takes longer fails; 0 allows "
                   "any "
                   "time.",
                   range(0, 1e6), unit("s"), shown_as("SECONDS"),
                   option("limit_seconds",
                          "time limit for decoding an image, in processor time; 0 is no limit; default: 300"))
            .check([](const Load& p) -> std::string {
                const Codec* codec = codec_of_extension(p.format);
                if (p.format != "auto" && (codec == nullptr || !codec->reads())) return cannot_read(p.format);
                const bool known =
                    p.nodata == "auto" || p.nodata == "none" || number_from(p.nodata).has_value();
                return known ? "" : "nodata is auto, none or a number, and not " + in_quotes(p.nodata);
            })
            .open([](const Load& p) { return open_image(p.path, options(p)); });
    for (ParamDecl& param : load.params)
        if (param.name == "page") param.aliases["all"] = "0";
    return load;
}

}  // namespace sluice::stages
