#include "io/exr/alpha.hpp"
#include "io/exr/exr.hpp"
#include "io/exr/file.hpp"
#include "io/pages.hpp"
#include "io/resolution.hpp"
#include "io/rows.hpp"
#include "io/texts.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

using Imath::Box2i;

// How a part of a file becomes an image.
struct ExrPicture {
    std::vector<std::string> channels;
    Box2i stored, shown;  // pixels of the file, pixels of the image
    ImageFormat format;
    bool alpha = false;  // which colours are multiplied with
    bool integers = false;

    bool has_row(std::int64_t y) const { return y >= stored.min.y && y <= stored.max.y; }
    bool same_columns() const { return stored.min.x == shown.min.x && stored.max.x == shown.max.x; }
};

std::string last_part(const std::string& channel) { return channel.substr(channel.rfind('.') + 1); }

std::size_t side_of(int low, int high) {
    constexpr int most = 1 << 30;  // of a place
    if (high < low || low < -most || high > most)
        throw_input("it is a broken OpenEXR: its window is impossible");
    return static_cast<std::size_t>(std::int64_t{high} - low + 1);
}

[[noreturn]] void throw_no_channels(const Imf::Header& header, const std::string& fault) {
    constexpr std::size_t most = 40;
    std::vector<std::string> names;
    for (auto at = header.channels().begin(); at != header.channels().end() && names.size() <= most; ++at)
        names.push_back(names.size() < most ? at.name() : "...");
    throw_input(fault + "; it has the channels " + listed(names) + ", and " + Remedy{"load.channels"} +
                " chooses among them");
}

// The names of those that become the image.
std::vector<std::string> chosen(const Imf::Header& header, const ExrReading& reading) {
    const auto has = [&](const std::string& name) { return header.channels().findChannel(name) != nullptr; };
    if (!reading.channels.empty()) {
        const std::vector<std::string> names = split(reading.channels, ',');
        if (names.size() > 4)
            throw_input("an image has at most four channels, not " + in_quotes(reading.channels));
        for (const std::string& name : names)
            if (!has(name)) throw_no_channels(header, "it has no channel " + in_quotes(name));
        return names;
    }
    const std::string layer = reading.layer.empty() ? "" : reading.layer + ".";
    std::vector<std::string> names;
    const auto add = [&](const char* name) {
        if (has(layer + name)) names.push_back(layer + name);
    };
    if (has(layer + "R") && has(layer + "G") && has(layer + "B")) {
        for (const char* name : {"R", "G", "B", "A"}) add(name);
    } else if (has(layer + "RY") || has(layer + "BY")) {
        throw_no_channels(header,
                          "its colours are stored as brightness and differences, which sluice cannot read");
    } else if (has(layer + "Y")) {
        for (const char* name : {"Y", "A"}) add(name);
    }
    if (!names.empty()) return names;
    for (auto at = header.channels().begin(); at != header.channels().end(); ++at)
        if (std::string(at.name()).starts_with(layer)) names.emplace_back(at.name());
    if (names.size() == 1) return names;
    throw_no_channels(
        header, layer.empty() ? "it has neither R, G and B nor Y"
                              : "its layer " + in_quotes(reading.layer) + " has neither R, G and B nor Y");
}

ExrPicture picture_of(const Imf::Header& header, const ExrReading& reading) {
    ExrPicture picture;
    picture.channels = chosen(header, reading);
    picture.stored = header.dataWindow();
    picture.shown = reading.window == ExrWindow::data ? picture.stored : header.displayWindow();
    side_of(picture.stored.min.x, picture.stored.max.x);
    side_of(picture.stored.min.y, picture.stored.max.y);

    ImageFormat& format = picture.format;
    format.width = side_of(picture.shown.min.x, picture.shown.max.x);
    format.height = side_of(picture.shown.min.y, picture.shown.max.y);
    format.channels = static_cast<int>(picture.channels.size());
    format.pixel = Pixel::f16;
    format.space = Space::linear;
    for (const std::string& name : picture.channels) {
        const Imf::Channel& channel = header.channels()[name];
        if (channel.xSampling != 1 || channel.ySampling != 1)
            throw_input("its channel " + in_quotes(name) + " has fewer pixels than the others");
        if (channel.type != Imf::HALF) format.pixel = Pixel::f32;
        picture.integers |= channel.type == Imf::UINT;
        const std::string last = last_part(name);
        if (last != "R" && last != "G" && last != "B" && last != "Y" && last != "A")
            format.space = Space::data;
    }
    if (format.channels == 1 && last_part(picture.channels.front()) == "A") format.space = Space::data;
    picture.alpha = format.channels % 2 == 0 && last_part(picture.channels.back()) == "A";
    format.grey_alpha = format.channels == 2 && picture.alpha;
    if (format.channels == 4 && !picture.alpha)
        throw_input("four channels are colours and alpha, and " + in_quotes(picture.channels.back()) +
                    " is not named A");
    return picture;
}

