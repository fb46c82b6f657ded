#include "io/read.hpp"

#include "io/codecs.hpp"
#include "io/decoding_time.hpp"
#include "io/exif/orientation.hpp"
#include "io/rows.hpp"
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/files/input.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

namespace sluice {
namespace {

// Enough for nearly every header; longer ones make a second read.
constexpr std::size_t head_bytes = std::size_t{64} << 10;
constexpr std::size_t most_head_bytes = std::size_t{16} << 20;

const Codec& codec_of(Bytes head, const std::string& name) {
    if (head.empty()) throw_input("the file is empty");
    if (const std::string format = foreign_format(head, extension_of(name)); !format.empty())
        throw_input(foreign_refusal(format));
    if (const Codec* codec = codec_of_content(head)) {
        if (!codec->missing.empty())
            throw_input("it is " + codec->name + ", which this sluice cannot read: it was built without " +
                        codec->missing);
        return *codec;
    }
    // TGA is told by its values alone: a broken one explains itself best.
    const Codec* named = codec_of_extension(extension_of(name));
    if (named != nullptr && named->name == "TGA") return *named;
    throw_input("it is no picture that sluice knows; sluice reads " + readable_formats());
}

// Sizes of headers are below 2^63, so that their products may not fit into 64 bits: compared as doubles.
void check_size(const ImageFormat& format, const ReadOptions& options) {
    const double pixels = static_cast<double>(format.width) * static_cast<double>(format.height) *
                          static_cast<double>(format.layers);
    const double bytes = pixels * format.channels * static_cast<double>(sluice::bytes(format.pixel));
    const std::string size = std::to_string(format.width) + "x" + std::to_string(format.height) +
                             (format.layers > 1 ? "x" + std::to_string(format.layers) : "");
    if (options.max_pixels > 0) {
        if (pixels > static_cast<double>(options.max_pixels))
            throw_input("it is too large: " + size + " pixels are more than the limit of " +
                        std::to_string(options.max_pixels) + ", which " + Remedy{"load.max_pixels"} +
                        " sets");
    } else if (bytes > static_cast<double>(options.max_bytes)) {
        const auto counted = static_cast<std::uintmax_t>(std::min(bytes, 0x1p63));
        throw_input("it is too large: " + size + " pixels would take " + byte_count(counted) +
                    " in memory, the limit is " + byte_count(options.max_bytes) + "; " +
                    Remedy{"load.max_pixels"} + " sets another one");
    }
}

// Of a file that has to be in memory as a whole: a PSD has layers beside its picture. Of a stream, which may
// never end, half as much.
std::size_t max_file_bytes(const Input& input, const ReadOptions& options) {
    constexpr std::size_t most = std::size_t{1} << 48, beside_pixels = std::size_t{64} << 20;
    const std::size_t pixels =
        std::max(std::min(options.max_bytes, most), 16 * std::min(options.max_pixels, most));
    return (input.regular() ? 2 : 1) * pixels + beside_pixels;
}

// Runs `work` and gives its errors the name of the input. Words of the file in them are shown on one line.
template <class Work>
auto named(const std::string& name, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        throw Error(error.kind(), name,
                    error.message().with([](std::string_view words) { return printable_text(words); }));
    } catch (const std::bad_alloc&) {
        throw Error(Error::Kind::input, name, "it needs more memory than there is");
    }
}

// For whoever opens a file to look at it, before it is opened again to be read.
void expect_no_pipe(const std::string& path) {
    if (is_pipe(path))
        throw_input(
            "it is a pipe, which gives its bytes once; as stdin it can be read: load -, with '< PIPE' behind "
            "the command");
}

// Page 0, all of them, is what there is where a file holds one picture only.
void check_page(const Codec& codec, int page) {
    if (page > 1 && !codec.pages)
        throw_input("it has no page " + std::to_string(page) + ": a " + codec.name + " holds one picture");
}

std::string each_of(const std::vector<int>& numbers) {
    std::string text;
    for (const int n : numbers)
        text += (text.empty() ? "" : n == numbers.back() ? " or " : ", ") + std::to_string(n);
    return text;
}

std::string codecs_that_shrink() {
    std::string names;
    for (const Codec& codec : codecs())
        if (!codec.shrinks.empty()) names += (names.empty() ? "" : " and ") + codec.name;
    return names;
}

// Sides are rounded up.
ImageFormat shrunk(ImageFormat format, const Codec& codec, int by) {
    if (by == 1) return format;
    if (codec.shrinks.empty())
        throw_input("it is " + codec.name + ", which cannot be read smaller than it is; " +
                    codecs_that_shrink() + " can: leave shrink=" + std::to_string(by) +
                    " out, or say shrink=auto");
    if (std::find(codec.shrinks.begin(), codec.shrinks.end(), by) == codec.shrinks.end())
        throw_input("a " + codec.name + " can be read smaller by " + each_of(codec.shrinks) + ", not by " +
                    std::to_string(by));
    const auto n = static_cast<std::size_t>(by);
    format.width = ceil_div(format.width, n);
    format.height = ceil_div(format.height, n);
    return format;
}

// Whether integers, or halves, become real numbers, because the user names one of them that is no pixel.
bool becomes_real(Pixel pixel, const ReadOptions& options) {
    return !options.nodata.of_file && options.nodata.value && !holds_nodata(pixel);
}

DecodeOptions decode_options(const ReadOptions& options) {
    const bool may_become_real = becomes_real(Pixel::u8, options);
    return {options.lenient, may_become_real ? Destination{} : options.destination,
            options.page,    options.shrink,
            options.layout,  options.space,
            options.nodata};
}

// What will be read. Checked is all of the picture, which is what decoding takes memory for.
ImageFormat checked(const FileHeader& header, const Codec& codec, const ReadOptions& options) {
    ImageFormat format = upright(header.format, header.orientation);
    if (becomes_real(format.pixel, options)) {
        if (format.has_alpha())
            throw_input("it has alpha, which says what is no pixel: leave nodata=" +
                        number_text(*options.nodata.value) + " out");
        format = with_nodata(format);
    }
    check_size(format, options);
    ImageFormat result = shrunk(format, codec, options.shrink);
    result.space = options.space.value_or(result.space);
    return result;
}

ImageFormat checked_header(const Codec& codec, Bytes file, const ReadOptions& options) {
    check_page(codec, options.page);
    return checked(codec.read_file_header ? codec.read_file_header(file_bytes(file), decode_options(options))
                                          : codec.read_header(file),
                   codec, options);
}

// How a picture lies in one that is read so much smaller. A codec begins at the first row and column that
// are stored.
Shrunk shrunk_as(const FileHeader& header, int by) {
    const ImageFormat whole = upright(header.format, header.orientation);
    Shrunk as{static_cast<std::size_t>(by)};
    const ImageFormat small = as.of(whole);
    const Turn turn = turn_of(header.orientation);
    if (turn.against_x()) as.left = small.width * as.by - whole.width;
    if (turn.against_y()) as.top = small.height * as.by - whole.height;
    return as;
}

Warn said_by(const Warn& warn) {
    return [warn](const std::string& text) {
        if (warn) warn(printable_text(text));
    };
}

// The same pixels, which are said to mean something else.
HostImage meaning(HostImage src, Space space) {
    ImageFormat format = src.format();
    if (format.space == space) return src;
    format.space = space;
    HostImage dst(format, src.destination());
    for (std::size_t y = 0; y < format.rows(); ++y) std::memcpy(dst.row(y), src.row(y), dst.pitch());
    dst.metadata = std::move(src.metadata);
    return dst;
}

// What all codecs leave to us.
HostImage finished(HostImage image, const ReadOptions& options) {
    if (becomes_real(image.format().pixel, options))
        image = with_nodata(image, *options.nodata.value, options.destination);
    if (options.space) image = meaning(std::move(image), *options.space);
    image.metadata.altered |= options.shrink > 1;
    image.metadata.icc_space = image.format().space;
    return image;
}

HostImage decoded_in_time(const Codec& codec, const FileBytes& file, const ReadOptions& options,
                          const Warn& warn) {
    DecodingTime time(options.max_seconds);
    return finished(time.count([&] {
        return decoded(codec, time.watched(file), decode_options(options), said_by(warn));
    }),
                    options);
}

HostImage decode(Bytes file, const std::string& name, const ReadOptions& options, const Warn& warn) {
    const Codec& codec = codec_of(file.first(std::min(file.size(), head_bytes)), name);
    checked_header(codec, file, options);
    if (!codec.open) {
        HostImage image = codec.read(file, decode_options(options), said_by(warn));
        if (const auto nodata = nodata_of(options.nodata, image.metadata.nodata))
            take_nodata(image.view(), *nodata);
        return finished(std::move(image), options);
    }
    return decoded_in_time(codec, file_bytes(file), options, warn);
}

// All of a file, which is in memory only where it cannot be read anywhere.
FileBytes bytes_of(Input& input, const ReadOptions& options) {
    if (input.regular()) return {input.at(), input.size()};
    return file_bytes(input.all(max_file_bytes(input, options)));
}

// From the beginning of the file, or from more of it where that is not enough.
FileHeader file_header(Input& input, const Codec& codec, const ReadOptions& options) {
    check_page(codec, options.page);
    if (codec.read_file_header)
        return codec.read_file_header(bytes_of(input, options), decode_options(options));
    const Bytes head = input.head(head_bytes);
    try {
        return codec.read_header(head);
    } catch (const Error&) {
        if (head.size() < head_bytes) throw;
        return codec.read_header(input.head(most_head_bytes));
    }
}

PictureHeader header(Input& input, const std::string& name, const ReadOptions& options) {
    const Codec& codec = codec_of(input.head(head_bytes), name);
    const FileHeader found = file_header(input, codec, options);
    PictureHeader result{checked(found, codec, options), {}};
    for (const int by : codec.shrinks) result.smaller.push_back(shrunk_as(found, by));
    return result;
}

// The profile of a picture whose header is `format`, as far as it can be found before anything is decoded.
// Damage is for those who decode.
ImageFormat with_profile(ImageFormat format, const Codec& codec, const FileBytes& file,
                         const ReadOptions& options) {
    if (!codec.open || !codec.holds.icc) return format;
    try {
        const DecodedRows rows(codec, file, decode_options(options), [](const std::string&) {});
        if (const auto& icc = rows.file().metadata.icc; !icc.empty())
            format.profile = std::make_shared<const ColourProfile>(ColourProfile{icc, format.space});
    } catch (const Error&) {
    }
    return format;
}

// A file that is open, and where its rows are.
class OpenPicture : public RowReader {
public:
    OpenPicture(const std::string& path, const ReadOptions& options, const Warn& warn)
        : name_(input_name(path)), input_((expect_no_pipe(path), path)), time_(options.max_seconds) {
        header(input_, path, options);
        codec_ = &codec_of(input_.head(head_bytes), path);
        if (!input_.regular()) in_memory_ = input_.all(max_file_bytes(input_, options)).size();
        if (codec_->open) {
            time_.count([&] {
                rows_.emplace(*codec_, time_.watched(bytes_of(input_, options)), decode_options(options),
                              said_by(warn));
            });
            real_ = becomes_real(rows_->file().format.pixel, options);
            metadata_ = rows_->file().metadata;
            metadata_.icc_space = rows_->file().format.space;
            metadata_.altered |= rows_->file().orientation > 1;
        } else if (input_.regular()) {
            in_memory_ = input_.size();
        }
    }

