#include "io/y4m/y4m.hpp"

#include "io/shared_options.hpp"
#include "io/video.hpp"
#include "pipeline/core/declared.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

struct Y4mReading {
    YuvMatrix matrix = YuvMatrix::bt601;
};
Declared<Y4mReading> y4m_declared_reading() {
    Declared<Y4mReading> options;
    declare_yuv_matrix(options);
    return options;
}
const Declared<Y4mReading>& y4m_reading() {
    static const Declared<Y4mReading> options = y4m_declared_reading();
    return options;
}

struct Y4mWriting {
    std::string chroma = "420";
    YuvMatrix matrix = YuvMatrix::bt601;
    YuvRange range = YuvRange::limited;
    std::string fps = "auto";
};
Declared<Y4mWriting> y4m_declared_writing() {
    Declared<Y4mWriting> options;
    options.param("chroma", &Y4mWriting::chroma,
                  "How many pixels share their colour: 2 x 2 (420), two beside each other (422), none (444).",
                  choices{"420", "422", "444"}, option("y4m_chroma"));
    declare_yuv_matrix(options, option("yuv_matrix"));
    declare_yuv_range(options, option("yuv_range"));
    options.param("fps", &Y4mWriting::fps,
                  "Frames per second: a number, or a quotient such as 30000/1001. auto: those of the input, "
                  "else 25.",
                  such_as{"auto", "25", "30000/1001"});
    return options;
}
const Declared<Y4mWriting>& y4m_writing() {
    static const Declared<Y4mWriting> options = y4m_declared_writing();
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

class Y4mFrames : public VideoFrames {
public:
    Y4mFrames(ReadBytes read, const DecodeOptions& options) : VideoFrames(std::move(read)) {
        std::string line;
        while (line.empty() || line.back() != '\n') {
            char next = 0;
            if (line.size() > 4096 || read_(&next, 1) == 0)
                throw_input("it is a broken Y4M: its header has no end");
            line += next;
        }
        header_ = read_y4m_header(as_bytes(line));
        header_.frame.matrix = y4m_reading().filled(options.own).matrix;
        format_ = header_.format;
        frame_bytes_ = header_.frame.bytes();
        delays_ = header_.delays;
    }

    std::size_t count(const FileBytes& file) const override {
        std::size_t count = 0;
        constexpr std::size_t most_line = 4096;
        for (std::uint64_t at = header_.bytes; at < file.size; ++count) {
            const Bytes line = file.at(at, most_line);
            const auto end = std::find(line.begin(), line.end(), '\n');
            if (end == line.end()) throw_input("it is a broken Y4M: a frame does not begin with FRAME");
            at += static_cast<std::uint64_t>(end - line.begin()) + 1 + frame_bytes_;
        }
        if (count == 0) throw_input("it has no frame");
        return count;
    }

private:
    Begin begin() override {
        char mark[5];
        const std::size_t got = read_(mark, sizeof mark);
        if (got == 0) return Begin::end;
        if (got == sizeof mark && std::memcmp(mark, "FRAME", sizeof mark) != 0)
            throw_input("it is a broken Y4M: a frame does not begin with FRAME");
        char next = 0;  // parameters, which are of no concern
        while (next != '\n')
            if (read_(&next, 1) == 0) throw EndOfData();
        return Begin::frame;
    }
    void decode(const std::uint8_t* frame, const HostView& dst) const override {
        yuv_decode(header_.frame, frame, dst);
    }

    Y4mHeader header_;
};

VideoOpener y4m_frames(const DecodeOptions& options) {
    return [options](ReadBytes read) { return std::make_unique<Y4mFrames>(std::move(read), options); };
}

Y4mHeader y4m_header_for(const ImageFormat& format, const Y4mWriting& own) {
    Y4mHeader header;
    header.format = format;
    header.format.layers = 1;
    header.frame.matrix = own.matrix;
    header.frame.range = own.range;
    header.frame.across = format.channels == 1 ? 0 : own.chroma == "444" ? 1 : 2;
    header.frame.down = own.chroma == "420" ? 2 : 1;
    header.lay_out();
    return header;
}

class Y4mWriter : public VideoWriter {
public:
    Y4mWriter(Output& file, const Y4mHeader& header, const Metadata& metadata, const Y4mWriting& own)
        : VideoWriter(file, header.format, header.frame.bytes()), frame_(header.frame) {
        std::optional<FrameRate> rate = y4m_rate_of(own.fps);
        if (!rate && own.fps != "auto")
            throw_input("fps is auto, a number or a quotient such as 30000/1001, and not " + own.fps);
        if (!rate) rate = rate_of(metadata.animation.delays);
        file.append(as_bytes("YUV4MPEG2 W" + std::to_string(frame_.width) + " H" +
                             std::to_string(frame_.height) + " F" + std::to_string(rate->frames) + ":" +
                             std::to_string(rate->seconds) + " Ip A1:1 C" + colours(own) +
                             " XCOLORRANGE=" + (own.range == YuvRange::full ? "FULL" : "LIMITED") + "\n"));
    }

private:
    void encode(const ConstHostView& frame, std::vector<std::uint8_t>& bytes, Output& file) override {
        yuv_encode(frame_, frame, bytes.data());
        file.append(as_bytes("FRAME\n"));
        file.append(bytes);
    }
    // As ffmpeg names them.
    std::string colours(const Y4mWriting& own) const {
        const bool grey = frame_.across == 0;
        std::string name = grey ? "mono" : own.chroma;
        if (frame_.pixel == Pixel::u8) return name + (name == "420" ? "jpeg" : "");
        return name + (grey ? "16" : "p16");
    }

    YuvFrame frame_;
};

}  // namespace

std::unique_ptr<FileRows> y4m_open(const FileBytes& file, const DecodeOptions& options, const Warn&) {
    return video_rows(file, options, y4m_frames(options));
}
std::unique_ptr<ImagesReader> y4m_images(ReadBytes read, const DecodeOptions& options) {
    return video_images(std::move(read), options, y4m_frames(options));
}
std::unique_ptr<RowWriter> y4m_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options) {
    const Y4mWriting own = y4m_writing().filled(options.own);
    return std::make_unique<Y4mWriter>(file, y4m_header_for(format, own), metadata, own);
}
std::vector<ParamDecl> y4m_load_options() { return y4m_reading().params(); }
std::vector<ParamDecl> y4m_save_options() { return y4m_writing().params(); }

}  // namespace sluice
