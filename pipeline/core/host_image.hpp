// Images in host memory: an image that owns its pixels, and views of pixels that you own.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/image_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace sluice {

// How pixels are arranged in the memory of a HostImage.
enum class Layout {
    packed,  // no padding, neither in pixels nor between rows
    // As in a device buffer: three channels are padded to four samples, and rows are device_pitch() bytes
    // apart. A device that shares memory with the host can use such an image in place. Images with two
    // channels are packed all the same, because devices store them as Y Y Y A or R G 0 0.
    device,
};

// A view of rows. Channels are in format.order. The samples of a pixel are adjacent (HWC), or each channel
// has a plane of its own (CHW), as neural networks take them. The rows of a layer follow the rows of the
// layer before it, also inside a plane. Does not own the memory.
struct ConstHostView {
    ImageFormat format;
    const void* data = nullptr;
    std::size_t pitch = 0;  // bytes from row to row
    int lanes = 0;  // samples from pixel to pixel; 0 = as many as channels; 4 for three channels padded
    std::size_t plane = 0;  // bytes from plane to plane; 0 = no planes. With planes, `lanes` must be 0

    bool in_planes() const { return plane > 0 && format.channels > 1; }
    std::size_t step() const {
        return in_planes() ? 1 : static_cast<std::size_t>(lanes > 0 ? lanes : format.channels);
    }
    bool packed_pixels() const { return step() == static_cast<std::size_t>(format.channels); }

    const std::byte* row(std::size_t y) const { return static_cast<const std::byte*>(data) + y * pitch; }
};

struct HostView {
    ImageFormat format;
    void* data = nullptr;
    std::size_t pitch = 0;
    int lanes = 0;
    std::size_t plane = 0;

    bool in_planes() const { return ConstHostView(*this).in_planes(); }
    std::size_t step() const { return ConstHostView(*this).step(); }
    bool packed_pixels() const { return ConstHostView(*this).packed_pixels(); }
    std::byte* row(std::size_t y) const { return static_cast<std::byte*>(data) + y * pitch; }
    operator ConstHostView() const { return {format, data, pitch, lanes, plane}; }
};

// Why sluice rejects a view: its format is impossible, its data is null, its pitch is too small, its planes
// overlap. "" if it does not.
SLUICE_API std::string unusable(const ConstHostView& view);
// Bytes from the first sample to behind the last one.
SLUICE_API std::size_t span_bytes(const ConstHostView& view);

// The resolution in a file: pixels per unit. 0 if the file has none.
struct Resolution {
    enum class Unit { none, inch, centimetre, metre };  // none: only the ratio of x to y has a meaning
    double x = 0;
    double y = 0;
    Unit unit = Unit::none;

    bool empty() const { return x == 0; }
    bool operator==(const Resolution&) const = default;
};

// How layers are shown one after the other.
struct Animation {
    std::vector<std::uint32_t> delays;  // milliseconds for which each layer is shown; empty: no animation
    std::uint32_t plays = 0;            // how often all of it is shown; 0 = for ever

    bool empty() const { return delays.empty(); }
    bool operator==(const Animation&) const = default;
};

// A text in an image file.
struct MetadataText {
    std::string key;   // what it is, in the words of PNG: "Title", "Author"; "Comment" for comments
    std::string text;  // UTF-8

    bool operator==(const MetadataText&) const = default;
};

// The metadata of an image file. It is passed from input to output, as far as the output's format can store
// it.
struct Metadata {
    std::vector<std::uint8_t> icc;     // the ICC profile in the file
    Space icc_space = Space::encoded;  // of the pixel values that the profile describes
    std::vector<std::uint8_t> exif;    // from the bytes "II" or "MM" on; its orientation is 1 (upright)
    std::vector<std::uint8_t> xmp;     // UTF-8; its orientation is 1, too
    std::vector<std::uint8_t> iptc;    // the records of IPTC-IIM
    std::vector<MetadataText> texts;   // in the order of the file
    std::vector<std::uint8_t> geo;     // GeoTIFF tags, as a TIFF without an image, from "II" or "MM" on
    Resolution resolution;
    Animation animation;  // of an image with several layers
    // The chunks of a PNG that describe its colours without a profile (gAMA, cHRM, cICP and others),
    // complete.
    std::vector<std::uint8_t> png_color;
    // Kinds of metadata in the file that no format can write: "private tags". Each is listed once.
    std::vector<std::string> uncarried;
    // The value that marks missing pixels in the file. In images of floats, these pixels are NaN.
    std::optional<double> nodata;
    bool altered = false;  // the pixels differ from those in the file: turned upright, read smaller, nodata
    bool moved = false;    // pixels are no longer where they are in the file: turned, cropped, resized

