#include "io/write.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/colours.hpp"
#include "io/exif/exif.hpp"
#include "io/icc.hpp"
#include "io/kinds.hpp"
#include "io/png_color.hpp"
#include "io/save_format.hpp"
#include "io/texts.hpp"
#include "pipeline/core/copy_rows.hpp"
#include "pipeline/core/image_stream.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"
#include "pipeline/files/temporary_file.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

namespace sluice {
namespace {

// Whether a profile for values in one space is right for these. Data are what they are.
bool is_for_space(Space profile, Space values) {
    return profile == values || profile == Space::data || values == Space::data;
}

// Whether it says what a file without a profile means, of light or of encoded values: those that sluice makes
// do.
bool is_of_srgb(const std::vector<std::uint8_t>& profile) {
    const bool grey = has_magic(profile, "GRAY", 16);
    try {
        for (const Space space : {Space::encoded, Space::linear})
            if (ColourProfile{profile, space} == standard_profile(StandardColours::srgb, grey, space))
                return true;
    } catch (const Error&) {  // without Little CMS it has made none
    }
    return false;
}

// Whether readers of such a file would take its floats for light that they are not, or not for light that
// they are: `load space=` overrules profiles.
bool says_other_light(const Codec& codec, Bytes profile, const ImageFormat& format) {
    if (codec.holds.floats != Capabilities::Floats::profiled || is_integer(format.pixel) || profile.empty())
        return false;
    return icc_is_linear(profile) != (format.space == Space::linear);
}

// The profile that goes along, and what is said where it does not. `lost`: the kinds that the codec cannot
// hold.
std::vector<std::uint8_t> carried_profile(const Codec& codec, const ImageFormat& format,
                                          const Metadata& metadata, const Keep& keep,
                                          std::vector<MetadataKind>& lost, const Warn& warn) {
    const ColourProfile read{metadata.icc, metadata.icc_space};
    const bool same_colours = !format.profile || *format.profile == read;
    const ColourProfile& profile = same_colours ? read : *format.profile;
    const bool says_something = !profile.icc.empty() && !is_of_srgb(profile.icc);
    if (!keep.kinds.has(MetadataKind::icc)) {  // `wants` had colours converted that can be
        if (says_something && (!format.profile || !can_become_srgb(format)))
            warn(
                "its colours may look different: its colour profile is left out, and they could not be "
                "converted to sRGB");
        return {};
    }
    if (!codec.holds.metadata.has(MetadataKind::icc)) {
        if (says_something) lost.push_back(MetadataKind::icc);
        return {};
    }
    std::string why;
    if (!is_for_space(profile.space, format.space))
        why = "is left out: it is for " + std::string(name(profile.space)) + " values and these are " +
              std::string(name(format.space));
    else if (says_other_light(codec, profile.icc, format))
        why = "is left out: it is for " + std::string(icc_is_linear(profile.icc) ? "linear" : "encoded") +
              " values and these are " + std::string(name(format.space));
    else if (const std::string refusal = profile.icc.empty() ? "" : icc_refusal(profile.icc, format);
             !refusal.empty())
        why = "is left out: " + refusal;
    if (why.empty()) return profile.icc;
    if (says_something) warn("its colour profile " + why);  // as files without one are
    return {};
}

// A description that the EXIF data has, too, is no text of its own, unless it can only go along as one.
void leave_to_exif(const Codec& codec, Metadata& metadata) {
    const MetadataKinds& holds = codec.holds.metadata;
    if (!holds.has(MetadataKind::exif) && holds.has(MetadataKind::text)) return;
    if (const std::string description = exif_description(metadata.exif); !description.empty())
        std::erase(metadata.texts, MetadataText{std::string(description_key), description});
}

// Says in one warning which kinds do not go along, and where they would. `never`: what no file keeps.
void tell_lost(const Codec& codec, const std::vector<MetadataKind>& lost,
               const std::vector<std::string>& never, const Warn& warn) {
    if (lost.empty() && never.empty()) return;
    std::string what;
    if (!lost.empty()) {
        constexpr std::size_t most = 3;
        std::vector<std::string> names, others;
        for (const MetadataKind kind : lost) names.emplace_back(words_of(kind));
        for (const Codec& other : codecs())
            if (other.writes() && others.size() < most &&
                std::all_of(lost.begin(), lost.end(),
                            [&](MetadataKind kind) { return other.holds.metadata.has(kind); }))
                others.push_back("." + other.extensions.front());
        const bool several = names.size() > 1 || names.front().ends_with('s');
        what = "its " + enumerated(names) + (several ? " are" : " is") + " lost: sluice does not write " +
               (several ? "them" : "it") + " to " + codec.name +
               (others.empty() ? "" : ", but to " + enumerated(others));
    }
    if (!never.empty())
        what += (what.empty() ? "it loses its " : "; it loses its ") + enumerated(never) +
                ", which sluice does not carry";
    warn(what + " (" + Remedy{"save.keep", "none"} + " leaves metadata out on purpose)");
}

// The metadata that goes along; what does not is said.
Metadata carried(const Codec& codec, const ImageFormat& format, const Metadata& metadata, const Keep& keep,
                 const Warn& warn) {
    Metadata result = kept(metadata, keep, warn);
    const ColourProfile read{metadata.icc, metadata.icc_space};
    const bool same_colours = !format.profile || *format.profile == read;
    std::vector<MetadataKind> lost;
    result.icc = carried_profile(codec, format, metadata, keep, lost, warn);
    if (result.icc.empty())
        if (const auto light = profile_of_light(codec, format)) result.icc = light->icc;
    for (const std::string& meaning : lost_meaning(codec, format)) warn(meaning);
    if (metadata.moved && !result.geo.empty()) {
        result.geo.clear();
        warn("its GeoTIFF tags are left out: its pixels are no longer where they were");
    }

    leave_to_exif(codec, result);
    for (const MetadataKind kind : kinds_of(result).list())
        if (kind != MetadataKind::icc && !codec.holds.metadata.has(kind)) lost.push_back(kind);
    tell_lost(codec, lost, result.uncarried, warn);
    leave_only(result, codec.holds.metadata);
    result.exif = exif_for(result.exif, format);
    result.texts = texts_with_key(std::move(result.texts), codec.holds.text_key, codec.name, warn);

    const bool each = metadata.animation.delays.size() == format.layers;
    if (!codec.holds.animation || !(each || codec.takes_images)) result.animation = {};
    if (!codec.holds.nodata || !holds_nodata(format.pixel)) {
        result.nodata.reset();
        if (metadata.nodata)
            warn("its nodata value " + number_text(*metadata.nodata) + " is lost: " + codec.name + " of " +
                 std::string(name(format.pixel)) + " cannot hold it; a .tif of f32 can");
    }
    if (!same_colours || !codec.holds.png_color) {
        result.png_color.clear();
        if (same_colours && result.icc.empty() && !png_color_is_srgb(metadata.png_color))
            warn("its colours are not sRGB, and what says so (gAMA, cHRM or cICP) is lost: " + codec.name +
                 " cannot hold it; .png can");
    }
    return result;
}

// Refuses what such a file cannot hold as it is.
const Codec& codec_for(std::string_view extension, const ImageFormat& format, const Values& of_format) {
    if (format.pixels() == 0)
        throw Error(Error::Kind::usage, "", "an image without pixels cannot be written");
    ImageFormat wanted = writable(extension, format, of_format);
    wanted.order = format.order;
    if (wanted != format)
        throw Error(Error::Kind::usage, "",
                    "an image of " + format.text() + " has to be converted to " + wanted.text() + " first");
    return *codec_of_extension(extension);
}

Warn said_by(const Warn& warn) {
    return warn ? warn : [](const Wording&) {};
}

// Runs `work` and gives its errors the name of the output.
template <class Work>
auto named(const std::string& path, Work work) {
    try {
        return work();
    } catch (const FileExists&) {
        throw;
    } catch (const Error& error) {
        throw Error(error.kind(), output_name(path), error.message());
    } catch (const std::bad_alloc&) {
        throw Error(Error::Kind::input, output_name(path), "it needs more memory than there is");
    }
}

// Whether a codec takes these rows. `lanes`: also three channels padded to four.
bool may_be_written(const ConstHostView& rows, bool lanes) {
    return rows.format.order == Order::rgb && !rows.in_planes() && (rows.packed_pixels() || lanes);
}

// Packed rows with the channels in the order R G B.
HostImage as_codecs_take_them(const ConstHostView& src) {
    ImageFormat format = src.format;
    format.order = Order::rgb;
    HostImage dst(format, Destination{});
    copy_rows(src, dst.view());
    return dst;
}

// Puts rows as its codec takes them, a part at a time.
class ArrangedRows : public RowWriter {
public:
    ArrangedRows(bool lanes, std::unique_ptr<RowWriter> codec) : lanes_(lanes), codec_(std::move(codec)) {}