    // Why it cannot be read by rows, or "".
    std::string refusal() const {
        if (!input_.regular()) return "it is no file on a disk, which can be read more than once";
        if (!rows_) return codec_->name + " is decoded in one piece";
        if (!rows_->in_order()) return "it is turned upright when it is read";
        if (real_) return "its numbers become real ones, because one of them is no pixel";
        return rows_->file().at_once;
    }
    std::size_t memory_by_rows() { return rows_->memory(); }
    // For a picture that is read to this format, beside its pixels.
    std::size_t memory_of_whole(const ImageFormat& read) {
        constexpr std::size_t copies = 4;  // of metadata, as libraries have it and on its way
        if (!rows_)
            return in_memory_ +
                   static_cast<std::size_t>(codec_->memory.read * static_cast<double>(read.host_bytes()));
        ImageFormat part = rows_->file().format;
        part.height = rows_->part();
        const std::size_t before = real_ ? read.host_bytes() : 0;  // they become real
        return in_memory_ + before + rows_->memory() + (rows_->in_order() ? 0 : placed_bytes(part)) +
               copies * (metadata_.icc.size() + metadata_.exif.size() + metadata_.xmp.size());
    }
    bool placed() const { return codec_->places; }
    const ImageFormat& format() const override { return rows_->file().format; }
    const Metadata& metadata() const override { return metadata_; }
    void read(const HostView& rows) override {
        named(name_, [&] { time_.count([&] { rows_->read(rows); }); });
    }
    std::size_t skip(std::size_t rows) override {
        return named(name_, [&] { return rows_->skip(rows); });
    }

private:
    std::string name_;
    Input input_;
    DecodingTime time_;
    const Codec* codec_ = nullptr;
    std::optional<DecodedRows> rows_;
    std::size_t in_memory_ = 0;  // bytes of the file
    bool real_ = false;          // its numbers become real ones
    Metadata metadata_;
};

}  // namespace

