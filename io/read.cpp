#include "io/read.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/decoding_time.hpp"
#include "io/exif/orientation.hpp"
#include "io/rows.hpp"
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/image_stream.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/files/decoded_apart.hpp"
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

const Codec& codec_of(Bytes head, const std::string& name, const std::string& format_given) {
    if (head.empty()) throw_input("the file is empty");
    const Codec* named = codec_of_extension(format_given.empty() ? extension_of(name) : format_given);
    if (!format_given.empty()) {
        if (named == nullptr || !named->reads())
            throw Error(Error::Kind::usage, "", cannot_read(format_given));
        if (named->probe && !named->probe(head)) throw_input("it is no " + named->name);
        return *named;
    }
    if (named != nullptr && named->told_by_name) return *named;
    if (const std::string format = foreign_format(head, extension_of(name)); !format.empty())
        throw_input(foreign_refusal(format));
    if (const Codec* codec = codec_of_content(head)) {
        if (!codec->missing.empty())
            throw_input("it is " + codec->name + ", which this sluice cannot read: it was built without " +
                        codec->missing);
        return *codec;
    }
    // A broken file of a format that is told by its values alone explains itself best.
    if (named != nullptr && named->guessed) return *named;
    Wording what = "it is not an image that sluice can read; sluice reads " + readable_formats();
    for (const Codec& codec : codecs())
        if (codec.told_by_name)
            what += "; " + Remedy{"load.format", codec.extensions.front()} + " reads " + codec.name;
    throw_input(what);
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
                    Remedy{"load.max_pixels"} + " raises it");
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

// Words of the file are shown on one line.
Wording printable_words(const Wording& text) {
    return text.with([](std::string_view words) { return printable_text(words); });
}

// Runs `work` and gives its errors the name of the input.
template <class Work>
decltype(auto) named(const std::string& name, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        throw Error(error.kind(), name, printable_words(error.message()));
    } catch (const std::bad_alloc&) {
        throw Error(Error::Kind::input, name, "it needs more memory than there is");
    }
}

// Page 0, all of them, is what there is where a file holds one picture only.
void check_page(const Codec& codec, int page) {
    if (page > 1 && !codec.pages)
        throw_input("it has no page " + std::to_string(page) + ": a " + codec.name + " holds one image");
}

std::string each_of(const std::vector<int>& numbers) {
    std::string text;
    for (const int n : numbers)
        text += (text.empty() ? "" : n == numbers.back() ? " or " : ", ") + std::to_string(n);
    return text;
}