    void write(const ConstHostView& rows) override {
        if (may_be_written(rows, lanes_)) return codec_->write(rows);
        const std::size_t all = rows.format.rows();
        const std::size_t part = std::max<std::size_t>(1, part_bytes * all / rows.format.host_bytes());
        for (std::size_t y = 0; y < all; y += part)
            codec_->write(as_codecs_take_them(rows_of(rows, y, std::min(part, all - y))).view());
    }
    void finish() override { codec_->finish(); }

private:
    static constexpr std::size_t part_bytes = std::size_t{1} << 20;

    bool lanes_;
    std::unique_ptr<RowWriter> codec_;
};

std::unique_ptr<RowWriter> rows_of_codec(const Codec& codec, Output& file, const ImageFormat& format,
                                         const Metadata& metadata, const EncodeOptions& options,
                                         const Warn& warn) {
    return std::make_unique<ArrangedRows>(codec.holds.lanes,
                                          codec.begin(file, format, metadata, options, warn));
}

// A file on its way to its place.
class FileRowWriter : public RowWriter {
public:
    FileRowWriter(const std::string& path, const std::string& extension, const ImageFormat& format,
                  const Metadata& metadata, const WriteOptions& options, const Warn& warn)
        : path_(path) {
        // Of runs that were killed: as large as this will be, and hidden.
        if (!is_stdout(path)) remove_abandoned_files(end_of_links(path).parent_path());
        const Codec& codec = codec_for(extension, format, options.of_format);
        if (!is_stdout(path) || !codec.takes_images)
            placed_ = std::make_unique<FileOutput>(path, options.placing);
        Output& file = placed_ ? static_cast<Output&>(*placed_) : direct_;
        const EncodeOptions encode{own_options(codec, &Codec::save_options, options.of_format), true};
        if (!codec.begin) throw_input("it cannot be written row by row: it is " + codec.name);
        rows_ = rows_of_codec(codec, file, format, carried(codec, format, metadata, options.keep, warn),
                              encode, warn);
    }

