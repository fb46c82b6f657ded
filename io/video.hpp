// Videos without compression: frames of one format and size, one after the other. A codec says how a frame
// lies and what stands before it; here is what follows: frames as pages, as layers, and as images of a
// stream.
#pragma once

#include "io/codec.hpp"
#include "io/images.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

// Reads frames from bytes that come once. One thread at a time. Throws Error(input) without `where`.
class VideoFrames {
public:
    virtual ~VideoFrames() = default;

    const ImageFormat& format() const { return format_; }  // of a frame as it is read
    std::size_t frame_bytes() const { return frame_bytes_; }
    // Of the first frames, in milliseconds; those of the others repeat. Empty: unknown.
    const std::vector<std::uint32_t>& delays() const { return delays_; }
    // How many a file has, or begins.
    virtual std::size_t count(const FileBytes& file) const = 0;
    // Fills `dst` with the next frame. False at the end.
    bool next(const HostView& dst);
    // Passes over a frame, in little memory.
    bool skip();

protected:
    // Whether a frame follows; where nothing stands before it, its bytes say so.
    enum class Begin { frame, end, unmarked };

    explicit VideoFrames(ReadBytes read) : read_(std::move(read)) {}

    ReadBytes read_;
    ImageFormat format_;
    std::size_t frame_bytes_ = 0;
    std::vector<std::uint32_t> delays_;

private:
    // Reads what stands before a frame.
    virtual Begin begin() { return Begin::unmarked; }
    virtual void decode(const std::uint8_t* frame, const HostView& dst) const = 0;
    template <class Take>
    bool taken(const Take& take);

    std::vector<std::uint8_t> frame_;
    std::size_t count_ = 0;  // of those that were read
};

// Those of `count` frames, of the delays of the first ones.
std::vector<std::uint32_t> repeated(const std::vector<std::uint32_t>& delays, std::size_t count);

using VideoOpener = std::function<std::unique_ptr<VideoFrames>(ReadBytes)>;

// For Codec::open and Codec::images.
std::unique_ptr<FileRows> video_rows(const FileBytes& file, const DecodeOptions& options,
                                     const VideoOpener& open);
std::unique_ptr<ImagesReader> video_images(ReadBytes read, const DecodeOptions& options,
                                           const VideoOpener& open);

// Writes frames, of which it takes rows of any number.
class VideoWriter : public RowWriter {
public:
    void write(const ConstHostView& rows) override;
    void finish() override {}

protected:
    VideoWriter(Output& file, const ImageFormat& format, std::size_t frame_bytes);

private:
    // Appends a frame to the file; `bytes` are frame_bytes of memory for it.
    virtual void encode(const ConstHostView& frame, std::vector<std::uint8_t>& bytes, Output& file) = 0;

    Output& file_;
    HostImage whole_;  // rows of a frame that has not all of them
    std::size_t filled_ = 0;
    std::vector<std::uint8_t> frame_;
};

}  // namespace sluice
