#include "io/video.hpp"

#include "io/pages.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

// A frame, or all of them as layers.
class VideoRows : public FileRows {
public:
    VideoRows(const FileBytes& file, const DecodeOptions& options, const VideoOpener& open)
        : page_(options.page),
          stream_(std::make_shared<ByteStream>(file)),
          frames_(
              open([stream = stream_](void* dst, std::size_t count) { return stream->read(dst, count); })) {
        format = frames_->format();
        metadata.animation.delays = frames_->delays();
        if (page_ == 0) {
            format.layers = frames_->count(file);
            metadata.animation.delays = repeated(frames_->delays(), format.layers);
        }
        at_once = "its frames are decoded as a whole";
        for (int i = 1; i < page_; ++i) {
            if (!frames_->skip()) throw EndOfData();
            if (stream_->left() == 0) throw_no_page(page_, static_cast<std::size_t>(i));
        }
    }

    void read(const HostView& rows) override {
        for (std::size_t y = 0; y < rows.format.rows(); y += format.height)
            if (!frames_->next(rows_of(rows, y, format.height))) throw EndOfData();
        more_ = stream_->left() > 0;
    }
    std::size_t memory() override { return frames_->frame_bytes(); }
    std::vector<Wording> warnings() override {
        if (!more_ || page_ == 0) return {};
        return {only_page(page_, "several")};
    }

private:
    int page_;
    std::shared_ptr<ByteStream> stream_;
    std::unique_ptr<VideoFrames> frames_;
    bool more_ = false;
};

class VideoImages : public ImagesReader {
public:
    VideoImages(ReadBytes read, const DecodeOptions& options, const VideoOpener& open)
        : lenient_(options.lenient), frames_(open(std::move(read))) {
        metadata_.animation.delays = frames_->delays();
    }

    const Metadata& metadata() const override { return metadata_; }
    bool next(const HostView& dst, const Warn& warn) override {
        try {
            return frames_->next(dst);
        } catch (const Error& error) {
            if (!lenient_)
                throw_input(error.message() + "; " + Remedy{"load.lenient", true} +
                            " takes the frames before it");
            if (warn) warn(error.message() + "; the frames before it are used");
            return false;
        }
    }

private:
    bool lenient_;
    std::unique_ptr<VideoFrames> frames_;
    Metadata metadata_;
};

}  // namespace

std::vector<std::uint32_t> repeated(const std::vector<std::uint32_t>& delays, std::size_t count) {
    std::vector<std::uint32_t> all;
    for (std::size_t i = 0; i < count && !delays.empty(); ++i) all.push_back(delays[i % delays.size()]);
    return all;
}

// `take` reads bytes of the frame, and says how many there are.
template <class Take>
bool VideoFrames::taken(const Take& take) {
    const Begin begins = begin();
    if (begins == Begin::end) return false;
    const std::size_t got = take();
    if (got == 0 && begins == Begin::unmarked) return false;
    ++count_;
    if (got < frame_bytes_)
        throw_input(std::string(EndOfData().what()) + ": frame " + std::to_string(count_) + " has " +
                    std::to_string(got) + " of " + std::to_string(frame_bytes_) + " bytes");
    return true;
}

bool VideoFrames::next(const HostView& dst) {
    const auto take = [&] {
        frame_.resize(frame_bytes_);
        return read_(frame_.data(), frame_bytes_);
    };
    if (!taken(take)) return false;
    decode(frame_.data(), dst);
    return true;
}

bool VideoFrames::skip() {
    return taken([&] {
        std::array<std::uint8_t, 4096> piece{};
        std::size_t got = 0;
        while (got < frame_bytes_) {
            const std::size_t count = read_(piece.data(), std::min(frame_bytes_ - got, piece.size()));
            if (count == 0) break;
            got += count;
        }
        return got;
    });
}

std::unique_ptr<FileRows> video_rows(const FileBytes& file, const DecodeOptions& options,
                                     const VideoOpener& open) {
    return std::make_unique<VideoRows>(file, options, open);
}
std::unique_ptr<ImagesReader> video_images(ReadBytes read, const DecodeOptions& options,
                                           const VideoOpener& open) {
    return std::make_unique<VideoImages>(std::move(read), options, open);
}

VideoWriter::VideoWriter(Output& file, const ImageFormat& format, std::size_t frame_bytes)
    : file_(file), frame_(frame_bytes) {
    ImageFormat one = format;
    one.layers = 1;
    whole_ = HostImage(one);
}

void VideoWriter::write(const ConstHostView& rows) {
    const std::size_t bytes_of_row = whole_.pitch();
    for (std::size_t y = 0; y < rows.format.rows(); ++y) {
        std::memcpy(whole_.row(filled_), rows.row(y), bytes_of_row);
        if (++filled_ < whole_.format().height) continue;
        filled_ = 0;
        encode(std::as_const(whole_).view(), frame_, file_);
    }
}

}  // namespace sluice