    void write(const ConstHostView& rows) override {
        named(path_, [&] { rows_->write(rows); });
    }
    void finish() override {
        named(path_, [&] {
            rows_->finish();
            if (placed_) placed_->finish();
        });
    }

private:
    std::string path_;
    std::unique_ptr<FileOutput> placed_;
    StdoutOutput direct_;  // without it
    std::unique_ptr<RowWriter> rows_;
};

class FileWriter : public ImageWriter, public ImageStreamWriter {
public:
    FileWriter(const std::string& path, const ImageFormat& format, const WriteOptions& options)
        : path_(path),
          format_(format),
          options_(options),
          extension_(extension_for(path, options.format)),
          codec_(codec_of_extension(extension_)) {}

    std::size_t memory() override {
        if (codec_ == nullptr) return 0;
        const bool copied = format_.channels == 3 && !codec_->holds.lanes;
        const std::size_t copy = copied ? format_.host_bytes() : 0;
        if (codec_->write_memory) return copy + codec_->write_memory(format_, encode_options(false));
        return copy +
               static_cast<std::size_t>(codec_->memory.write * static_cast<double>(format_.host_bytes())) +
               codec_->memory.write_more;
    }

    RowMemory row_memory() override {
        if (path_.empty() && options_.format.empty()) return {};  // any file may be meant
        if (codec_ == nullptr) return {cannot_write(extension_)};
        if (!codec_->begin) return {codec_->name + " is written in one piece"};
        if (format_.layers > 1) return {"it has several layers"};
        const bool slow = codec_->slower_by_rows && codec_->slower_by_rows(format_);
        if (codec_->write_memory) return {"", codec_->write_memory(format_, encode_options(true)), slow};
        // Lines of blocks, filtered rows, strips; and what compressing takes.
        constexpr std::size_t most_rows = 64, more = std::size_t{4} << 20;
        return {"", most_rows * (format_.host_bytes() / format_.rows()) + more, slow};
    }

