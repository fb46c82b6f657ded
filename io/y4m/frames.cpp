#include "io/y4m/y4m.hpp"

#include "io/pages.hpp"
#include "pipeline/core/declared.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

struct Y4mReading {
    YuvMatrix matrix = YuvMatrix::bt601;
};
const Declared<Y4mReading>& y4m_reading() {
    static const auto options = Declared<Y4mReading>().param("matrix", &Y4mReading::matrix, yuv_matrix_doc);
    return options;
}

struct Y4mWriting {
    std::string chroma = "420";
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
    std::string fps = "auto";
};
const Declared<Y4mWriting>& y4m_writing() {
    static const auto options =
        Declared<Y4mWriting>()
            .param(
                "chroma", &Y4mWriting::chroma,
                "How many pixels share their colour: 2 x 2 (420), two beside each other (422), none (444).",
                choices{"420", "422", "444"}, option("y4m_chroma"))
            .param("matrix", &Y4mWriting::matrix, yuv_matrix_doc, option("y4m_matrix"))
            .param("range", &Y4mWriting::range, yuv_range_doc, option("y4m_range"))
            .param("fps", &Y4mWriting::fps,
                   "Frames per second: a number, or a quotient such as 30000/1001. auto: those of the input, "
                   "else 25.",
                   such_as{"auto", "25", "30000/1001"});
    return options;
}

// "25", "30000/1001".
std::optional<FrameRate> y4m_rate_of(const std::string& text) {
    const auto slash = text.find('/');
    const auto whole = [](const std::string& part) -> std::uint64_t {
        const bool digits =
            !part.empty() && part.size() < 10 && part.find_first_not_of("0123456789") == std::string::npos;
        return digits ? std::stoull(part) : 0;
    };
    const std::uint64_t frames = whole(text.substr(0, slash));
    const std::uint64_t seconds = slash == std::string::npos ? 1 : whole(text.substr(slash + 1));
    if (frames == 0 || seconds == 0) return std::nullopt;
    return FrameRate{frames, seconds};
}

// One frame after the other.
class Y4mFrames {
public:
    Y4mFrames(ReadBytes read, const DecodeOptions& options)
        : read_(std::move(read)), matrix_(y4m_reading().filled(options.own).matrix) {
        std::string line;
        while (line.empty() || line.back() != '\n') {
            char next = 0;
            if (line.size() > 4096 || read_(&next, 1) == 0)
                throw_input("it is a broken Y4M: its header has no end");
            line += next;
        }
        header_ = read_y4m_header(as_bytes(line));
    }

    const Y4mHeader& header() const { return header_; }
    // False at the end.
    bool next(const HostView& dst) {
        if (!begins()) return false;
        frame_.resize(header_.frame_bytes());
        if (read_(frame_.data(), frame_.size()) < frame_.size()) throw EndOfData();
        y4m_decode(header_, matrix_, frame_, dst);
        return true;
    }
    // In little memory: nobody has said yet that frames of this size are wanted.
    bool skip() {
        if (!begins()) return false;
        std::array<std::uint8_t, 4096> piece{};
        for (std::size_t left = header_.frame_bytes(); left > 0;) {
            const std::size_t count = std::min(left, piece.size());
            if (read_(piece.data(), count) < count) throw EndOfData();
            left -= count;
        }
        return true;
    }

private:
    // Reads the line before a frame.
    bool begins() {
        char mark[5];
        const std::size_t got = read_(mark, sizeof mark);
        if (got == 0) return false;
        if (got == sizeof mark && std::memcmp(mark, "FRAME", sizeof mark) != 0)
            throw_input("it is a broken Y4M: a frame does not begin with FRAME");
        char next = 0;  // parameters, which are of no concern
        while (next != '\n')
            if (read_(&next, 1) == 0) throw EndOfData();
        return true;
    }

    ReadBytes read_;
    YuvMatrix matrix_;
    Y4mHeader header_;
    std::vector<std::uint8_t> frame_;
};

Metadata y4m_metadata(const Y4mHeader& header) {
    Metadata metadata;
    metadata.animation.delays = header.delays;
    return metadata;
}

ReadBytes y4m_bytes(const std::shared_ptr<ByteStream>& stream) {
    return [stream](void* dst, std::size_t count) { return stream->read(dst, count); };
}

// A frame, or all of them as layers.
class Y4mRows : public FileRows {
public:
    Y4mRows(const FileBytes& file, const DecodeOptions& options)
        : page_(options.page),
          stream_(std::make_shared<ByteStream>(file)),
          frames_(y4m_bytes(stream_), options) {
        format = frames_.header().format;
        if (page_ == 0) format.layers = y4m_count(file, frames_.header());
        metadata = y4m_metadata(frames_.header());
        if (page_ == 0) metadata.animation.delays = repeated(metadata.animation.delays, format.layers);
        at_once = "its planes come one after the other";
        for (int i = 1; i < page_; ++i) {
            if (!frames_.skip()) throw EndOfData();
            if (stream_->left() == 0) throw_no_page(page_, static_cast<std::size_t>(i));
        }
    }

