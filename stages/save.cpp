#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/colours.hpp"
#include "io/kinds.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/meaning.hpp"

namespace sluice::stages {
namespace {

struct Save {
    std::string path;
    std::string format = "auto";
    std::vector<std::string> keep{"all"};
    Values of_format;
    bool durable = false;
    Overwrite overwrite = Overwrite::never;
    std::string newer_than = "-";
};

std::string format_of(const Save& p) { return p.format == "auto" ? "" : p.format; }

bool keeps_profile(const Save& p) { return keep_of(p.keep).kinds.has(MetadataKind::icc); }

ImageFormat wants(const Save& p, const ImageFormat& image) {
    // Without a path (batch gives one for each file, then plans) any file might hold the image as it is.
    const bool any = p.path.empty() && p.format == "auto";
    ImageFormat wanted = any ? image : writable(extension_for(p.path, format_of(p)), image);
    // Without its profile, a file means sRGB. Of what cannot be converted, the file says so.
    if (image.profile && !keeps_profile(p) && fault_of_profile(image, Intent::relative).empty())
        wanted.profile.reset();
    return wanted;
}

std::string fault(const Save& p) {
    if (p.format != "auto" && !can_write(p.format)) return cannot_write(p.format);
    const Codec* codec = codec_of_extension(extension_for(p.path, format_of(p)));
    try {
        keep_of(p.keep);
        if (codec != nullptr) own_options(*codec, &Codec::save_options, p.of_format);
    } catch (const Error& error) {
        return error.message().text();
    }
    return "";
}

WriteOptions options(const Save& p) {
    WriteOptions options;
    options.format = format_of(p);
    options.of_format = p.of_format;
    options.keep = keep_of(p.keep);
    options.placing = {p.durable, p.overwrite, p.newer_than};
    return options;
}

constexpr const char* keep_help =
    "metadata to keep: all, none, or a list of icc, exif, xmp, iptc, text, geo and dpi; -gps leaves out the "
    "position, and - before a kind leaves out the kind (--keep=all,-gps); default: all";

}  // namespace

StageDef save() {
    return sink<Save>("save", "Writes an image to a file, which appears complete or not at all.")
        .also({{"write", "out.png"},
               {"imwrite", "out.png"},
               {"write_to_file", "out.png"},
               {"export", "out.png"}})
        .param("path", &Save::path, "Output file; - writes to stdout. The extension selects the format.",
               required, path)
        .param(
            "format", &Save::format,
            std::string("File format, given as an extension such as png, whatever the name of the file. ") +
                meaning_doc,
            keyword("auto"))
        .param(
            "keep", &Save::keep,
            "Metadata that the file gets, as far as its format can store it: all, none, or a list of kinds. "
            "A kind with - before it is left out: all,-gps keeps everything but the position in EXIF and "
            "XMP. If icc is left out, colours are converted to sRGB. Nothing is said about what is left "
            "out.",
            choices(keep_words()), option("keep", keep_help))
        .params(&Save::of_format, save_options())
        .param("durable", &Save::durable, "Wait until the file would survive a power failure (fsync).")
        .param("overwrite", &Save::overwrite,
               "What to do if the file exists. never: fail. skip: keep it. newer: replace it if the input "
               "has changed since. always: replace it.")
        .param("newer_than", &Save::newer_than,
               "File whose time is compared, for overwrite=newer. run and batch set it to the input.", path)
        .reads_profile([](const Save& p) { return !keeps_profile(p); })
        .check(fault)
        .wants(wants)
        .open([](const Save& p, const ImageFormat& image) {
            return open_for_writing(p.path, image, options(p));
        });
}

}  // namespace sluice::stages