    bool takes_images() const override { return codec_ != nullptr && codec_->takes_images; }
    bool writes_such(Bytes head) override {
        return codec_ != nullptr && options_.keep == Keep{} && codec_of_content(head) == codec_;
    }

    void write(const ConstHostView& image, const Metadata& metadata, const Warn& warn) override {
        named(path_, [&] {
            const std::vector<std::uint8_t> file =
                encode(extension_, image, metadata, options_.of_format, warn, options_.keep);
            is_stdout(path_) ? write_stdout(file) : write_file(path_, file, options_.placing);
        });
    }

    std::unique_ptr<RowWriter> rows(const Metadata& metadata, const Warn& warn) override {
        return named(path_, [&] {
            return std::unique_ptr<RowWriter>(std::make_unique<FileRowWriter>(
                path_, extension_, format_, metadata, options_, said_by(warn)));
        });
    }

private:
    EncodeOptions encode_options(bool little_memory) const {
        return {own_options(*codec_, &Codec::save_options, options_.of_format), little_memory};
    }

    std::string path_;
    ImageFormat format_;
    WriteOptions options_;
    std::string extension_;
    const Codec* codec_;  // nullptr: it is of no format that sluice knows
};

}  // namespace

std::string extension_for(const std::string& path, const std::string& format) {
    if (!format.empty()) return format;
    const std::string extension = extension_of(path);
    return is_stdout(path) && extension.empty() ? "png" : extension;
}

std::vector<std::uint8_t> encode(std::string_view extension, const ConstHostView& image,
                                 const Metadata& metadata, const Values& of_format, const Warn& warn,
                                 const Keep& keep) {
    const Codec& codec = codec_for(extension, image.format, of_format);
    const EncodeOptions options{own_options(codec, &Codec::save_options, of_format), false};
    const Warn tell = said_by(warn);
    const Metadata along = carried(codec, image.format, metadata, keep, tell);
    if (codec.begin) {
        MemoryOutput file;
        const auto rows = rows_of_codec(codec, file, image.format, along, options, tell);
        rows->write(image);
        rows->finish();
        return file.take();
    }
    if (may_be_written(image, codec.holds.lanes)) return codec.write(image, along, options, tell);
    return codec.write(as_codecs_take_them(image).view(), along, options, tell);
}

std::unique_ptr<ImageWriter> open_for_writing(const std::string& path, const ImageFormat& format,
                                              const WriteOptions& options) {
    return std::make_unique<FileWriter>(path, format, options);
}

}  // namespace sluice