// All parts are layers of one image.
ImageFormat layered_exr(const std::vector<Imf::Header>& parts, const ExrReading& reading) {
    ImageFormat format = picture_of(parts.front(), reading).format;
    for (std::size_t i = 1; i < parts.size(); ++i)
        expect_same_page(i + 1, picture_of(parts[i], reading).format, format);
    format.layers = parts.size();
    return format;
}

const Imf::Header& part_of(const std::vector<Imf::Header>& parts, int page) {
    const auto index = static_cast<std::size_t>(std::max(page, 1)) - 1;
    if (index >= parts.size()) throw_no_page(page, parts.size());
    return parts[index];
}

Resolution resolution_in(const Imf::Header& header) {
    const double aspect = header.pixelAspectRatio();  // width of a pixel by its height
    if (Imf::hasXDensity(header))
        return resolution_of(Imf::xDensity(header), Imf::xDensity(header) * aspect, Resolution::Unit::inch);
    return resolution_of(1, aspect, Resolution::Unit::none);
}

// Whether red, green, blue and white are those of sRGB.
bool has_usual_colours(const Imf::Header& header) {
    if (!Imf::hasChromaticities(header)) return true;
    const Imf::Chromaticities is = Imf::chromaticities(header), usual;
    constexpr float near = 1e-3f;
    return (is.red - usual.red).length() < near && (is.green - usual.green).length() < near &&
           (is.blue - usual.blue).length() < near && (is.white - usual.white).length() < near;
}

class ExrRows : public FileRows {
public:
    ExrRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : page_(options.page),
          reading_(exr_reading().filled(options.own)),
          headers_(exr_headers(file)),
          input_(file) {
        const Imf::Header& first = part_of(headers_, page_);
        format = picture_of(first, reading_).format;
        if (page_ == 0) format = layered_exr(headers_, reading_);
        if (format.layers > 1) at_once = "its pages are layers of one image";
        metadata.resolution = resolution_in(first);
        if (Imf::hasComments(first) && !add_text(metadata.texts, comment_key, as_bytes(Imf::comments(first))))
            warn("its comment is left out: it is too long");
        if (!has_usual_colours(first) && format.space == Space::linear)
            warn("its colours are treated as sRGB, although its chromaticities differ");
        // Rows that are missing are looked for where they are wanted in spite of damage.
        input_.guarded([&] {
            input_.seekg(0);
            file_.emplace(input_, 0, options.lenient);
        });
        go_to(static_cast<std::size_t>(std::max(page_, 1)) - 1);
        if (picture_.integers) warn("its integers become floats, which are exact up to 16777216");
    }

    void read(const HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows();) {
            if (next_ == format.height) go_to(part_index_ + 1);
            const std::size_t count = std::min(rows.format.rows() - y, rows_together());
            const HostView dst = rows_of(rows, y, count);
            const std::int64_t first = row();
            if (!picture_.has_row(first))
                clear(dst);
            else if (picture_.same_columns())
                read_rows(dst, first);
            else
                read_part_of_rows(dst, first);
            next_ += count;
            y += count;
        }
    }

    std::size_t skip(std::size_t rows) override {
        if (format.layers > 1 || !picture_.has_row(row())) return 0;
        const std::size_t in_file = static_cast<std::size_t>(row() - picture_.stored.min.y);
        const std::size_t to = (in_file + rows) / chunk_.rows * chunk_.rows;
        const std::size_t left = format.height - next_;
        const std::size_t skipped = to > in_file ? std::min(to - in_file, left) : 0;
        next_ += skipped;
        return skipped;
    }

    std::size_t memory() override {
        // As it is compressed, uncompressed, and on the way; tables of rows.
        constexpr std::size_t copies = 6, tables = 40, places = 24, more = std::size_t{2} << 20;
        const std::size_t height = side_of(picture_.stored.min.y, picture_.stored.max.y);
        return copies * chunk_.bytes + tables * height + places * chunk_.count + more;
    }

    std::size_t pages() override { return headers_.size(); }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || headers_.size() < 2) return {};
        return {only_page(page_, std::to_string(headers_.size()))};
    }