// Sides are rounded up.
ImageFormat shrunk(ImageFormat format, const Codec& codec, int by) {
    if (by == 0 || by == 1) return format;
    if (codec.shrinks.empty())
        throw_input("it is " + codec.name + ", which cannot be read smaller than it is; " +
                    enumerated(formats_where(shrinks)) + " can; leave shrink=" + std::to_string(by) +
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

DecodeOptions decode_options(const Codec& codec, const ReadOptions& options) {
    return {options.lenient, options.page,   std::max(options.shrink, 1),
            options.space,   options.nodata, own_options(codec, &Codec::load_options, options.of_format)};
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

// What will be read. Checked is all of the picture, which is what decoding takes memory for.
ImageHeader checked(const FileHeader& found, const Codec& codec, const ReadOptions& options) {
    ImageFormat format = upright(found.format, found.orientation);
    if (becomes_real(format.pixel, options)) {
        if (format.has_alpha())
            throw_input("its alpha already marks missing pixels; leave nodata=" +
                        number_text(*options.nodata.value) + " out");
        format = with_nodata(format);
    }
    check_size(format, options);
    ImageHeader header(shrunk(format, codec, options.shrink));
    header.whole = format;
    header.whole.space = header.format.space = options.space.value_or(format.space);
    header.shrink = static_cast<std::size_t>(std::max(options.shrink, 1));
    if (options.shrink == 0)
        for (auto by = codec.shrinks.rbegin(); by != codec.shrinks.rend(); ++by)
            header.smaller.push_back(shrunk_as(found, *by));
    return header;
}

Warn said_by(const Warn& warn) {
    return [warn](const Wording& text) {
        if (warn) warn(printable_words(text));
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
HostImage finished(HostImage image, const ReadOptions& options, const Destination& wanted) {
    if (becomes_real(image.format().pixel, options))
        image = with_nodata(image, *options.nodata.value, wanted);
    if (options.space) image = meaning(std::move(image), *options.space);
    image.metadata.altered |= options.shrink > 1;
    image.metadata.moved |= options.shrink > 1;
    image.metadata.icc_space = image.format().space;
    return image;
}

// A decoder at the top of a picture, and what it takes of time.
struct Decoding {
    Decoding(const Codec& codec, const FileBytes& file, const ReadOptions& options, const Warn& warn)
        : time(options.max_seconds), rows(time.count([&] {
              return DecodedRows(codec, time.watched(file), decode_options(codec, options), said_by(warn));
          })) {}

    DecodingTime time;
    DecodedRows rows;
};

// The rows of a file that stays open.
class RowsOfFile : public RowReader {
public:
    RowsOfFile(std::string name, const Codec& codec, const FileBytes& file, const ReadOptions& options,
               const Warn& warn)
        : name_(std::move(name)),
          decoding_(codec, file, options, warn),
          metadata_(decoding_.rows.file().metadata) {
        metadata_.icc_space = format().space;
        metadata_.altered |= decoding_.rows.file().orientation > 1;
        metadata_.moved |= decoding_.rows.file().orientation > 1;
    }

    const ImageFormat& format() const override { return decoding_.rows.file().format; }
    const Metadata& metadata() const override { return metadata_; }
    void read(const HostView& rows) override {
        named(name_, [&] { decoding_.time.count([&] { decoding_.rows.read(rows); }); });
    }
    std::size_t skip(std::size_t rows) override {
        return named(name_, [&] { return decoding_.rows.skip(rows); });
    }

private:
    std::string name_;
    Decoding decoding_;
    Metadata metadata_;
};

class CodecFile : public ImageFile, public ImageStream {
public:
    CodecFile(const std::string& path, const ReadOptions& options)
        : path_(path), name_(input_name(path)), options_(options) {
        if (!is_pipe(path)) named(name_, [&] { open(path); });
    }
    CodecFile(Bytes file, const std::string& name, const ReadOptions& options)
        : path_(name), name_(name), options_(options) {
        named(name_, [&] { open(file); });
    }

    const ImageHeader& header() override {
        return named(name_, [&]() -> const ImageHeader& {
            expect_open();
            if (!std::exchange(was_asked_, true) && codec_->open && reads_profile()) find_profile();
            return header_;
        });
    }
    void read_smaller(const Shrunk& as) override {
        options_.shrink = static_cast<int>(as.by);
        header_.format = as.of(header_.format);
        header_.shrink = as.by;
        header_.smaller.clear();
        cost_.reset();
    }

    ImageFacts facts(const Warn& warn) override {
        return named(name_, [&] {
            expect_open();
            ImageFacts facts;
            facts.format = codec_->name;
            facts.bytes = input_->regular() ? input_->size() : all().size();
            facts.image = header_.format;
            facts.bits = static_cast<int>(8 * sluice::bytes(header_.format.pixel));
            facts.orientation = found_.orientation;
            if (codec_->open)
                take_facts_of_rows(facts, warn);
            else if (codec_->read_metadata)
                facts.metadata = from_head(codec_->read_metadata);
            return facts;
        });
    }

    ReadMemory memory() override {
        return named(name_, [&]() -> ReadMemory {
            return {placed_bytes(header_.format), cost().beside, codec_->places};
        });
    }
    RowMemory row_memory() override {
        return named(name_, [&] { return cost().rows; });
    }

    HostImage read(const Destination& wanted, const Warn& warn) override {
        return named(name_, [&] {
            if (codec_ == nullptr) open(path_);
            return finished(codec_->open ? decoded_rows(wanted, warn) : decoded_whole(warn), options_,
                            wanted);
        });
    }
    std::unique_ptr<RowReader> rows(const Warn& warn) override {
        return named(name_, [&]() -> std::unique_ptr<RowReader> {
            if (const std::string& refusal = cost().rows.refusal; !refusal.empty())
                throw_input("it cannot be read row by row: " + refusal);
            return std::make_unique<RowsOfFile>(name_, *codec_, bytes(), options_, warn);
        });
    }

    bool has_images() const override { return codec_ != nullptr && codec_->images && one_by_one(); }
    const Metadata& metadata() override {
        return named(name_, [&]() -> const Metadata& { return images().metadata(); });
    }
    bool next(const HostView& dst, const Warn& warn) override {
        return named(name_, [&] {
            if (options_.frames > 0 && taken_ == options_.frames) return false;
            ++taken_;
            return images().next(dst, said_by(warn));
        });
    }

private:
    struct Cost {
        std::size_t beside;
        RowMemory rows;
    };

    template <class From>
    void open(const From& from) {
        input_.emplace(from);
        const Codec& codec = codec_of(input_->head(head_bytes), path_, options_.format);
        if (codec.isolated) DecodersApart::expect_none();
        found_ = file_header(codec);
        header_ = checked(found_, codec, options_);
        codec_ = &codec;
    }

    FileHeader file_header(const Codec& codec) {
        check_page(codec, options_.page);
        if (codec.images && !input_->regular() && one_by_one())
            return from_head<FileHeader>(
                [&](Bytes head) { return codec.images_header(head, decode_options(codec, options_)); });
        if (codec.read_file_header) return codec.read_file_header(bytes(), decode_options(codec, options_));
        return from_head(codec.read_header);
    }
    // From the beginning of the file, or from more of it where that is not enough.
    template <class Found>
    Found from_head(const std::function<Found(Bytes)>& read) {
        const Bytes head = input_->head(head_bytes);
        try {
            return read(head);
        } catch (const Error&) {
            if (head.size() < head_bytes) throw;
            return read(input_->head(most_head_bytes));
        }
    }

    bool reads_profile() const { return codec_->reads_kinds.has(MetadataKind::icc); }

    void take_facts_of_rows(ImageFacts& facts, const Warn& warn) {
        DecodingTime time(options_.max_seconds);
        time.count([&] {
            const std::unique_ptr<FileRows> rows =
                codec_->open(time.watched(bytes()), decode_options(*codec_, options_), said_by(warn));
            facts.metadata = rows->metadata;
            if (rows->bits > 0) facts.bits = rows->bits;
            if (!facts.metadata.icc.empty() && reads_profile())
                facts.image.profile = std::make_shared<const ColourProfile>(
                    ColourProfile{facts.metadata.icc, facts.image.space});
            facts.pages = rows->pages();
        });
    }
    ImagesReader& images() {
        if (!images_) {
            const auto bytes = [this](void* to, std::size_t count) { return input_->next(to, count); };
            images_ = codec_->images(bytes, decode_options(*codec_, options_));
        }
        return *images_;
    }
    bool one_by_one() const { return options_.page == 1 && options_.frames != 1; }

    // All of the file, which is in memory only where it cannot be read anywhere.
    FileBytes bytes() {
        if (input_->regular()) return {input_->at(), input_->size()};
        return file_bytes(all());
    }
    Bytes all() { return input_->all(max_file_bytes(*input_, options_)); }

    void expect_open() const {
        if (codec_ == nullptr)
            throw_input(
                "it is a pipe, which can be read only once; to read it through stdin, write 'load -' and add "
                "'< PIPE' to the command");
    }

    // Damage is for those who decode.
    void find_profile() {
        try {
            look();
        } catch (const Error&) {
        }
    }

    const Cost& cost() {
        expect_open();
        if (!cost_) look();
        return *cost_;
    }

    // Finds what a decoder says that begins, which decodes no pixel: the profile, and what the rest takes.
    void look() {
        const ImageFormat& read = header_.format;
        if (has_images()) {  // of a pipe, nothing is read ahead
            cost_ = {read.host_bytes(), {"it is a video, which is read image by image"}};
            return;
        }
        std::size_t beside = input_->regular() ? 0 : all().size();
        if (!codec_->open) {
            if (input_->regular()) beside = static_cast<std::size_t>(input_->size());
            beside += static_cast<std::size_t>(codec_->memory.read * static_cast<double>(read.host_bytes()));
            cost_ = {beside, {by_rows_refusal(nullptr)}};
            return;
        }
        Decoding decoding(*codec_, bytes(), options_, {});
        DecodedRows& rows = decoding.rows;
        const Metadata& found = rows.file().metadata;
        if (!found.icc.empty() && reads_profile())
            header_.format.profile =
                std::make_shared<const ColourProfile>(ColourProfile{found.icc, read.space});
        constexpr std::size_t copies = 4;  // of metadata, as libraries have it and on its way
        ImageFormat part = rows.file().format;
        part.height = rows.part();
        if (becomes_real(part.pixel, options_)) beside += read.host_bytes();
        if (!rows.in_order()) beside += placed_bytes(part);
        std::size_t texts = 0;
        for (const MetadataText& text : found.texts) texts += text.key.size() + text.text.size();
        beside += rows.memory() + copies * (found.icc.size() + found.exif.size() + found.xmp.size() +
                                            found.iptc.size() + found.geo.size() + texts);
        const std::string refusal = by_rows_refusal(&rows);
        cost_ = {beside, {refusal, refusal.empty() ? rows.memory() : 0}};
    }

    // Why it cannot be read by rows, or "".
    std::string by_rows_refusal(const DecodedRows* rows) const {
        if (!input_->regular()) return "it is not a regular file, so it can be read only once";
        if (rows == nullptr) return codec_->name + " is always decoded as a whole";
        if (!rows->in_order()) return "its EXIF orientation rotates it";
        if (becomes_real(rows->file().format.pixel, options_))
            return "its values become floats, because one of them marks missing pixels";
        return rows->file().at_once;
    }

    HostImage decoded_rows(const Destination& wanted, const Warn& warn) {
        Decoding decoding(*codec_, bytes(), options_, warn);
        const bool placed = codec_->places && !becomes_real(Pixel::u8, options_);
        return decoding.time.count([&] { return decoded(decoding.rows, placed ? wanted : Destination{}); });
    }
    HostImage decoded_whole(const Warn& warn) {
        const Bytes file = all();
        checked(codec_->read_header(file), *codec_, options_);
        HostImage image = codec_->read(file, decode_options(*codec_, options_), said_by(warn));
        if (codec_->read_metadata) image.metadata = codec_->read_metadata(file);
        if (const auto nodata = nodata_of(options_.nodata, image.metadata.nodata))
            take_nodata(image.view(), *nodata);
        return image;
    }

    std::string path_, name_;
    ReadOptions options_;
    std::optional<Input> input_;    // not of a pipe, until it is read
    const Codec* codec_ = nullptr;  // of a file whose header was read
    FileHeader found_;
    ImageHeader header_;
    bool was_asked_ = false;  // for the header
    std::unique_ptr<ImagesReader> images_;
    std::size_t taken_ = 0;  // of these
    std::optional<Cost> cost_;
};

}  // namespace

std::unique_ptr<ImageFile> open_image(const std::string& path, const ReadOptions& options) {
    return std::make_unique<CodecFile>(path, options);
}
std::unique_ptr<ImageFile> open_image(Bytes file, const std::string& name, const ReadOptions& options) {
    return std::make_unique<CodecFile>(file, name, options);
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

}  // namespace sluice