ReadMemory memory_to_read(const std::string& path, const ImageFormat& format, const ReadOptions& options) {
    return named(input_name(path), [&]() -> ReadMemory {
        OpenPicture picture(path, options, {});
        return {placed_bytes(format), picture.memory_of_whole(format), picture.placed()};
    });
}

RowMemory memory_to_read_rows(const std::string& path, const ReadOptions& options) {
    return named(input_name(path), [&]() -> RowMemory {
        OpenPicture picture(path, options, {});
        if (const std::string refusal = picture.refusal(); !refusal.empty()) return {refusal};
        return {"", picture.memory_by_rows()};
    });
}

std::unique_ptr<RowReader> open_rows(const std::string& path, const ReadOptions& options, const Warn& warn) {
    return named(input_name(path), [&] {
        auto picture = std::make_unique<OpenPicture>(path, options, warn);
        if (const std::string refusal = picture->refusal(); !refusal.empty())
            throw_input("it cannot be read row by row: " + refusal);
        return std::unique_ptr<RowReader>(std::move(picture));
    });
}

PictureHeader read_header(const std::string& path, const ReadOptions& options) {
    return named(input_name(path), [&]() -> PictureHeader {
        expect_no_pipe(path);
        Input input(path);
        PictureHeader found = header(input, path, options);
        const Codec& codec = codec_of(input.head(head_bytes), path);
        if (codec.open && codec.holds.icc)
            found.format = with_profile(found.format, codec, bytes_of(input, options), options);
        return found;
    });
}