    bool empty() const {
        return icc.empty() && exif.empty() && xmp.empty() && iptc.empty() && texts.empty() && geo.empty() &&
               resolution.empty() && animation.empty() && png_color.empty();
    }
};

// Allocates whole pages, as devices need them to use host memory in place. The memory is not initialized. A
// copied container uses ordinary memory instead of the original's resource.
template <class T>
struct PageAllocator {
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    static constexpr std::size_t page = 4096;

    explicit PageAllocator(std::pmr::memory_resource* memory = image_memory()) : memory(memory) {}
    template <class U>
    PageAllocator(const PageAllocator<U>& other) : memory(other.memory) {}
    PageAllocator select_on_container_copy_construction() const { return PageAllocator(); }
    T* allocate(std::size_t n) { return static_cast<T*>(memory->allocate(n * sizeof(T), page)); }
    void deallocate(T* p, std::size_t n) { memory->deallocate(p, n * sizeof(T), page); }
    template <class U>
    void construct(U* p) {
        ::new (static_cast<void*>(p)) U;
    }
    bool operator==(const PageAllocator& other) const { return *memory == *other.memory; }

    std::pmr::memory_resource* memory;
};

// How and where to allocate an image.
struct Destination {
    Layout layout = Layout::packed;
    std::pmr::memory_resource* memory = image_memory();  // must outlive the image
};

// An image that owns its pixels. Copies are deep. Several threads may read a HostImage at once, but not while
// another one changes it.
class SLUICE_API HostImage {
public:
    HostImage() = default;
    // Both throw std::bad_alloc. They throw Error(usage) if the format is impossible: an unknown enumerator,
    // or more bytes than can be addressed.
    explicit HostImage(const ImageFormat& format);  // packed; all pixels are 0
    HostImage(const ImageFormat& format,
              const Destination& destination);  // pixels are not initialized

    const ImageFormat& format() const { return format_; }
    Destination destination() const { return {layout_, pixels_.get_allocator().memory}; }
    std::size_t pitch() const { return pitch_; }  // bytes from row to row
    std::byte* row(std::size_t y) { return pixels_.data() + y * pitch(); }
    const std::byte* row(std::size_t y) const { return pixels_.data() + y * pitch(); }
    template <class T>
    T* as(std::size_t y) {
        return reinterpret_cast<T*>(row(y));
    }
    template <class T>
    const T* as(std::size_t y) const {
        return reinterpret_cast<const T*>(row(y));
    }

    HostView view() { return {format_, pixels_.data(), pitch_, lanes_}; }
    ConstHostView view() const { return {format_, pixels_.data(), pitch_, lanes_}; }
    void clear();  // sets all pixels to 0

    Metadata metadata;

private:
    ImageFormat format_;
    Layout layout_ = Layout::packed;
    std::size_t pitch_ = 0;
    int lanes_ = 0;
    std::vector<std::byte, PageAllocator<std::byte>> pixels_;
};

// The sample at (x, y, channel) as a number. Does not check the position. Slow: for tests and messages.
SLUICE_API double sample(const ConstHostView& image, std::size_t x, std::size_t y, int channel);
// Stores a sample. An integer type must be able to hold `value` exactly. A float type rounds it to nearest
// even.
SLUICE_API void set_sample(const HostView& image, std::size_t x, std::size_t y, int channel, double value);

SLUICE_API float half_to_float(std::uint16_t bits);
SLUICE_API std::uint16_t float_to_half(float value);  // rounds to nearest even

}  // namespace sluice