private:
    void go_to(std::size_t part) {
        const Imf::Header& header = headers_[part];
        picture_ = picture_of(header, reading_);
        chunk_ = exr_chunk(header);
        const double all = static_cast<double>(chunk_.pixel_bytes) *
                           static_cast<double>(side_of(picture_.stored.min.x, picture_.stored.max.x)) *
                           static_cast<double>(side_of(picture_.stored.min.y, picture_.stored.max.y));
        constexpr double always = 0x1p26;
        if (static_cast<double>(chunk_.bytes) > 4 * all + always)
            throw_input("its tiles are far larger than the image");
        input_.guarded([&] { part_.emplace(*file_, static_cast<int>(part)); });
        part_index_ = part;
        next_ = 0;
    }

    std::int64_t row() const { return picture_.shown.min.y + static_cast<std::int64_t>(next_); }

    // From this row on: those of one chunk, or those that the file does not have.
    std::size_t rows_together() const {
        const std::int64_t at = row();
        std::int64_t end = std::int64_t{picture_.shown.max.y} + 1;
        if (at < picture_.stored.min.y) {
            end = std::min<std::int64_t>(end, picture_.stored.min.y);
        } else if (at <= picture_.stored.max.y) {
            const auto size = static_cast<std::int64_t>(chunk_.rows);
            const std::int64_t begin = at - (at - picture_.stored.min.y) % size;
            end = std::min({end, begin + size, std::int64_t{picture_.stored.max.y} + 1});
        }
        return static_cast<std::size_t>(end - at);
    }

    // All columns of the file.
    void read_rows(const HostView& dst, std::int64_t first) {
        const std::size_t size = bytes(dst.format.pixel);
        const Imf::PixelType type = dst.format.pixel == Pixel::f16 ? Imf::HALF : Imf::FLOAT;
        const auto y = static_cast<int>(first);
        const int last = y + static_cast<int>(dst.format.height) - 1;
        const Box2i place({picture_.stored.min.x, y}, {picture_.stored.max.x, last});
        input_.guarded([&] {
            Imf::FrameBuffer buffer;
            for (std::size_t c = 0; c < picture_.channels.size(); ++c)
                buffer.insert(picture_.channels[c], Imf::Slice::Make(type, dst.row(0) + c * size, place,
                                                                     dst.step() * size, dst.pitch));
            part_->setFrameBuffer(buffer);
            part_->readPixels(y, last);
        });
        if (picture_.alpha) divide_by_alpha(dst);
        if (!dst.packed_pixels()) clear_padding(dst);
    }

    void read_part_of_rows(const HostView& dst, std::int64_t first) {
        ImageFormat wide = dst.format;
        wide.width = side_of(picture_.stored.min.x, picture_.stored.max.x);
        HostImage rows(wide);
        read_rows(rows.view(), first);
        const int left = std::max(picture_.stored.min.x, picture_.shown.min.x);
        const int right = std::min(picture_.stored.max.x, picture_.shown.max.x);
        clear(dst);
        if (right < left) return;
        const std::size_t pixel = static_cast<std::size_t>(wide.channels) * bytes(wide.pixel);
        const std::size_t step = dst.step() * bytes(wide.pixel);
        for (std::size_t y = 0; y < dst.format.height; ++y) {
            const std::byte* src =
                rows.row(y) + static_cast<std::size_t>(left - picture_.stored.min.x) * pixel;
            std::byte* to = dst.row(y) + static_cast<std::size_t>(left - picture_.shown.min.x) * step;
            for (int x = left; x <= right; ++x, src += pixel, to += step) std::memcpy(to, src, pixel);
        }
    }

    int page_;
    ExrReading reading_;
    std::vector<Imf::Header> headers_;
    ExrInput input_;
    std::optional<Imf::MultiPartInputFile> file_;
    std::optional<Imf::InputPart> part_;
    std::size_t part_index_ = 0;
    ExrPicture picture_;  // of this part
    ExrChunk chunk_{};
    std::size_t next_ = 0;  // row of its image
};

}  // namespace

std::string exr_library() { return OPENEXR_PACKAGE_STRING; }

FileHeader exr_header(const FileBytes& file, const DecodeOptions& options) {
    const std::vector<Imf::Header> parts = exr_headers(file);
    const ExrReading reading = exr_reading().filled(options.own);
    if (options.page == 0) return layered_exr(parts, reading);
    return picture_of(part_of(parts, options.page), reading).format;
}

std::unique_ptr<FileRows> exr_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<ExrRows>(file, options, warn);
}

}  // namespace sluice