ImageFormat probe(const std::string& path, const ReadOptions& options) {
    return read_header(path, options).format;
}

HostImage read(const std::string& path, const ReadOptions& options, const Warn& warn) {
    return named(input_name(path), [&] {
        Input input(path);
        header(input, path, options);  // a bomb is refused before its file is read
        const Codec& codec = codec_of(input.head(head_bytes), path);
        if (!codec.open) return decode(input.all(max_file_bytes(input, options)), path, options, warn);
        return decoded_in_time(codec, bytes_of(input, options), options, warn);
    });
}

std::string refused_by_name(const std::string& path) {
    const std::string extension = extension_of(path);
    if (!is_foreign_extension(extension) || is_pipe(path)) return "";
    try {
        Input input(path);
        const std::string format = foreign_format(input.head(head_bytes), extension);
        return format.empty() ? "" : foreign_refusal(format);
    } catch (const Error&) {
        return "";
    }
}

ImageFormat probe(Bytes file, const std::string& name, const ReadOptions& options) {
    return named(name, [&] {
        const Codec& codec = codec_of(file.first(std::min(file.size(), head_bytes)), name);
        return with_profile(checked_header(codec, file, options), codec, file_bytes(file), options);
    });
}

HostImage read(Bytes file, const std::string& name, const ReadOptions& options, const Warn& warn) {
    return named(name, [&] { return decode(file, name, options, warn); });
}

}  // namespace sluice