    void read(const HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); y += format.height)
            if (!frames_.next(rows_of(rows, y, format.height))) throw EndOfData();
        more_ = stream_->left() > 0;
    }
    std::size_t memory() override { return frames_.header().frame_bytes(); }
    std::vector<Wording> warnings() override {
        if (!more_ || page_ == 0) return {};
        return {only_page(page_, "several")};
    }

    // Frames that are there, or begin.
    static std::size_t y4m_count(const FileBytes& file, const Y4mHeader& header) {
        std::size_t count = 0;
        constexpr std::size_t most_line = 4096;
        for (std::uint64_t at = header.bytes; at < file.size; ++count) {
            const Bytes line = file.at(at, most_line);
            const auto end = std::find(line.begin(), line.end(), '\n');
            if (end == line.end()) throw_input("it is a broken Y4M: a frame does not begin with FRAME");
            at += static_cast<std::uint64_t>(end - line.begin()) + 1 + header.frame_bytes();
        }
        if (count == 0) throw_input("it has no frame");
        return count;
    }

private:
    int page_;
    std::shared_ptr<ByteStream> stream_;
    Y4mFrames frames_;
    bool more_ = false;
};

class Y4mImages : public ImagesReader {
public:
    Y4mImages(ReadBytes read, const DecodeOptions& options)
        : frames_(std::move(read), options), metadata_(y4m_metadata(frames_.header())) {}
    const Metadata& metadata() const override { return metadata_; }
    bool next(const HostView& dst) override { return frames_.next(dst); }

private:
    Y4mFrames frames_;
    Metadata metadata_;
};

// Takes rows of any number of frames.
class Y4mWriter : public RowWriter {
public:
    Y4mWriter(Output& file, const ImageFormat& format, const Metadata& metadata, const EncodeOptions& options)
        : file_(file), matrix_(y4m_writing().filled(options.own).matrix) {
        const Y4mWriting own = y4m_writing().filled(options.own);
        header_.format = format;
        header_.format.layers = 1;
        header_.range = own.range;
        header_.across = format.channels == 1 ? 0 : own.chroma == "444" ? 1 : 2;
        header_.down = format.channels == 1 ? 0 : own.chroma == "420" ? 2 : 1;
        frame_.resize(header_.frame_bytes());
        whole_ = HostImage(header_.format);
        std::optional<FrameRate> rate = y4m_rate_of(own.fps);
        if (!rate && own.fps != "auto")
            throw_input("fps is auto, a number or a quotient such as 30000/1001, and not " + own.fps);
        if (!rate) rate = rate_of(metadata.animation.delays);
        file_.append(as_bytes("YUV4MPEG2 W" + std::to_string(format.width) + " H" +
                              std::to_string(format.height) + " F" + std::to_string(rate->frames) + ":" +
                              std::to_string(rate->seconds) + " Ip A1:1 C" + colours(own) +
                              " XCOLORRANGE=" + (own.range == YuvRange::full ? "FULL" : "LIMITED") + "\n"));
    }

    void write(const ConstHostView& rows) override {
        const std::size_t bytes_of_row = whole_.pitch(), height = header_.format.height;
        for (std::size_t y = 0; y < rows.format.rows(); ++y) {
            std::memcpy(whole_.row(filled_), rows.row(y), bytes_of_row);
            if (++filled_ < height) continue;
            filled_ = 0;
            y4m_encode(header_, matrix_, whole_.view(), frame_.data());
            file_.append(as_bytes("FRAME\n"));
            file_.append(frame_);
        }
    }
    void finish() override {}

private:
    // As ffmpeg names them.
    std::string colours(const Y4mWriting& own) const {
        const bool grey = header_.across == 0;
        std::string name = grey ? "mono" : own.chroma;
        if (header_.format.pixel == Pixel::u8) return name + (name == "420" ? "jpeg" : "");
        return name + (grey ? "16" : "p16");
    }

    Output& file_;
    YuvMatrix matrix_;
    Y4mHeader header_;
    HostImage whole_;  // rows of a frame that has not all of them
    std::size_t filled_ = 0;
    std::vector<std::uint8_t> frame_;
};

}  // namespace

std::unique_ptr<FileRows> y4m_open(const FileBytes& file, const DecodeOptions& options, const Warn&) {
    return std::make_unique<Y4mRows>(file, options);
}
std::unique_ptr<ImagesReader> y4m_images(ReadBytes read, const DecodeOptions& options) {
    return std::make_unique<Y4mImages>(std::move(read), options);
}
std::unique_ptr<RowWriter> y4m_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options) {
    return std::make_unique<Y4mWriter>(file, format, metadata, options);
}
std::vector<ParamDecl> y4m_load_options() { return y4m_reading().params(); }
std::vector<ParamDecl> y4m_save_options() { return y4m_writing().params(); }

}  // namespace sluice
