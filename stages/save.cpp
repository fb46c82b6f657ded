#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/colours.hpp"
#include "io/kinds.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/meaning.hpp"
#include "stages/shared/profile.hpp"
#include "stages/shared/size.hpp"

#include <optional>

namespace sluice::stages {
namespace {

struct Save {
    std::string path;
    std::string format = "auto";
    std::vector<std::string> keep{"all"};
    std::optional<Size> thumbnail;
    std::string profile = "keep";
    bool grey = false;
    std::optional<Colour> flatten;
    std::optional<int> depth;
    std::string dither = "none";
    Values of_format;
    bool durable = false;
    Overwrite overwrite = Overwrite::never;
    std::string newer_than = "-";
};

std::string format_of(const Save& p) { return p.format == "auto" ? "" : p.format; }

bool keeps_profile(const Save& p) { return keep_of(p.keep).kinds.has(MetadataKind::icc); }

// Without a path any file might hold the image as it is: batch gives one for each file, then plans.
bool is_open(const Save& p) { return p.path.empty() && p.format == "auto"; }
std::string saved_extension(const Save& p) { return extension_for(p.path, format_of(p)); }

[[noreturn]] void refuse_depth(const Save& p, const std::string& what) {
    throw Error(Error::Kind::usage, "",
                "depth " + std::to_string(*p.depth) + " is not possible: " + what + "; leave it out");
}

ImageFormat held(const Save& p, const ImageFormat& image) {
    if (is_open(p)) return image;
    const std::string extension = saved_extension(p);
    if (!p.depth) return writable(extension, image, p.of_format);
    if (is_signed_integer(image.pixel))
        refuse_depth(p, "signed numbers (" + std::string(name(image.pixel)) + ") have no white");
    ImageFormat asked = image;
    asked.pixel = *p.depth == 8 ? Pixel::u8 : Pixel::u16;
    if (asked.pixel != image.pixel) asked.white = 0;
    if (asked.space == Space::linear) asked.space = Space::encoded;
    ImageFormat written = writable(extension, asked, p.of_format);
    if (written.pixel != asked.pixel)
        refuse_depth(p, codec_of_extension(extension)->name + " has no integers of " +
                            std::to_string(*p.depth) + " bits");
    return written;
}

ImageFormat wants(const Save& p, const ImageFormat& image) {
    ImageFormat wanted = held(p, image);
    // Without its profile, a file means sRGB. Of what cannot be converted, the file says so.
    if (image.profile && !keeps_profile(p) && can_become_srgb(image)) wanted.profile.reset();
    return wanted;
}

// Alpha that the file cannot hold: what shines through is white.
Expansion::Edge flattened(const Save& p, Expansion& e, Expansion::Edge image) {
    const ImageFormat src = e.format(image);
    const bool needed = !is_open(p) && lacks_alpha(saved_extension(p), src, p.of_format);
    if (!src.has_alpha() || (!p.flatten && !needed)) return image;
    if (!p.flatten) {  // nobody asked for it
        const bool doubles = real_of(src.pixel) == Pixel::f64;
        const auto found = e.add("extremes", "alpha", {}, {image});
        e.add("transparent", "transparent", {{"top", src.white_value()}, {"doubles", doubles}}, {found});
    }
    const Value color = p.flatten ? p.flatten->written() : Value(std::string("white"));
    return e.add("flatten", "flatten", {{"color", color}}, {image});
}

// Where values lose digits on the way to 8 bits. What cannot be saved is told by wants().
Expansion::Edge dithered(const Save& p, Expansion& e, Expansion::Edge image) {
    const ImageFormat src = e.format(image);
    if (p.dither == "none" || src.pixel == Pixel::u8 || is_signed_integer(src.pixel)) return image;
    ImageFormat dst;
    try {
        dst = wants(p, src);
    } catch (const Error&) {
        return image;
    }
    if (dst.pixel != Pixel::u8) return image;
    if (dst.space != src.space)
        image = e.add("convert", "light",
                      {{"pixel", value_of(real_of(src.pixel))}, {"space", value_of(dst.space)}}, {image});
    return e.add("dither", "dither", {{"method", p.dither}, {"pixel", "u8"}}, {image});
}

void expand(const Save& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    if (p.thumbnail) image = e.add("thumbnail", "thumbnail", {{"size", value_of(*p.thumbnail)}}, {image});
    if (p.profile != "keep") image = e.add("convert", "profile", {{"profile", p.profile}}, {image});
    if (p.grey && e.format(image).colors() == 3) image = e.add("grey", "grey", {}, {image});
    e.output(dithered(p, e, flattened(p, e, image)));
}

std::string fault(const Save& p) {
    if (p.depth && *p.depth != 8 && *p.depth != 16)
        return "depth " + std::to_string(*p.depth) + " is not possible; it is 8 or 16";
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
    "metadata to keep: all, none, or a list of icc, exif, xmp, iptc, text, geo and dpi; - before a kind "
    "leaves it out; all,-gps leaves out only the GPS location; default: all";

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
        .param("thumbnail", &Save::thumbnail,
               "Shrink images to fit this width and height, or one number for both. Smaller images stay as "
               "they are.",
               keyword("none"), option("thumbnail"), alters)
        .param("profile", &Save::profile,
               "Convert the colours to this colour space, from the profile of the file or from sRGB: srgb, "
               "display-p3, adobe-rgb, rec2020, or the path of an ICC profile.",
               colours_or_path(), option("profile"), alters)
        .param("grey", &Save::grey, "Convert colours to grey.", option("grey"), alters)
        .param("flatten", &Save::flatten,
               "Put images with alpha on this background colour. auto: only if the format has no alpha, such "
               "as JPEG; then on white, with a warning.",
               keyword("auto"), option("flatten"), alters)
        .param("depth", &Save::depth,
               "Bits of each channel: 8 or 16. auto keeps the bits of the image as far as the format can "
               "store them.",
               keyword("auto"), option("depth"), alters)
        .param("dither", &Save::dither,
               "How values with more bits become 8 bits. none: rounded to the nearest. ordered, bluenoise: "
               "dithered, which shows no steps in soft gradients.",
               choices{"none", "ordered", "bluenoise"}, option("dither"), alters)
        .params(&Save::of_format, save_options())
        .param("durable", &Save::durable, "Wait until the file would survive a power failure (fsync).")
        .param("overwrite", &Save::overwrite,
               "What to do if the file exists. never: fail. skip: keep it. newer: replace it if the input "
               "has changed since. always: replace it.")
        .param("newer_than", &Save::newer_than,
               "File whose time is compared, for overwrite=newer. run and batch set it to the input.", path)
        .reads_profile([](const Save& p) { return p.profile != "keep" || !keeps_profile(p); })
        .check(fault)
        .expand(expand)
        .wants(wants)
        .open([](const Save& p, const ImageFormat& image) {
            return open_for_writing(p.path, image, options(p));
        });
}

}  // namespace sluice::stages
